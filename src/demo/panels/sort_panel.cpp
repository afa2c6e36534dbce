// The panel "Sort": the search for neighbours and the sort of the particles into cells.
#include <fmt/format.h>

#include "base/error.h"
#include "demo/actions/actions.h"
#include "demo/panels/query_chart.h"
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

void drawMethod(DemoState& state, scenario::Scenario& edited) {
  const dpd::StepMethod before = edited.step.method;
  keyWidget(state, edited, "method", "sort/method", {.buttons = true});
  if (edited.step.method == before || edited.step.method != dpd::StepMethod::Today) return;
  change(state, edited);
  // Today's method takes the fastest engine that runs.
  if (texel::whyNot(texel::Engine::Fast, state.session.device().capabilities()).empty()) {
    setEngine(state, texel::Engine::Fast);
  }
}

void drawEngine(DemoState& state) {
  using enum texel::Engine;
  const gl::Capabilities& capabilities = state.session.device().capabilities();
  const bool is2007 = state.session.scenario().step.method == dpd::StepMethod::Year2007;
  texel::Engine engine = state.session.engine();
  if (radioButtons("sort/engine",
                   {{Paper, "paper",
                     "As in the paper: fragment shaders that draw into textures. OpenGL 3.3.",
                     texel::whyNot(Paper, capabilities)},
                    {Fast, "fast",
                     "The same computation by compute shaders, with the particles stored in the "
                     "order of their cells. OpenGL 4.3.",
                     is2007 ? "the method of 2007 runs on the paper engine"
                            : texel::whyNot(Fast, capabilities)}},
                   engine, "Engine")) {
    setEngine(state, engine);
  }
}

/// The times of a step, once they are known.
void drawCost(const Telemetry& telemetry) {
  double sort = 0.0;
  double all = 0.0;
  for (const StageCost& cost : telemetry.stages()) {
    if (cost.isOfPicture() || cost.stage == Stage::Measurements) continue;
    all += cost.milliseconds;
    if (cost.stage == Stage::Sort) sort += cost.milliseconds;
  }
  const auto text = [&](double ms) { return all > 0.0 ? fmt::format("{:.2f} ms", ms) : "-"; };
  valueRow(
      "sort/cost", "Sort and copies, per step", text(sort),
      "The time of all passes that bring the particles into lists or into order, averaged over "
      "the last second.");
  valueRow("sort/cost-forces", "Forces and motion, per step", text(all - sort),
           "The time of the passes that sum the forces and move the particles, averaged over the "
           "last second.");
}

constexpr const char* kNoRoundsNote =
    "Particles are put in order without drawing points, so there are no queries. The method of "
    "2007, or the algorithm bucket, draws them.";

}  // namespace

void drawSortPanel(DemoState& state) {
  scenario::Scenario edited = state.session.scenario();
  drawMethod(state, edited);
  drawEngine(state);
  const dpd::StepSettings& settings = edited.step;
  const sort::Algorithm algorithm = sort::resolve(settings.sort.algorithm, state.session.engine());
  const bool isOrdered = dpd::hasBufferStep(state.session.engine(), settings);
  const std::string notSorted =
      isOrdered ? "the fast engine keeps the particles in the order of their cells without a sort; "
                  "choose the method of 2007, an algorithm or the paper engine"
                : "";
  const bool isBucket = algorithm == sort::Algorithm::Bucket;
  const std::string notBucket = isBucket    ? ""
                                : isOrdered ? notSorted
                                            : "only the bucket sort uses this";
  const bool is2007 = settings.method == dpd::StepMethod::Year2007;
  const auto orFixed = [&](const std::string& why) {
    return is2007 ? "the method of 2007 sets this" : why;
  };
  keyWidget(state, edited, "sort.mode", "sort/mode", {.whyNot = notSorted, .buttons = true});
  keyWidget(state, edited, "sort.sub_buffers", "sort/sub-buffers",
            {.help = fmt::format(" At most {:.0f} in the window.", kMostSubBuffers),
             .whyNot = notBucket,
             .bound = Bound{{.least = 1, .most = kMostSubBuffers},
                            "limit of the window, because each is drawn separately in every step; "
                            "a scenario file may set more"}});
  const bool isContiguous = settings.sort.partition == sort::Partition::Contiguous;
  keyWidget(state, edited, "sort.threshold", "sort/threshold",
            {.whyNot = !notBucket.empty() ? notBucket
                       : isContiguous     ? ""
                                          : "only the partition contiguous uses this"});
  drawCost(state.session.telemetry());
  if (isBucket) {
    drawQueries(state.session.telemetry(), settings.sort, state.session.simulation().count());
  } else {
    dimParagraph(kNoRoundsNote);
  }

  heading("More");
  keyWidget(state, edited, "sort.algorithm", "sort/algorithm",
            {.whyNot = orFixed(""), .whyNotWord = [&](const std::string& name) {
               return sort::whyNot(findName(sort::kAlgorithmNames, name)->value,
                                   state.session.device().capabilities());
             }});
  keyWidget(state, edited, "sort.partition", "sort/partition", {.whyNot = orFixed(notBucket)});
  drawSearch(edited);
  keyWidget(state, edited, "search.traversal", "sort/traversal",
            {.whyNot = orFixed(""), .whyNotWord = [&](const std::string& name) {
               const bool noLists = sort::makesRanges(algorithm) && name == "lists";
               return noLists ? "this algorithm makes ranges" : "";
             }});
  keyWidget(state, edited, "sort.reorder_every", "sort/reorder-every",
            {.whyNot = orFixed(notSorted), .step = 10});
  change(state, edited);
}

}  // namespace gpubuck::demo
