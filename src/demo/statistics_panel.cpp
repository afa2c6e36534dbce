// What the sort does and what it costs, step by step.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "demo/demo_state.h"
#include "demo/form.h"
#include "demo/plot.h"
#include "demo/plot_axis.h"
#include "demo/tooltip.h"
#include "demo/widget_map.h"
#include "search/list_lengths.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kNoRoundsNote =
    "The algorithm in force sorts all particles anew in each step without drawing points, so there "
    "are no iterations and no comparison with the step before. With the bucket algorithm this "
    "shows what the paper's sort does.";

bool drawsPoints(const FluidSession& session) {
  return sort::resolve(session.scenario().step.sort.algorithm, session.engine()) ==
         sort::Algorithm::Bucket;
}

double share(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(whole);
}

void row(const char* mark, const char* name, const std::string& value, const char* help) {
  ImGui::TextUnformatted(name);
  markWidget(mark);
  tooltip(help);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(value.c_str()).x);
  ImGui::TextUnformatted(value.c_str());
}

void drawRates(const Telemetry& telemetry) {
  row("statistics/frames", "Pictures per second",
      fmt::format("{:.1f}", telemetry.framesPerSecond()), "How often the window is redrawn.");
  row("statistics/steps", "Steps per second", fmt::format("{:.4g}", telemetry.stepsPerSecond()),
      "Time steps of the fluid per second of real time, over the last half second.");
  row("statistics/particle-steps", "Particle-steps per second",
      fmt::format("{:.3f} million", telemetry.particleStepsPerSecond() / 1e6),
      "Steps per second times particles, to compare fluids of different size.");
}

void drawRounds(const Telemetry& telemetry, const sort::Settings& settings, std::int64_t count) {
  const std::string id = "statistics/rounds";
  const StepRecord last = telemetry.steps().empty() ? StepRecord{} : telemetry.steps().back();
  const char* help =
      "The last sort, scatter by scatter. Each scatter draws the particles that are not in a list "
      "yet as points onto the heads of their cells' lists. Of all points on a head one stays, and "
      "that particle is placed. So each scatter places one particle in every cell that still waits "
      "for some, and the bars fall until the longest list is complete. With K sub-buffers "
      "(colours) only a part of the particles is drawn at first, and the next part joins when the "
      "one before is nearly empty: fewer points are drawn in vain (paper, section 2.1, listing 1).";
  if (!foldingTitle(id, "The last sort", fmt::format("{} iterations", last.iterations), help)) {
    return;
  }
  if (telemetry.rounds().empty()) {
    dimParagraph(telemetry.steps().empty() ? "No step has been made yet."
                                           : "No particle had moved to another cell.");
    return;
  }
  BarChart chart;
  chart.id = id;
  chart.xName = "iteration";
  chart.first = 1;
  chart.partName = "sub-buffer";
  const bool grouped = settings.partition == sort::Partition::Grouped;
  chart.parts = grouped ? 1 : settings.subBuffers;
  for (const sort::Round& round : telemetry.rounds()) {
    std::vector<BarPart>& bar = chart.bars.emplace_back();
    for (const sort::Drawn& drawn : round) {
      bar.push_back({drawn.subBuffer, static_cast<double>(drawn.points)});
      chart.parts = std::max(chart.parts, drawn.subBuffer + 1);
    }
  }
  ImGui::TextDisabled("points drawn in each iteration");
  drawBarChart(chart);
  row("statistics/points", "Points drawn",
      fmt::format("{} = {:.2f} per sorted particle",
                  valueText(static_cast<double>(last.pointsDrawn)),
                  share(last.pointsDrawn, std::max<std::int64_t>(last.moved, 1))),
      "Points that reached the head texture in all iterations, and how many that is per particle "
      "to be sorted: 1 means that no point is drawn in vain.");
  row("statistics/points-share", "Points drawn / N",
      fmt::format("{:.3f}", share(last.pointsDrawn, count)),
      "The same per particle of the fluid. A sort needs at least 1; a re-sort draws only particles "
      "that moved, and needs less.");
}

void drawMoved(const Telemetry& telemetry, const dpd::StepSettings& settings, std::int64_t count) {
  const std::string id = "statistics/moved";
  std::vector<double> steps;
  Series moved{"moved", {}};
  for (const StepRecord& record : telemetry.steps()) {
    steps.push_back(static_cast<double>(record.step));
    const bool sorted = record.moved == count;
    moved.values.push_back(sorted ? std::nan("") : static_cast<double>(record.moved));
  }
  const auto last = std::find_if(moved.values.rbegin(), moved.values.rend(),
                                 [](double value) { return std::isfinite(value); });
  const std::string value = last == moved.values.rend()
                                ? "-"
                                : fmt::format("{} = {:.2f} %", valueText(*last),
                                              100.0 * *last / static_cast<double>(count));
  if (!foldingTitle(id, "Moved to another cell", value,
                    "Particles that are in another cell than one step before: those that a re-sort "
                    "takes out of their lists and sorts again (paper, section 2.2). Steps that "
                    "sort everything, such as those after a reordering, leave a gap.")) {
    return;
  }
  if (settings.mode == dpd::SortMode::Sort) {
    dimParagraph(
        "Every step sorts all particles and does not check which have moved. Re-sort counts "
        "them.");
    return;
  }
  drawLinePlot({id, "step", steps, {std::move(moved)}, std::nullopt});
}

/// A row of the table of passes. `explained`: for the pointer on the name.
void drawPass(const PassShare& pass, const std::string& explained) {
  const float em = ImGui::GetFontSize();
  ImGui::TableNextColumn();
  ImGui::TextUnformatted(pass.name.c_str());
  tooltip(explained);
  ImGui::TableNextColumn();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x * static_cast<float>(pass.share);
  ImGui::GetWindowDrawList()->AddRectFilled({corner.x, corner.y + 0.15F * em},
                                            {corner.x + width, corner.y + 0.85F * em},
                                            seriesColour(pass.drawing ? 0 : 1));
  ImGui::TableNextColumn();
  const std::string time =
      fmt::format("{:.3f} ms {:3.0f} %", pass.milliseconds, 100.0 * pass.share);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                       ImGui::CalcTextSize(time.c_str()).x);
  ImGui::TextUnformatted(time.c_str());
}

void drawPasses(const Telemetry& telemetry, bool software) {
  double step = 0.0;
  double picture = 0.0;
  for (const PassShare& pass : telemetry.passes()) {
    (pass.drawing ? picture : step) += pass.milliseconds;
  }
  if (!foldingTitle("statistics/passes", "GPU time",
                    fmt::format("{:.3g} ms per step, {:.3g} per picture", step, picture),
                    "How long each pass takes on the GPU, by timer queries, over the last half "
                    "second: per time step or, if its name begins with render/, per picture; and "
                    "its share of all GPU time. The names are those of the shaders. Measurements "
                    "between the steps are included.")) {
    return;
  }
  if (software) {
    dimParagraph("OpenGL runs in software here: what is called GPU time is CPU time.");
  }
  if (telemetry.passes().empty()) {
    dimParagraph("No timings yet.");
    return;
  }
  if (!ImGui::BeginTable("passes", 3)) return;
  ImGui::TableSetupColumn("pass", ImGuiTableColumnFlags_WidthFixed);
  ImGui::TableSetupColumn("bar", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableSetupColumn("time", ImGuiTableColumnFlags_WidthFixed, 8.0F * ImGui::GetFontSize());
  constexpr double kLeastShare = 0.002;  // for a row of its own
  PassShare rest{.name = "all others"};
  std::string restNames;
  for (const PassShare& pass : telemetry.passes()) {
    if (pass.share > kLeastShare) {
      drawPass(pass, "");
      continue;
    }
    rest.milliseconds += pass.milliseconds;
    rest.share += pass.share;
    restNames +=
        fmt::format("{}{}  {:.4f} ms", restNames.empty() ? "" : "\n", pass.name, pass.milliseconds);
  }
  if (!restNames.empty()) drawPass(rest, restNames);
  ImGui::EndTable();
}

/// How many cells have a list of length k, counted on the GPU.
class ListLengthCounts {
 public:
  /// Of the present lists, or those of a moment ago.
  const std::vector<std::int64_t>& update(FluidSession& session) {
    constexpr std::chrono::milliseconds kInterval{500};
    const auto now = std::chrono::steady_clock::now();
    dpd::Simulation& simulation = session.simulation();
    const std::int64_t step = simulation.stepNumber();
    const bool isNew = generation_ != session.generation();
    if (!isNew && (step == countedStep_ || now - countedAt_ < kInterval)) return cells_;
    const search::CellIndex& cells = simulation.cells();
    if (isNew || counting_->makes != cells.makes()) {
      counting_.emplace(session.device(), cells);
      generation_ = session.generation();
    }
    counting_->pass.run(cells, counting_->lengths);
    cells_ = search::ListLengths::histogram(counting_->lengths);
    countedStep_ = step;
    countedAt_ = now;
    return cells_;
  }

 private:
  struct Counting {
    Counting(const texel::Device& device, const search::CellIndex& cells)
        : makes(cells.makes()),
          pass(device, makes),
          lengths(device, "list lengths", cells.grid().count()) {}

    sort::Makes makes;
    search::ListLengths pass;
    texel::UInt4Array lengths;
  };
  std::optional<Counting> counting_;
  int generation_ = -1;  ///< of the session, when counting_ was made
  std::int64_t countedStep_ = -1;
  std::chrono::steady_clock::time_point countedAt_;
  std::vector<std::int64_t> cells_;
};

void drawLists(FluidSession& session, ListLengthCounts& counts) {
  const std::string id = "statistics/lists";
  const auto cells = static_cast<double>(session.simulation().grid().count());
  const double mean = static_cast<double>(session.simulation().count()) / cells;
  if (!foldingTitle(
          id, "Lengths of the lists", fmt::format("{:.2f} per cell", mean),
          "How many cells have a list of 0, 1, 2, ... particles. The line is a Poisson "
          "distribution with the same mean: particles scattered at random would follow it. A "
          "fluid whose particles repel each other fills its cells more evenly. A sort needs "
          "at least as many iterations as the longest list has particles.")) {
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
  const auto counts = std::make_shared<ListLengthCounts>();
  return [counts](DemoState& state) {
    const Telemetry& telemetry = state.session.telemetry();
    const dpd::StepSettings& settings = state.session.scenario().step;
    const std::int64_t particles = state.session.simulation().count();
    drawRates(telemetry);
    if (drawsPoints(state.session)) {
      drawRounds(telemetry, settings.sort, particles);
      drawMoved(telemetry, settings, particles);
    } else {
      dimParagraph(kNoRoundsNote);
    }
    drawLists(state.session, *counts);
    drawPasses(telemetry, state.session.device().capabilities().software);
  };
}

}  // namespace gpubuck::demo
