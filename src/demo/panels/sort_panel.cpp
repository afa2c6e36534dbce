// The panel "Sort": the search for neighbours and the sort of the particles into cells.
#include <fmt/format.h>

#include "base/error.h"
#include "demo/actions/actions.h"
#include "demo/widgets/form.h"
#include "dpd/steps/buffer_step.h"
#include "sort/algorithms.h"

namespace gpubuck::demo {
namespace {

// A step with a thousand sub-buffers takes at most the time of a few pictures.
constexpr double kMostSubBuffers = 1000.0;

/// The methods offered; scenario files may use others.
constexpr const char* kMethods[] = {"cells27",
                                    "cells-per-cutoff=2",
                                    "cells-per-cutoff=3",
                                    "cells-per-cutoff=4",
                                    "octant=2",
                                    "octant=2.52",
                                    "octant=4"};

std::string helpOf(const cells::Method& method) {
  if (method.kind == cells::Method::Kind::Octant) {
    return fmt::format(
        "Cells of edge {:g}: the octant of the cell in which a particle lies determines the 8 "
        "cells that may hold its neighbours (4 in two dimensions).",
        method.cellFactor);
  }
  const int across = 2 * method.cellsPerCutoff + 1;
  return fmt::format(
      "Cells of edge 1{}: searches the cell of a particle and those around it, {} in all ({} in "
      "two dimensions).",
      method.cellsPerCutoff > 1 ? fmt::format("/{}", method.cellsPerCutoff) : "",
      across * across * across, across * across);
}

/// Returns why the box cannot be searched by this method, or an empty string.
std::string whyNot(const cells::Method& method, const cells::Box& box) {
  try {
    cells::makeCellGrid(box, 1.0, method);
    return {};
  } catch (const InputError& error) {
    return error.what();
  }
}

void drawSearch(scenario::Scenario& edited) {
  Options<cells::Method> methods;
  for (const char* word : kMethods) {
    const cells::Method method = *cells::parseMethod(word);
    methods.push_back({method, word, helpOf(method), whyNot(method, edited.fluid.box)});
  }
  const scenario::About& about = scenario::keyAt("search.kind").about;
  combo({"sort/search", about.label, about.help}, methods, edited.search,
        cells::methodWord(edited.search));
}

}  // namespace

void drawSortPanel(DemoState& state) {
  scenario::Scenario edited = state.session.scenario();
  const dpd::StepSettings& settings = edited.step;
  const sort::Algorithm algorithm = sort::resolve(settings.sort.algorithm, state.session.engine());
  const bool isOrdered = dpd::hasBufferStep(state.session.engine(), settings);
  const std::string notSorted =
      isOrdered ? "the fast engine keeps the particles in the order of their cells without a sort; "
                  "choose an algorithm or the paper engine"
                : "";
  keyWidget(state, edited, "sort.mode", "sort/mode", {.whyNot = notSorted, .buttons = true});
  keyWidget(state, edited, "sort.algorithm", "sort/algorithm",
            {.whyNotWord = [&](const std::string& name) {
              return sort::whyNot(findName(sort::kAlgorithmNames, name)->value,
                                  state.session.device().capabilities());
            }});

  const bool isBucket = algorithm == sort::Algorithm::Bucket;
  const std::string notBucket = isBucket    ? ""
                                : isOrdered ? notSorted
                                            : "only the bucket sort uses this";
  keyWidget(state, edited, "sort.sub_buffers", "sort/sub-buffers",
            {.help = fmt::format(" At most {:.0f} in the window.", kMostSubBuffers),
             .whyNot = notBucket,
             .bound = Bound{{.least = 1, .most = kMostSubBuffers},
                            "limit of the window, because each is drawn separately in every step; "
                            "a scenario file may set more"}});
  keyWidget(state, edited, "sort.partition", "sort/partition", {.whyNot = notBucket});

  heading("Neighbours");
  drawSearch(edited);
  keyWidget(state, edited, "sort.reorder_every", "sort/reorder-every",
            {.whyNot = notSorted, .step = 10});
  change(state, edited);
}

}  // namespace gpubuck::demo
