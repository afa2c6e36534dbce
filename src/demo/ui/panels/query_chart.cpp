#include "demo/ui/panels/query_chart.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/plural.h"
#include "demo/widgets/form.h"
#include "demo/widgets/plot.h"
#include "demo/widgets/plot_axis.h"

namespace gpubuck::demo {

void drawQueries(const Telemetry& telemetry, const sort::Settings& settings, std::int64_t count) {
  const auto& steps = telemetry.steps();
  const sort::Statistics last = steps.empty() ? sort::Statistics{} : steps.back().sort;
  BarChart chart;
  chart.id = "sort/queries";
  if (!foldingTitle(
          chart.id, "The last sort", counted(last.iterations, "iteration"),
          "The last sort, scatter by scatter; a bar is what an occlusion query counted. Each "
          "scatter draws the particles that are not in a list yet as points onto the heads of "
          "their cells' lists. Of all points on a head one stays, and that particle is placed. So "
          "each scatter places one particle in every cell that still waits for some, and the bars "
          "fall until the longest list is complete. With K sub-buffers (colours) only a part of "
          "the particles is drawn at first, and the next part joins at the threshold: fewer points "
          "are drawn in vain (paper, section 2.1, listing 1).")) {
    return;
  }
  chart.xName = "iteration";
  chart.first = 1;
  chart.partName = "sub-buffer";
  chart.parts = settings.partition == sort::Partition::Contiguous ? settings.subBuffers : 1;
  for (const sort::Round& round : last.rounds) {
    std::vector<BarPart>& bar = chart.bars.emplace_back();
    for (const sort::Drawn& drawn : round) {
      bar.push_back({drawn.subBuffer, static_cast<double>(drawn.points)});
      chart.parts = std::max(chart.parts, drawn.subBuffer + 1);
    }
  }
  // Always draws the same number of lines, so that nothing below moves.
  ImGui::TextDisabled("%s", steps.empty()         ? "no step has been made yet"
                            : last.rounds.empty() ? "no particle had moved to another cell"
                                                  : "points drawn in each iteration");
  drawBarChart(chart);
  const auto points = static_cast<double>(last.pointsDrawn);
  const auto sorted = static_cast<double>(std::max<std::int64_t>(last.moved, 1));
  valueRow("sort/points", "Points drawn",
           fmt::format("{} = {:.2f} per sorted particle", valueText(points), points / sorted),
           settings.partition == sort::Partition::Contiguous
               ? "Points that reached the head texture in all iterations, and how many that is per "
                 "particle to be sorted: 1 means that no point is drawn in vain."
               : "Points that reached the head texture in all iterations, and how many that is per "
                 "particle to be sorted. Particles in a row that share a cell are one point, so "
                 "that it may be below 1.");
  valueRow(
      "sort/points-share", "Points drawn / N",
      fmt::format("{:.3f}", points / static_cast<double>(count)),
      "The same per particle of the fluid. A re-sort draws only particles that moved, and needs "
      "less than a sort.");
}

}  // namespace gpubuck::demo
