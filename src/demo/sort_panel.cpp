// How the particles are sorted into the cells.
#include <fmt/format.h>
#include <imgui.h>

#include <iterator>

#include "base/error.h"
#include "demo/actions.h"
#include "demo/scenario_form.h"
#include "sort/names.h"

namespace gpubuck::demo {
namespace {

/// What the picker offers; a scenario may name others.
constexpr const char* kMethods[] = {"cells27",
                                    "cells-per-cutoff=2",
                                    "cells-per-cutoff=3",
                                    "cells-per-cutoff=4",
                                    "octant",
                                    "octant=2.52",
                                    "octant=4"};

std::string helpOf(const search::Method& method) {
  if (method.kind == search::Method::Kind::Octant) {
    return fmt::format(
        "Cells of edge {:g}: the octant of its cell in which a particle lies tells the 8 cells "
        "that "
        "may hold neighbours (4 in two dimensions).",
        method.cellFactor);
  }
  const int across = 2 * method.cellsPerCutoff + 1;
  return fmt::format(
      "Cells of edge 1{} and the {} around a particle, its own one too ({} in two dimensions).",
      method.cellsPerCutoff > 1 ? fmt::format("/{}", method.cellsPerCutoff) : "",
      across * across * across, across * across);
}

/// Why the box cannot be searched so; empty: it can.
std::string whyNot(const search::Method& method, const search::Box& box) {
  try {
    search::makeCellGrid(box, 1.0, method);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

void drawSearch(DemoState& state) {
  const scenario::Scenario& scenario = state.session.scenario();
  std::vector<Choice> choices;
  std::size_t present = std::size(kMethods);
  for (const char* word : kMethods) {
    const search::Method method = *search::parseMethod(word);
    if (method == scenario.search) present = choices.size();
    choices.push_back({word, helpOf(method), whyNot(method, scenario.fluid.box)});
  }
  const scenario::About& about = scenario::keyAt("search.kind").about;
  const Field field{"sort/search", about.label, about.help};
  if (const auto chosen = combo(field, choices, present, search::methodWord(scenario.search))) {
    state.later(
        [&state, method = *search::parseMethod(kMethods[*chosen])] { setSearch(state, method); });
  }
}

}  // namespace

void drawSortPanel(DemoState& state) {
  scenario::Scenario edited = state.session.scenario();
  dpd::StepSettings& settings = edited.step;
  ScenarioForm form(state, edited);
  form.draw("sort.mode", "sort/mode", {.buttons = true});
  form.draw("sort.algorithm", "sort/algorithm", {.whyNotWord = [&](const std::string& name) {
              return sort::whyNot(findName(sort::kAlgorithmNames, name)->value,
                                  state.session.device().capabilities());
            }});

  const bool isBucket =
      sort::resolve(settings.sort.algorithm, state.session.engine()) == sort::Algorithm::Bucket;
  const std::string notBucket = isBucket ? "" : "only the bucket sort uses this";
  const auto notGrouped = [&](const char* why) {
    return isBucket && settings.sort.partition == sort::Partition::Grouped ? why : notBucket;
  };
  form.draw("sort.sub_buffers", "sort/sub-buffers", {.whyNot = notBucket});
  form.draw("sort.threshold", "sort/threshold",
            {.whyNot = notGrouped("the grouped partition has no threshold: every group takes part "
                                  "from the beginning")});
  form.draw("sort.partition", "sort/partition", {.whyNot = notBucket});
  form.draw("sort.point_source", "sort/source",
            {.whyNot = notGrouped("the grouped partition always fetches texels: which particle a "
                                  "point stands for changes"),
             .buttons = true});

  heading("Neighbours");
  drawSearch(state);
  form.draw("sort.reorder_every", "sort/reorder-every", {.step = 10});
  if (form.changed()) state.later([&state, settings] { setSort(state, settings); });
}

}  // namespace gpubuck::demo
