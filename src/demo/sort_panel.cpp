#include "demo/sort_panel.h"

#include <fmt/format.h>
#include <imgui.h>

#include <iterator>

#include "base/error.h"
#include "base/id.h"
#include "demo/actions.h"
#include "demo/form.h"
#include "scenario/words.h"

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

const auto kAlways = [](auto) { return std::string(); };

const char* helpOf(sort::Partition partition) {
  switch (partition) {
    case sort::Partition::Contiguous:
      return "A sub-buffer is a stretch of particles that follow each other in memory, as in the "
             "paper. Best where their order is random.";
    case sort::Partition::Interleaved:
      return "A sub-buffer is every K-th particle. Best where neighbours in memory are neighbours "
             "in the fluid, as after a reordering.";
    case sort::Partition::Grouped:
      return "Groups of K consecutive particles; a scatter draws one of every group that is not in "
             "its list yet. The fewest points.";
  }
  return "";
}

void drawMode(DemoState& state, dpd::StepSettings& settings, bool& changed) {
  const auto choice = [&](const char* mark, const char* label, dpd::SortMode mode,
                          const char* help) {
    if (!radioButton({mark, label, help}, settings.mode == mode)) return;
    settings.mode = mode;
    changed = true;
  };
  choice("sort/mode/sort", "Sort every step", dpd::SortMode::Sort,
         "All lists are made anew in every time step.");
  ImGui::SameLine();
  choice(
      "sort/mode/resort", "Re-sort", dpd::SortMode::Resort,
      "Only particles that have moved to another cell are taken out of their lists and sorted in "
      "again (section 2.2 of the paper). The atomic algorithm sorts all the same, for that costs "
      "less than finding out what has moved.");

  const auto whyNot = [&](sort::Algorithm algorithm) {
    return sort::whyNot(algorithm, state.session.device().capabilities());
  };
  const Field algorithm{"sort/algorithm", "Algorithm", "How the lists of the cells are made."};
  if (const auto chosen = combo(
          algorithm, scenario::kAlgorithmWords, settings.sort.algorithm,
          [](sort::Algorithm each) { return sort::infoOf(each).help; }, whyNot)) {
    settings.sort.algorithm = *chosen;
    changed = true;
  }
}

void drawSubBuffers(DemoState& state, sort::Settings& settings, const std::string& notBucket,
                    bool& changed) {
  const Field subBuffers{
      "sort/sub-buffers", "Sub-buffers K",
      "Parts the points are drawn in, one after the other, so that fewer of them "
      "fall onto each other (section 2.1 of the paper). With the grouped "
      "partition: how many particles make a group.",
      notBucket};
  if (const auto given = integer(state, subBuffers, 1, kMaxCount, settings.subBuffers)) {
    settings.subBuffers = static_cast<int>(*given);
    changed = true;
  }

  const bool isGrouped = settings.partition == sort::Partition::Grouped;
  const auto notBucketOrGrouped = [&](const char* whyNotGrouped) {
    return notBucket.empty() && isGrouped ? std::string(whyNotGrouped) : notBucket;
  };
  const Field threshold{
      "sort/threshold", "Threshold",
      "A sub-buffer joins in once the one before it draws no more than this share "
      "of its points.",
      notBucketOrGrouped("the grouped partition has no threshold: every group "
                         "takes part from the beginning")};
  const Limits share{.low = 0.0, .high = 1.0, .least = 0.0, .most = 1.0, .format = "%.2f"};
  if (const auto given = slider(state, threshold, share, settings.threshold)) {
    settings.threshold = *given;
    changed = true;
  }

  const Field partition{"sort/partition", "Partition", "Which particles form a sub-buffer.",
                        notBucket};
  if (const auto chosen = combo(
          partition, scenario::kPartitionWords, settings.partition,
          [](sort::Partition each) { return helpOf(each); }, kAlways)) {
    settings.partition = *chosen;
    changed = true;
  }

  const std::string fixedSource = notBucketOrGrouped(
      "the grouped partition always fetches texels: which particle a point stands for changes");
  ImGui::BeginDisabled(!fixedSource.empty());
  ImGui::TextUnformatted("Where the points find their cells");
  ImGui::EndDisabled();
  const auto source = [&](const char* mark, const char* label, sort::PointSource each,
                          const char* help) {
    if (!radioButton({mark, label, help, fixedSource}, settings.pointSource == each)) return;
    settings.pointSource = each;
    changed = true;
  };
  source("sort/source/pixel-buffer", "copy by pixel buffer object (paper)",
         sort::PointSource::PixelBuffer,
         "The mapping texture is copied through a pixel buffer object into a vertex buffer, whose "
         "vertices are then drawn, as in the paper.");
  source("sort/source/texel-fetch", "texel fetch", sort::PointSource::TexelFetch,
         "The vertex shader fetches the cell from the mapping texture itself; nothing is copied.");
}

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
  const Field field{"sort/search", "Search",
                    "Which cells are searched for the neighbours of a particle. All methods find "
                    "the same neighbours."};
  if (const auto chosen = combo(field, choices, present, search::methodWord(scenario.search))) {
    state.later(
        [&state, method = *search::parseMethod(kMethods[*chosen])] { setSearch(state, method); });
  }
}

void drawNeighbours(DemoState& state, dpd::StepSettings& settings, bool& changed) {
  heading("Neighbours");
  drawSearch(state);
  const Field reorder{
      "sort/reorder-every", "Reorder every (steps)",
      "Time steps after which the particles are put into the order of their cells in "
      "memory, so that neighbours are read from nearby texels; 0: never."};
  if (const auto given = integer(state, reorder, 0, 1'000'000'000, settings.reorderEvery, 10)) {
    settings.reorderEvery = static_cast<int>(*given);
    changed = true;
  }
}

}  // namespace

void drawSortPanel(DemoState& state) {
  dpd::StepSettings settings = state.session.scenario().step;
  bool changed = false;
  drawMode(state, settings, changed);
  const bool isBucket =
      sort::resolve(settings.sort.algorithm, state.session.engine()) == sort::Algorithm::Bucket;
  drawSubBuffers(state, settings.sort, isBucket ? "" : "only the bucket sort uses this", changed);
  drawNeighbours(state, settings, changed);
  if (changed) state.later([&state, settings] { setSort(state, settings); });
}

}  // namespace gpubuck::demo
