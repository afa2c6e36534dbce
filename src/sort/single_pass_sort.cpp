#include "sort/single_pass_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "gl/context.h"
#include "sort/rounds.h"
#include "texel/work_slices.h"

namespace gpubuck::sort {
namespace {

/// Size of a tile, in texels.
constexpr std::int64_t kTileWidth = 8;
constexpr std::int64_t kTileHeight = 2;

/// Number of consecutive elements that are counted together.
constexpr std::int64_t kEight = 8;

/// Names of the inputs, one per level. 4 levels are enough for all ids.
constexpr std::array kNames{"u_counts0", "u_counts1", "u_counts2", "u_counts3"};

std::int64_t tilesAcross(const texel::Device& device, std::int64_t elements) {
  return divideUp(std::clamp<std::int64_t>(elements, 1, device.textureWidth()), kTileWidth);
}

/// Returns the number of rows of tiles. There are enough rows for whole groups of eight elements.
/// On devices with narrow textures, such a group is longer than a row of texels.
std::int64_t tilesDown(const texel::Device& device, std::int64_t elements) {
  const std::int64_t whole = divideUp(elements, kEight) * kEight;
  return divideUp(divideUp(whole, device.textureWidth()), kTileHeight);
}

std::string sizes(std::int64_t tilesAcross) {
  return fmt::format(
      "const int kTilesAcross = {};\nconst int kBranch = {};\nconst int kMostCounts = {};\n",
      tilesAcross, HistoPyramid::kBranch, HistoPyramid::kMostCounts);
}

texel::MapPassInfo findInfo(std::int64_t tilesAcross) {
  const bool gathers = gl::features().gathers;
  return {.name = "sort/find_unvisited",
          .outputs = {{"o_unvisited", texel::Format::Id}},
          .extensions =
              gathers ? std::vector<std::string>{"GL_ARB_gpu_shader5"} : std::vector<std::string>{},
          .prologue = sizes(tilesAcross) + (gathers ? "#define GATHERS\n" : "")};
}

texel::MapPassInfo sumInfo(std::int64_t tilesAcross, const char* variant) {
  return {.name = "sort/sum_unvisited",
          .outputs = {{"o_count", texel::Format::Id}},
          .prologue = sizes(tilesAcross) + variant};
}

}  // namespace

HistoPyramid::HistoPyramid(const texel::Device& device, std::int64_t elements)
    : elements_(elements),
      tilesAcross_(tilesAcross(device, elements)),
      tiles_(device, "unvisited tiles", tilesAcross_ * tilesDown(device, elements)),
      findUnvisited_(device, findInfo(tilesAcross_)),
      sumTiles_(device, sumInfo(tilesAcross_, "#define OF_TILES\n")),
      sumLevel_(device, sumInfo(tilesAcross_, "")) {
  std::int64_t blocks = divideUp(elements, kEight * kBranch);
  while (levels_.empty() || levels_.back().count() > kMostCounts) {
    levels_.emplace_back(device, "histo pyramid", blocks);
    blocks = divideUp(blocks, kBranch);
  }
}

void HistoPyramid::count(const texel::IdArray& next) {
  findUnvisited_.run(tiles_.count(),
                     {{"u_next", next}, {"u_elements", static_cast<int>(elements_)}},
                     {{"o_unvisited", tiles_}});
  sumTiles_.run(levels_.front().count(),
                {{"u_counts", tiles_}, {"u_blocks", static_cast<int>(divideUp(elements_, kEight))}},
                {{"o_count", levels_.front()}});
  for (std::size_t level = 1; level < levels_.size(); ++level) {
    const texel::IdArray& below = levels_[level - 1];
    sumLevel_.run(levels_[level].count(),
                  {{"u_counts", below}, {"u_blocks", static_cast<int>(below.count())}},
                  {{"o_count", levels_[level]}});
  }
}

std::int64_t HistoPyramid::total() const {
  std::int64_t sum = 0;
  for (const texel::IdTexel count : levels_.back().front(levels_.back().count())) {
    sum += texel::decodeId(count);
  }
  return sum;
}

std::string HistoPyramid::prologue() const {
  return sizes(tilesAcross_) + fmt::format("#define COUNT_LEVELS {}\n", levels_.size());
}

std::vector<texel::Input> HistoPyramid::inputs() const {
  std::vector<texel::Input> inputs{{"u_tiles", tiles_}};
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    inputs.emplace_back(kNames.at(level), levels_[level]);
  }
  return inputs;
}

namespace {

std::size_t bytesOfAllTexels(const texel::IdArray& ids) {
  return static_cast<std::size_t>(ids.texture().width()) *
         static_cast<std::size_t>(ids.texture().height()) * sizeof(texel::IdTexel);
}

/// Returns the info of a fragment pass. Such a pass can leave texels unchanged, and a query can
/// count the texels that it writes.
texel::MapPassInfo nextInfo(const char* name, bool flagOnly) {
  return {.name = name,
          .outputs = {{"o_next", texel::Format::Id}},
          .launch = texel::Launch::Fragment,
          .flagOnly = flagOnly};
}

texel::MapPassInfo gatherInfo(const HistoPyramid& counts, const char* variant) {
  return {.name = "sort/gather_unvisited",
          .outputs = {{"o_element", texel::Format::Id},
                      {"o_run", texel::Format::Id},
                      {"o_next", texel::Format::Id}},
          .prologue = counts.prologue() + variant};
}

}  // namespace

SinglePassSort::Gathered::Gathered(const texel::Device& device, std::int64_t elements)
    : element(device, "gathered elements", elements),
      run(device, "gathered runs", elements),
      next(device, "gathered next", elements),
      spareNext(device, "gathered next (spare)", elements) {}

SinglePassSort::SinglePassSort(const texel::Device& device, const Settings& settings,
                               std::int64_t elements, Counting counting)
    : elements_(elements),
      count_(static_cast<int>(std::min<std::int64_t>(settings.subBuffers, elements))),
      linkRuns_(device, {.name = "sort/link_runs",
                         .outputs = {{"o_next", texel::Format::Id}, {"o_run", texel::Format::Id}},
                         .prologue = fmt::format("const int kLongestRun = {};\n", kLongestRun)}),
      scatterRuns_(device, "sort/scatter_runs"),
      linkSubBuffer_(device, nextInfo("sort/link_turn", false)),
      placeSubBuffer_(device, nextInfo("sort/place_turn", true)),
      histoPyramid_(device, elements),
      gatherRuns_(device, gatherInfo(histoPyramid_, "#define RUNS\n")),
      gatherElements_(device, gatherInfo(histoPyramid_, "")),
      scatterGathered_(device, "sort/scatter_runs", "#define GATHERED\n"),
      updateGathered_(device,
                      {.name = "sort/update_gathered", .outputs = {{"o_next", texel::Format::Id}}}),
      putBack_(device, "sort/put_back"),
      runs_(device, "runs", elements),
      runAttribute_("runs as vertices", bytesOfAllTexels(runs_), nullptr, GL_STREAM_COPY),
      gathered_(device, elements),
      counting_(counting),
      drawn_(device, elements, count_, counting),
      rounds_(device, elements, counting) {
  for (int turn = 0; turn < count_; ++turn) {
    parts_.push_back(subBufferOf(turn, count_, elements_));
    if (counting == Counting::Queries) placed_.emplace_back(GL_SAMPLES_PASSED);
  }
}

void SinglePassSort::sort(const texel::IdArray& mapping, BucketLists& lists, Statistics& statistics,
                          const Show& show) {
  lists.head.fill(kEmptyHead);
  linkRuns_.run(elements_, {{"u_mapping", mapping}, {"u_elements", static_cast<int>(elements_)}},
                {{"o_next", lists.next}, {"o_run", runs_}});
  runs_.copyTo(runAttribute_);
  if (show) show(Phase::Cleared, {});
  if (elements_ == 0) return;
  drawn_.count(lists.next, parts_);
  drawSubBuffers(lists, show);
  // There mostly are unvisited elements. They are therefore counted without first waiting for the
  // answer whether there are any.
  histoPyramid_.count(lists.next);
  const std::int64_t left = countUnplaced(statistics);
  if (left == 0) return;
  gather(gatherRuns_, runs_, left, lists);
  drawGathered(count_, left, lists, statistics, show);
}

std::int64_t SinglePassSort::countUnplaced(Statistics& statistics) {
  std::int64_t left = 0;
  for (int turn = 0; turn < count_; ++turn) {
    const std::int64_t drawn = drawn_.of(turn);
    statistics.pointsDrawn += drawn;
    statistics.iterations += drawn > 0 ? 1 : 0;
    statistics.rounds.push_back({{turn, drawn}});
    left += drawn;
  }
  if (counting_ != Counting::Queries) return histoPyramid_.total();
  for (const gl::Query& placed : placed_) left -= static_cast<std::int64_t>(placed.result());
  return left;
}

void SinglePassSort::place(const texel::IdArray& mapping, std::int64_t moved, BucketLists& lists,
                           Statistics& statistics, const Show& show) {
  histoPyramid_.count(lists.next);
  gather(gatherElements_, mapping, moved, lists);
  if (show) {
    putBack(moved, nullptr, lists);
    show(Phase::Relinked, {});
  }
  drawGathered(0, moved, lists, statistics, show);
}

void SinglePassSort::drawSubBuffers(BucketLists& lists, const Show& show) {
  for (int turn = 0; turn < count_; ++turn) {
    texel::betweenSlices(linkSubBuffer_.device());
    const auto k = static_cast<std::size_t>(turn);
    const texel::Range& range = parts_[k];
    // Before the first scatter all heads and nexts are NULL.
    if (turn > 0) {
      linkSubBuffer_.run(range, {{"u_runs", runs_}, {"u_head", lists.head}},
                         {{"o_next", lists.next}});
    }
    const std::array<texel::PointBatch, 1> batch{{{range.first, range.count, drawn_.query(turn)}}};
    scatterRuns_.run({.batches = batch, .attribute = &runAttribute_}, {}, lists.head);
    Round round;
    if (show) {
      round = {{turn, drawn_.of(turn)}};
      show(Phase::Scattered, round);
    }
    if (!placed_.empty()) placed_[k].begin();
    placeSubBuffer_.run(range, {{"u_runs", runs_}, {"u_head", lists.head}},
                        {{"o_next", lists.next}});
    if (!placed_.empty()) placed_[k].end();
    if (show && round.front().points > 0) show(Phase::Linked, round);
  }
}

void SinglePassSort::gather(texel::MapPass& pass, const texel::IdArray& buckets, std::int64_t count,
                            const BucketLists& lists) {
  std::vector<texel::Input> inputs = histoPyramid_.inputs();
  inputs.insert(inputs.end(), {{"u_buckets", buckets}, {"u_head", lists.head}});
  pass.run(
      count, inputs,
      {{"o_element", gathered_.element}, {"o_run", gathered_.run}, {"o_next", gathered_.next}});
}

void SinglePassSort::drawGathered(int subBuffer, std::int64_t count, BucketLists& lists,
                                  Statistics& statistics, const Show& show) {
  if (show) return drawGatheredWatched(subBuffer, count, lists, statistics, show);
  rounds_.begin();
  while (true) {
    texel::betweenSlices(linkSubBuffer_.device());
    // After the predicted rounds usually all elements are visited. If some elements are not, the
    // skipped round follows.
    const bool isThoughtOver = rounds_.isLastNext();
    if (isThoughtOver) {
      putBack(count, rounds_.countVisited(gathered_.next, count), lists);
      if (addRounds(subBuffer, rounds_.take(true), statistics)) return;
    }
    scatterGathered(count, isThoughtOver ? nullptr : rounds_.count(gathered_.next, count), lists);
    updateGathered(count, lists);
    if (addRounds(subBuffer, rounds_.take(false), statistics)) break;
  }
  putBack(count, nullptr, lists);
}

void SinglePassSort::drawGatheredWatched(int subBuffer, std::int64_t count, BucketLists& lists,
                                         Statistics& statistics, const Show& show) {
  rounds_.begin();
  while (true) {
    scatterGathered(count, rounds_.count(gathered_.next, count), lists);
    const std::vector<std::int64_t> counts = rounds_.take(true);
    const Round drawn{{subBuffer, counts.front()}};
    show(Phase::Scattered, drawn);
    if (addRounds(subBuffer, counts, statistics)) return;
    updateGathered(count, lists);
    putBack(count, nullptr, lists);
    show(Phase::Linked, drawn);
  }
}

bool SinglePassSort::addRounds(int subBuffer, const std::vector<std::int64_t>& counts,
                               Statistics& statistics) const {
  for (const std::int64_t points : counts) {
    statistics.rounds.push_back({{subBuffer, points}});
    if (points == 0) return true;
    ++statistics.iterations;
    statistics.pointsDrawn += points;
    // Every round places an element, unless the driver draws points at wrong places.
    if (statistics.iterations > elements_ + count_) {
      throw RunError("bucket sort", fmt::format("does not end after {} iterations for {} elements",
                                                statistics.iterations, elements_));
    }
  }
  return false;
}

void SinglePassSort::scatterGathered(std::int64_t count, const gl::Query* drawn,
                                     BucketLists& lists) {
  const std::array<texel::PointBatch, 1> batch{{{0, count, drawn}}};
  scatterGathered_.run(
      {.batches = batch},
      {{"u_element", gathered_.element}, {"u_runs", gathered_.run}, {"u_next", gathered_.next}},
      lists.head);
}

void SinglePassSort::updateGathered(std::int64_t count, const BucketLists& lists) {
  updateGathered_.run(count,
                      {{"u_element", gathered_.element},
                       {"u_runs", gathered_.run},
                       {"u_next", gathered_.next},
                       {"u_head", lists.head}},
                      {{"o_next", gathered_.spareNext}});
  std::swap(gathered_.next, gathered_.spareNext);
}

void SinglePassSort::putBack(std::int64_t count, const gl::Query* visited, BucketLists& lists) {
  const std::array<texel::PointBatch, 1> batch{{{0, count, visited}}};
  putBack_.set("u_onlyVisited", visited != nullptr);
  putBack_.run({.batches = batch},
               {{"u_element", gathered_.element}, {"u_gathered_next", gathered_.next}}, lists.next);
}

}  // namespace gpubuck::sort
