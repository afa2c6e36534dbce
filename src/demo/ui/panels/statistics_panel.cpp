// The panel "Speed": rates, the particles that moved, the lengths of the lists, and times.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/text.h"
#include "cells/cell_index.h"
#include "demo/ui/demo_state.h"
#include "demo/widgets/clock.h"
#include "demo/widgets/form.h"
#include "demo/widgets/plot.h"

namespace gpubuck::demo {
namespace {

/// Returns the text, or a dash if the value is not known yet, as in the first second.
std::string dashUnless(bool isKnown, const std::string& text) { return isKnown ? text : "-"; }

void drawRates(const std::optional<Rates>& known) {
  const Rates rates = known.value_or(Rates{});
  valueRow("statistics/frames", "Pictures per second",
           dashUnless(known.has_value(), fmt::format("{:.1f}", rates.frames)),
           "Redraws of the window per second.");
  valueRow("statistics/steps", "Steps per second",
           dashUnless(known.has_value(), fmt::format("{:.4g}", rates.steps)),
           "Time steps of the fluid per second of real time, over the last second.");
  valueRow("statistics/particle-steps", "Particle-steps per second",
           dashUnless(known.has_value(), fmt::format("{:.3f} million", rates.particleSteps / 1e6)),
           "Steps per second times the number of particles, to compare fluids of different size.");
}

void drawMoved(const Telemetry& telemetry, dpd::SortMode mode, std::int64_t count) {
  const std::string id = "statistics/moved";
  std::vector<double> steps;
  Series moved{"moved", {}};
  double last = std::nan("");
  for (const StepRecord& record : telemetry.steps()) {
    const bool isCounted = record.isResort && record.sort.moved != count;
    const double value = isCounted ? static_cast<double>(record.sort.moved) : std::nan("");
    if (isCounted || !record.isResort) last = value;
    steps.push_back(static_cast<double>(record.step));
    moved.values.push_back(value);
  }
  const bool isKnown = mode == dpd::SortMode::Resort && !std::isnan(last);
  const std::string value = dashUnless(
      isKnown, fmt::format("{} = {:.2f} %", valueText(last), 100.0 * last / double(count)));
  if (!foldingTitle(
          id, "Moved to another cell", value,
          "Particles that are in another cell than one step before: the particles that a re-sort "
          "takes out of their lists and sorts again (paper, section 2.2). Steps that "
          "sort everything, such as steps after a reordering, leave a gap.")) {
    return;
  }
  if (mode == dpd::SortMode::Sort) {
    dimParagraph(
        "Every step sorts all particles and does not check which have moved. The mode re-sort "
        "counts the particles that have moved.");
    return;
  }
  drawLinePlot({id, "step", steps, {std::move(moved)}, std::nullopt});
}

struct StageText {
  const char* mark;
  const char* name;
  const char* help;
};

/// Texts of the stages, in the order of Stage.
constexpr StageText kStages[] = {
    {"sort", "Sort",
     "Sorts particles into cells, and copies the data of neighbours next to each other for the "
     "forces."},
    {"forces", "Forces and motion", "Computes the forces of all pairs and the new positions."},
    {"measurements", "Measurements",
     "Computes temperature, pressure and the other plotted values."},
    {"particles", "Particles drawn", "Draws the picture of the fluid."},
    {"interface", "Panels", "Lays out and draws the panels. This is wall-clock time."},
    {"presenting", "Presenting",
     "Waits until the display has taken the picture. This is wall-clock time, and mostly idle time "
     "if the display limits the rate."}};

std::string costText(double milliseconds, bool ofPicture) {
  return fmt::format("{:.2f} ms per {}", milliseconds, ofPicture ? "picture" : "step");
}

/// Draws a row of the table of times. The row unfolds into its passes.
void drawStage(const StageCost& cost, bool isKnown) {
  const StageText& text = kStages[static_cast<std::size_t>(cost.stage)];
  const std::string mark = std::string("statistics/time/") + text.mark;
  constexpr ImGuiTreeNodeFlags kRow = ImGuiTreeNodeFlags_NoTreePushOnOpen |
                                      ImGuiTreeNodeFlags_SpanAvailWidth |
                                      ImGuiTreeNodeFlags_AllowItemOverlap;
  const ImGuiTreeNodeFlags leaf = cost.stage >= Stage::Interface ? ImGuiTreeNodeFlags_Leaf : 0;
  const float em = ImGui::GetFontSize();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool open = ImGui::TreeNodeEx(fmt::format("{}###{}", text.name, mark).c_str(), kRow | leaf);
  markWidget(mark);
  tooltip(text.help);
  constexpr float kBarFrom = 10.0F, kBarWidth = 3.5F;  // em
  const auto share = static_cast<float>(std::clamp(cost.share, 0.0, 1.0));
  const ImVec2 low(corner.x + kBarFrom * em, corner.y + 0.15F * em);
  ImGui::GetWindowDrawList()->AddRectFilled(low, {low.x + kBarWidth * em, low.y + 0.7F * em},
                                            ImGui::GetColorU32(ImGuiCol_FrameBg));
  ImGui::GetWindowDrawList()->AddRectFilled(low,
                                            {low.x + kBarWidth * em * share, low.y + 0.7F * em},
                                            seriesColour(cost.isOfPicture() ? 0 : 1));
  textAtRight(dashUnless(isKnown, costText(cost.milliseconds, cost.isOfPicture())));
  if (!open || leaf != 0) return;
  ImGui::Indent();
  for (const PassCost& pass : cost.passes) {
    ImGui::TextDisabled("%s", pass.name.c_str());
    textAtRight(fmt::format("{:.3f} ms", pass.milliseconds));
  }
  ImGui::Unindent();
}

void drawTimes(const Telemetry& telemetry, bool software) {
  double step = 0.0;
  double picture = 0.0;
  for (const StageCost& cost : telemetry.stages()) {
    (cost.isOfPicture() ? picture : step) += cost.milliseconds;
  }
  const bool isKnown = step + picture > 0.0;
  const std::string how =
      software
          ? "OpenGL runs on the processor here, so these are wall-clock times, with a wait before "
            "and after each pass."
          : "Times of passes are GPU times; times of panels and presenting are wall-clock times.";
  if (!foldingTitle(
          "statistics/passes", software ? "Time" : "GPU time, panels and presenting",
          dashUnless(isKnown, fmt::format("{:.3g} + {:.3g} ms", step, picture)),
          "Times of a time step and of a picture, averaged over the last second. The bar "
          "shows the share of that second. A row unfolds into its passes, which are named "
          "after their shaders. " +
              how)) {
    return;
  }
  for (const StageCost& cost : telemetry.stages()) drawStage(cost, isKnown);
}

/// Counts on the GPU how many cells have a list of each length.
class ListLengthCounts {
 public:
  /// Returns the counts of the present lists, at most half a second old while the fluid runs.
  const std::vector<std::int64_t>& update(FluidSession& session) {
    constexpr std::chrono::milliseconds kInterval{500};
    const auto now = Clock::now();
    const std::pair present{session.generation(), session.simulation().stepNumber()};
    if (present == counted_) return cells_;
    if (present.first == counted_.first && now - countedAt_ < kInterval) return cells_;
    const cells::CellIndex& cells = session.simulation().cells();
    texel::UInt4Array lengths(session.device(), "list lengths", cells.grid().count());
    cells::ListLengths(session.device(), cells.resultKind()).run(cells, lengths);
    cells_ = cells::ListLengths::histogram(lengths);
    counted_ = present;
    countedAt_ = now;
    return cells_;
  }

 private:
  std::pair<int, std::int64_t> counted_{-1, -1};  ///< generation of the session, and step
  Clock::time_point countedAt_;
  std::vector<std::int64_t> cells_;
};

void drawLists(FluidSession& session, ListLengthCounts& counts) {
  const std::string id = "statistics/lists";
  const auto cells = static_cast<double>(session.simulation().grid().count());
  const double mean = static_cast<double>(session.simulation().count()) / cells;
  if (!foldingTitle(
          id, "Lengths of the lists", fmt::format("{:.2f} per cell", mean),
          "Number of cells with a list of 0, 1, 2, ... particles. The line is a Poisson "
          "distribution with the same mean, which particles scattered at random would follow. A "
          "fluid whose particles repel each other fills its cells more evenly. With the "
          "partition contiguous, the bucket sort needs at least as many rounds as the longest "
          "list has particles.")) {
    return;
  }
  const std::vector<std::int64_t>& lengths = counts.update(session);
  BarChart chart;
  chart.id = id;
  chart.xName = "particles in a cell";
  chart.lineName = "Poisson";
  for (std::size_t length = 0; length < lengths.size(); ++length) {
    chart.bars.push_back({{0, static_cast<double>(lengths[length])}});
    chart.line.push_back(std::round(cells * poisson(static_cast<int>(length), mean)));
  }
  ImGui::TextDisabled("number of cells; longest list: %d", static_cast<int>(lengths.size()) - 1);
  drawBarChart(chart);
}

}  // namespace

DrawPanel statisticsPanel() {
  return [counts = ListLengthCounts()](DemoState& state) mutable {
    FluidSession& session = state.session;
    const Telemetry& telemetry = session.telemetry();
    const dpd::StepSettings& settings = session.scenario().step;
    const std::int64_t particles = session.simulation().count();
    drawRates(telemetry.rates());
    if (sort::resolve(settings.sort.algorithm, session.engine()) == sort::Algorithm::Bucket) {
      drawMoved(telemetry, settings.mode, particles);
    }
    drawLists(session, counts);
    drawTimes(telemetry, session.device().capabilities().software);
  };
}

}  // namespace gpubuck::demo
