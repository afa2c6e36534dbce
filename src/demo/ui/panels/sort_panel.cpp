// The panel "Algorithm": the sort of the particles into cells, and the search for neighbours.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/panels/panels.h"
#include "demo/widgets/form.h"
#include "demo/widgets/plot.h"
#include "sort/algorithms.h"

namespace gpubuck::demo {
namespace {

/// Draws a bar for each scatter of the last sort, with its points in the colours of the
/// sub-buffers, and the sum of all points. `count` is the number of all particles.
void drawQueries(const Telemetry& telemetry, const sort::Settings& settings, std::int64_t count) {
  const auto& steps = telemetry.steps();
  const sort::Statistics last = steps.empty() ? sort::Statistics{} : steps.back().sort;
  const std::string id = "sort/queries";
  if (!foldingTitle(
          id, "The last sort", counted(last.iterations, "round"),
          "The last sort, scatter by scatter. A bar shows the points that an occlusion query "
          "counted. Each scatter draws the particles that are not in a list yet as points onto "
          "the heads of their cells' lists. Only one point stays on each head, and the particle "
          "of this point is placed. So each scatter places one particle in every cell that still "
          "has particles to be placed, and the bars fall until the longest list is complete. With "
          "K sub-buffers (colours) only a part of the particles is drawn at first. The next part "
          "joins when the number of points has fallen to the threshold, so that fewer points are "
          "drawn in vain (paper, section 2.1, listing 1).")) {
    return;
  }
  // There is always one line of text, so that nothing below moves.
  ImGui::TextDisabled("%s", steps.empty()         ? "no step has been made yet"
                            : last.rounds.empty() ? "no particle had moved to another cell"
                                                  : "points drawn in each round");
  drawScatters(id, last, settings);
  const auto points = static_cast<double>(last.pointsDrawn);
  const auto sorted = static_cast<double>(std::max<std::int64_t>(last.moved, 1));
  valueRow("sort/points", "Points drawn",
           fmt::format("{} = {:.2f} per sorted particle", valueText(points), points / sorted),
           settings.partition == sort::Partition::Contiguous
               ? "Points that reached the head texture in all rounds, and their number per "
                 "particle to be sorted: 1 means that no point is drawn in vain."
               : "Points that reached the head texture in all rounds, and their number per "
                 "particle to be sorted. Particles in a row that share a cell are drawn as one "
                 "point, so this number may be below 1.");
  valueRow(
      "sort/points-share", "Points drawn / N",
      fmt::format("{:.3f}", points / static_cast<double>(count)),
      "The points drawn, divided by the number of particles of the fluid. A re-sort draws only "
      "particles that moved, and needs fewer points than a sort.");
}

// Largest number of sub-buffers that the panel accepts. A step with this many sub-buffers takes no
// longer than a few pictures of the window.
constexpr double kMostSubBuffers = 1000.0;

/// The search methods that the panel offers. Scenario files may use other methods.
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
        "Cells of edge {:g}. A particle lies in one octant of its cell; this octant determines "
        "the 8 cells that may hold neighbours of the particle (4 cells in two dimensions).",
        method.cellFactor);
  }
  const int across = 2 * method.cellsPerCutoff + 1;
  return fmt::format(
      "Cells of edge 1{}: searches the cell of a particle and the cells around it, {} in all ({} "
      "in "
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

void drawMethod(Workspace& state, scenario::Scenario& edited) {
  const dpd::StepMethod before = edited.step.method;
  keyWidget(state, edited, "method", "sort/method", {.buttons = true});
  if (edited.step.method == before || edited.step.method != dpd::StepMethod::Today) return;
  change(state, edited);
  // Today's method uses the fastest engine that runs here.
  if (texel::whyNot(texel::Engine::Fast, state.session.device().capabilities()).empty()) {
    setEngine(state, texel::Engine::Fast);
  }
}

void drawEngine(Workspace& state) {
  using enum texel::Engine;
  const gl::Capabilities& capabilities = state.session.device().capabilities();
  const bool is2007 = state.session.scenario().step.method == dpd::StepMethod::Year2007;
  texel::Engine engine = state.session.engine();
  const auto chosen = [&](texel::Engine each) {
    const std::string& why = state.session.whyEngine();
    return why.empty() || each != engine ? "" : "\nChosen automatically: " + why + ".";
  };
  if (radioButtons("sort/engine",
                   {{Paper, "paper",
                     "As in the paper: fragment shaders that draw into textures. OpenGL 3.3." +
                         chosen(Paper),
                     texel::whyNot(Paper, capabilities)},
                    {Fast, "fast",
                     "The same computation by compute shaders, with the particles stored in the "
                     "order of their cells. OpenGL 4.3." +
                         chosen(Fast),
                     is2007 ? "the method of 2007 runs on the paper engine"
                            : texel::whyNot(Fast, capabilities)}},
                   engine, "Engine")) {
    setEngine(state, engine);
  }
}

/// Draws, to the right of a control, the time of that part of a step which the control affects, or
/// a dash while the time is unknown. `name` is a word and a space that are drawn before the time.
void drawCost(const std::string& control, const std::string& name, double ms,
              const std::string& help) {
  const int digits = ms < 10.0 ? 2 : ms < 100.0 ? 1 : 0;
  const std::string time = ms > 0.0 ? fmt::format("{:.{}f} ms", ms, digits) : "-";
  valueBeside("sort/cost/" + control, name + time, help + " Averaged over the last second.",
              name + "1000 ms");
}

/// Draws, to the right of the threshold, the points per particle of the last bucket sort, or a dash
/// if it drew no points.
void drawPointsEach(const Telemetry& telemetry) {
  const auto& steps = telemetry.steps();
  const bool isKnown = !steps.empty() && steps.back().sort.moved > 0;
  const double each = isKnown ? static_cast<double>(steps.back().sort.pointsDrawn) /
                                    static_cast<double>(steps.back().sort.moved)
                              : 0.0;
  valueBeside("sort/cost/threshold", isKnown ? fmt::format("drawn {:.2f} times", each) : "drawn -",
              "Points drawn per sorted particle in the last sort. The higher the threshold, the "
              "more points the sort draws in vain, and the fewer rounds it makes.",
              "drawn 10.00 times");
}

constexpr const char* kNoRoundsNote =
    "Particles are put in order without drawing points, so there are no queries. The method of "
    "2007, or the algorithm bucket, draws points.";

}  // namespace

void drawScatters(const std::string& id, const sort::Statistics& sort,
                  const sort::Settings& settings, int present) {
  BarChart chart{.id = id, .xName = "round", .first = 1, .partName = "sub-buffer"};
  if (present > 0) chart.present = present;
  chart.parts = settings.partition == sort::Partition::Contiguous ? settings.subBuffers : 1;
  for (const sort::Round& round : sort.rounds) {
    std::vector<BarPart>& bar = chart.bars.emplace_back();
    for (const sort::Drawn& drawn : round) {
      bar.push_back({drawn.subBuffer, static_cast<double>(drawn.points)});
      chart.parts = std::max(chart.parts, drawn.subBuffer + 1);
    }
  }
  drawBarChart(chart);
}

void drawSortPanel(Workspace& state) {
  scenario::Scenario edited = state.session.scenario();
  const StepCost cost = stepCost(state.session.telemetry().stages());
  drawMethod(state, edited);
  drawCost("method", "step ", cost.all, "The time of all passes of a step, without measurements.");
  drawEngine(state);
  drawCost("engine", "forces ", cost.forces,
           "The time of the passes that sum the forces and move the particles.");
  const dpd::StepSettings& settings = edited.step;
  const sort::Algorithm algorithm = sort::resolve(settings.sort.algorithm, state.session.engine());
  const std::string notSorted = whyNotSorted(state.session.engine(), settings);
  const bool isBucket = algorithm == sort::Algorithm::Bucket;
  const std::string notBucket = isBucket             ? ""
                                : !notSorted.empty() ? notSorted
                                                     : "only the bucket sort uses this";
  const bool is2007 = settings.method == dpd::StepMethod::Year2007;
  const auto orFixed = [&](const std::string& why) {
    return is2007 ? "the method of 2007 sets this" : why;
  };
  keyWidget(
      state, edited, "sort.mode", "sort/mode",
      {.whyNot = notSorted,
       .nameOfWord = [](const std::string& word) { return word == "resort" ? "re-sort" : word; },
       .buttons = true});
  drawCost(
      "mode", "sort ", cost.sort,
      "The time of all passes that bring the particles into lists or into order, and of passes "
      "that copy them for the forces.");
  keyWidget(state, edited, "sort.sub_buffers", "sort/sub-buffers",
            {.help = fmt::format(" At most {:.0f} in the window.", kMostSubBuffers),
             .whyNot = notBucket,
             .bound = Bound{{.least = 1, .most = kMostSubBuffers},
                            "limit of the window, because each sub-buffer is drawn separately in "
                            "every step; a scenario file may set more"}});
  if (isBucket) {
    drawCost("sub-buffers", "rounds ", cost.rounds,
             "The part of the sort's time that sub-buffers change: the passes that draw points and "
             "update the texture \"next\".");
  }
  const bool isContiguous = settings.sort.partition == sort::Partition::Contiguous;
  keyWidget(state, edited, "sort.threshold", "sort/threshold",
            {.whyNot = !notBucket.empty() ? notBucket
                       : !isContiguous    ? "only the partition contiguous uses this"
                       : settings.sort.subBuffers == 1
                           ? "no sub-buffer can join a single sub-buffer; choose 2 or more"
                           : ""});
  if (isBucket) {
    drawPointsEach(state.session.telemetry());
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
