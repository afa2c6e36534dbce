#include "sort/turns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "gl/context.h"
#include "sort/sub_buffer.h"
#include "texel/lots.h"

namespace gpubuck::sort {
namespace {

std::size_t bytesOfAllTexels(const texel::IdArray& ids) {
  return static_cast<std::size_t>(ids.texture().width()) *
         static_cast<std::size_t>(ids.texture().height()) * sizeof(texel::IdTexel);
}

/// Fragment passes: they leave texels as they are, or a query counts what they write.
texel::MapPassInfo nextInfo(const char* name, bool flagOnly) {
  return {.name = name,
          .outputs = {{"o_next", texel::Format::Id}},
          .launch = texel::Launch::Fragment,
          .flagOnly = flagOnly};
}

texel::MapPassInfo gatherInfo(const LeftCounts& counts, const char* variant) {
  return {.name = "sort/gather_left",
          .outputs = {{"o_element", texel::Format::Id},
                      {"o_run", texel::Format::Id},
                      {"o_next", texel::Format::Id}},
          .prologue = counts.prologue() + variant};
}

}  // namespace

Turns::Left::Left(const texel::Device& device, std::int64_t elements)
    : element(device, "left elements", elements),
      run(device, "left runs", elements),
      next(device, "left next", elements),
      spareNext(device, "left next (spare)", elements) {}

Turns::Turns(const texel::Device& device, const Settings& settings, std::int64_t elements,
             Counting counting)
    : elements_(elements),
      count_(static_cast<int>(std::min<std::int64_t>(settings.subBuffers, elements))),
      linkRuns_(device, {.name = "sort/link_runs",
                         .outputs = {{"o_next", texel::Format::Id}, {"o_run", texel::Format::Id}},
                         .prologue = fmt::format("const int kLongestRun = {};\n", kLongestRun)}),
      scatterTurn_(device, "sort/scatter_runs"),
      linkTurn_(device, nextInfo("sort/link_turn", false)),
      placeTurn_(device, nextInfo("sort/place_turn", true)),
      leftCounts_(device, elements),
      gatherRuns_(device, gatherInfo(leftCounts_, "#define RUNS\n")),
      gatherElements_(device, gatherInfo(leftCounts_, "")),
      scatterLeft_(device, "sort/scatter_runs", "#define LEFT\n"),
      updateLeft_(device, {.name = "sort/update_left", .outputs = {{"o_next", texel::Format::Id}}}),
      putBack_(device, "sort/put_back"),
      runs_(device, "runs", elements),
      runAttribute_("runs as vertices", bytesOfAllTexels(runs_), nullptr, GL_STREAM_COPY),
      left_(device, elements),
      counting_(counting),
      drawn_(device, elements, count_, counting),
      rounds_(device, elements, counting) {
  for (int turn = 0; turn < count_; ++turn) {
    parts_.push_back(subBufferOf(turn, count_, elements_));
    if (counting == Counting::Queries) placed_.emplace_back(GL_SAMPLES_PASSED);
  }
}

void Turns::sort(const texel::IdArray& mapping, BucketLists& lists, Statistics& statistics,
                 const Show& show) {
  lists.head.fill(kEmptyHead);
  linkRuns_.run(elements_, {{"u_mapping", mapping}, {"u_elements", static_cast<int>(elements_)}},
                {{"o_next", lists.next}, {"o_run", runs_}});
  runs_.copyTo(runAttribute_);
  if (show) show(Phase::Cleared, {});
  if (elements_ == 0) return;
  drawn_.count(lists.next, parts_);
  takeTurns(lists, show);
  // Before it is known whether any is left, as some mostly are, so that nothing waits for that.
  leftCounts_.count(lists.next);
  const std::int64_t left = countTurns(statistics);
  if (left == 0) return;
  gather(gatherRuns_, runs_, left, lists);
  drawLeft(count_, left, lists, statistics, show);
}

std::int64_t Turns::countTurns(Statistics& statistics) {
  std::int64_t left = 0;
  for (int turn = 0; turn < count_; ++turn) {
    const std::int64_t drawn = drawn_.of(turn);
    statistics.pointsDrawn += drawn;
    statistics.iterations += drawn > 0 ? 1 : 0;
    statistics.rounds.push_back({{turn, drawn}});
    left += drawn;
  }
  if (counting_ != Counting::Queries) return leftCounts_.total();
  for (const gl::Query& placed : placed_) left -= static_cast<std::int64_t>(placed.result());
  return left;
}

void Turns::place(const texel::IdArray& mapping, std::int64_t moved, BucketLists& lists,
                  Statistics& statistics, const Show& show) {
  leftCounts_.count(lists.next);
  gather(gatherElements_, mapping, moved, lists);
  if (show) {
    putBack(moved, nullptr, lists);
    show(Phase::Relinked, {});
  }
  drawLeft(0, moved, lists, statistics, show);
}

void Turns::takeTurns(BucketLists& lists, const Show& show) {
  for (int turn = 0; turn < count_; ++turn) {
    texel::betweenLots();
    const auto k = static_cast<std::size_t>(turn);
    const texel::Range& range = parts_[k];
    // Before the first scatter all heads are NULL, as are the nexts.
    if (turn > 0) {
      linkTurn_.run(range, {{"u_runs", runs_}, {"u_head", lists.head}}, {{"o_next", lists.next}});
    }
    const std::array<texel::PointBatch, 1> batch{{{range.first, range.count, drawn_.query(turn)}}};
    scatterTurn_.run({.batches = batch, .attribute = &runAttribute_}, {}, lists.head);
    Round round;
    if (show) {
      round = {{turn, drawn_.of(turn)}};
      show(Phase::Scattered, round);
    }
    if (!placed_.empty()) placed_[k].begin();
    placeTurn_.run(range, {{"u_runs", runs_}, {"u_head", lists.head}}, {{"o_next", lists.next}});
    if (!placed_.empty()) placed_[k].end();
    if (show && round.front().points > 0) show(Phase::Linked, round);
  }
}

void Turns::gather(texel::MapPass& pass, const texel::IdArray& buckets, std::int64_t count,
                   const BucketLists& lists) {
  std::vector<texel::Input> inputs = leftCounts_.inputs();
  inputs.insert(inputs.end(), {{"u_buckets", buckets}, {"u_head", lists.head}});
  pass.run(count, inputs,
           {{"o_element", left_.element}, {"o_run", left_.run}, {"o_next", left_.next}});
}

void Turns::drawLeft(int subBuffer, std::int64_t count, BucketLists& lists, Statistics& statistics,
                     const Show& show) {
  if (show) return drawLeftWatched(subBuffer, count, lists, statistics, show);
  rounds_.begin();
  while (true) {
    texel::betweenLots();
    // Mostly none is left then. If some are, the round that was left out follows.
    const bool isThoughtOver = rounds_.isLastNext();
    if (isThoughtOver) {
      putBack(count, rounds_.countVisited(left_.next, count), lists);
      if (addRounds(subBuffer, rounds_.take(true), statistics)) return;
    }
    scatterLeft(count, isThoughtOver ? nullptr : rounds_.count(left_.next, count), lists);
    updateLeft(count, lists);
    if (addRounds(subBuffer, rounds_.take(false), statistics)) break;
  }
  putBack(count, nullptr, lists);
}

void Turns::drawLeftWatched(int subBuffer, std::int64_t count, BucketLists& lists,
                            Statistics& statistics, const Show& show) {
  rounds_.begin();
  while (true) {
    scatterLeft(count, rounds_.count(left_.next, count), lists);
    const std::vector<std::int64_t> counts = rounds_.take(true);
    const Round drawn{{subBuffer, counts.front()}};
    show(Phase::Scattered, drawn);
    if (addRounds(subBuffer, counts, statistics)) return;
    updateLeft(count, lists);
    putBack(count, nullptr, lists);
    show(Phase::Linked, drawn);
  }
}

bool Turns::addRounds(int subBuffer, const std::vector<std::int64_t>& counts,
                      Statistics& statistics) const {
  for (const std::int64_t points : counts) {
    statistics.rounds.push_back({{subBuffer, points}});
    if (points == 0) return true;
    ++statistics.iterations;
    statistics.pointsDrawn += points;
    // Every round places an element, unless the driver draws points elsewhere than it is told.
    if (statistics.iterations > elements_ + count_) {
      throw RunError("bucket sort", fmt::format("does not end: {} iterations for {} elements",
                                                statistics.iterations, elements_));
    }
  }
  return false;
}

void Turns::scatterLeft(std::int64_t count, const gl::Query* drawn, BucketLists& lists) {
  const std::array<texel::PointBatch, 1> batch{{{0, count, drawn}}};
  scatterLeft_.run({.batches = batch},
                   {{"u_element", left_.element}, {"u_runs", left_.run}, {"u_next", left_.next}},
                   lists.head);
}

void Turns::updateLeft(std::int64_t count, const BucketLists& lists) {
  updateLeft_.run(count,
                  {{"u_element", left_.element},
                   {"u_runs", left_.run},
                   {"u_next", left_.next},
                   {"u_head", lists.head}},
                  {{"o_next", left_.spareNext}});
  std::swap(left_.next, left_.spareNext);
}

void Turns::putBack(std::int64_t count, const gl::Query* visited, BucketLists& lists) {
  const std::array<texel::PointBatch, 1> batch{{{0, count, visited}}};
  putBack_.set("u_onlyVisited", visited != nullptr);
  putBack_.run({.batches = batch}, {{"u_element", left_.element}, {"u_left_next", left_.next}},
               lists.next);
}

}  // namespace gpubuck::sort
