#include "sort/bucket_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "texel/scatter_pass.h"
#include "texel/work_slices.h"

namespace gpubuck::sort {
namespace {

// With Partition::Turns, a re-sort draws about three points for each element that moved, in rounds
// over all these elements. A sort draws little more than one point for each element. If more than 1
// / kSortInstead of the elements have moved, the sort takes less time.
constexpr std::int64_t kSortInstead = 4;
constexpr texel::IdTexel kNullUnvisited = texel::encodeId(kNullId, false);

/// Returns the number of sub-buffers whose points are counted here. SinglePassSort counts the
/// points of its own sub-buffers.
std::int64_t mostSubBuffers(const Settings& settings, std::int64_t elements) {
  return settings.partition == Partition::Turns
             ? 1
             : std::min<std::int64_t>(settings.subBuffers, elements);
}

}  // namespace

BucketSort::BucketSort(const texel::Device& device, const Settings& settings, std::int64_t elements,
                       std::int64_t buckets, Counting counting)
    : Sort(BucketLists(device, elements, buckets)),
      device_(&device),
      settings_(settings),
      elements_(elements),
      scatterHeads_(device, "sort/scatter_heads"),
      updateNext_(device, {.name = "sort/update_next", .outputs = {{"o_next", texel::Format::Id}}}),
      // This is always a fragment pass, since the occlusion query around it counts the elements
      // that moved.
      markMoved_(device, {.name = "sort/mark_moved",
                          .outputs = {{"o_next", texel::Format::Id}},
                          .launch = texel::Launch::Fragment,
                          .flagOnly = true}),
      unlinkHeads_(device,
                   {.name = "sort/unlink_heads", .outputs = {{"o_head", texel::Format::Id}}}),
      unlinkNext_(device, {.name = "sort/unlink_next", .outputs = {{"o_next", texel::Format::Id}}}),
      spareHead_(device, "head (spare)", buckets),
      spareNext_(device, "next (spare)", elements),
      drawn_(device, elements, mostSubBuffers(settings, elements), counting),
      moved_(device, elements, 1, counting) {
  if (settings.partition == Partition::Turns) {
    singlePass_.emplace(device, settings, elements, counting);
  } else {
    const auto texels = static_cast<std::size_t>(spareNext_.texture().width()) *
                        static_cast<std::size_t>(spareNext_.texture().height());
    bucketAttribute_.emplace("mapping as vertices", texels * sizeof(texel::IdTexel), nullptr,
                             GL_STREAM_COPY);
  }
}

void BucketSort::sort(const texel::IdArray& mapping) {
  texel::requirePointOrder(*device_);
  statistics_ = {};
  statistics_.moved = elements_;
  if (singlePass_) {
    singlePass_->sort(mapping, *lists(), statistics_, showPhases(singlePass_->count()));
    return;
  }
  lists()->head.fill(kEmptyHead);
  lists()->next.fill(kNullUnvisited);
  const int count = subBufferCount(elements_);
  show(Phase::Cleared, count, {});
  scatterAll(mapping, count);
}

void BucketSort::resort(const texel::IdArray& oldMapping, const texel::IdArray& mapping) {
  texel::requirePointOrder(*device_);
  const bool movesAreLikely = statistics_.moved > 0;
  statistics_ = {};
  markMoved(oldMapping, mapping);
  // Unlinking changes nothing if no element has moved. The GPU does this work while the number of
  // moved elements is being read back.
  if (movesAreLikely) unlinkMoved();
  statistics_.moved = moved_.of(0);
  if (statistics_.moved == 0) return;
  if (singlePass_ && kSortInstead * statistics_.moved > elements_) {
    const std::int64_t moved = statistics_.moved;
    sort(mapping);
    statistics_.moved = moved;
    return;
  }
  if (!movesAreLikely) unlinkMoved();
  const int count = singlePass_ ? 0 : subBufferCount(statistics_.moved);
  show(Phase::Unlinked, count, {});
  if (singlePass_) {
    singlePass_->place(mapping, statistics_.moved, *lists(), statistics_, showPhases(count));
    return;
  }
  // An element that wins a bucket keeps its next, which must therefore point at the present head of
  // the bucket.
  updateNext(mapping);
  show(Phase::Relinked, count, {});
  scatterAll(mapping, count);
}

int BucketSort::subBufferCount(std::int64_t moved) const {
  if (elements_ == 0) return 1;
  const std::int64_t share = divideUp(moved * settings_.subBuffers, elements_);
  return static_cast<int>(std::clamp<std::int64_t>(share, 1, elements_));
}

void BucketSort::scatterAll(const texel::IdArray& mapping, int count) {
  if (elements_ == 0) return;
  std::vector<texel::Range> subBuffers;
  for (int s = 0; s < count; ++s) subBuffers.push_back(subBufferOf(s, count, elements_));
  mapping.copyTo(*bucketAttribute_);

  std::vector<int> active{0};
  int joined = 1;
  while (!active.empty()) {
    texel::betweenSlices(*device_);
    Round round = drawRound(mapping, subBuffers, active);
    const int last = joined - 1;
    // A sub-buffer that was dropped in an earlier round has no unvisited elements.
    const std::int64_t lastDrawn = round.back().subBuffer == last ? round.back().points : 0;
    const std::int64_t lastSize = subBuffers[static_cast<std::size_t>(last)].count;
    active.clear();
    for (const Drawn& drawn : round) {
      if (drawn.points > 0) active.push_back(drawn.subBuffer);
    }
    const bool reached =
        static_cast<double>(lastDrawn) <= settings_.threshold * static_cast<double>(lastSize);
    if (joined < count && reached) active.push_back(joined++);
    statistics_.rounds.push_back(std::move(round));
  }
}

Round BucketSort::drawRound(const texel::IdArray& mapping,
                            const std::vector<texel::Range>& subBuffers,
                            const std::vector<int>& active) {
  std::vector<texel::PointBatch> drawn;
  for (int s : active) {
    const auto [first, size] = subBuffers[static_cast<std::size_t>(s)];
    drawn.push_back({first, size, drawn_.query(s)});
  }
  drawn_.count(lists()->next, subBuffers);
  scatterHeads_.run({.batches = drawn, .attribute = &*bucketAttribute_},
                    {{"u_next", lists()->next}}, lists()->head);
  Round round;
  std::int64_t total = 0;
  for (int s : active) {
    const std::int64_t passed = drawn_.of(s);
    round.push_back({s, passed});
    total += passed;
  }
  if (total > 0) ++statistics_.iterations;
  const int count = static_cast<int>(subBuffers.size());
  show(Phase::Scattered, count, round);
  if (total == 0) return round;
  updateNext(mapping);
  statistics_.pointsDrawn += total;
  // Every iteration places an element, unless the driver draws points at wrong places.
  if (statistics_.iterations > elements_) {
    throw RunError("bucket sort", fmt::format("does not end after {} iterations for {} elements",
                                              statistics_.iterations, elements_));
  }
  show(Phase::Linked, count, round);
  return round;
}

void BucketSort::updateNext(const texel::IdArray& mapping) {
  updateNext_.run(elements_,
                  {{"u_mapping", mapping}, {"u_head", lists()->head}, {"u_next", lists()->next}},
                  {{"o_next", spareNext_}});
  std::swap(lists()->next, spareNext_);
}

void BucketSort::show(Phase phase, int count, const Round& round) const {
  if (observer_) observer_({phase, statistics_.iterations, count, round, *lists()});
}

SinglePassSort::Show BucketSort::showPhases(int count) const {
  if (!observer_) return {};
  // The statistics of turns are counted after the last turn.
  return [this, count, iteration = 0](Phase phase, const Round& round) mutable {
    if (phase == Phase::Scattered && round.front().points > 0) ++iteration;
    observer_({phase, iteration, count, round, *lists()});
  };
}

void BucketSort::markMoved(const texel::IdArray& oldMapping, const texel::IdArray& mapping) {
  const gl::Query* const query = moved_.query(0);
  if (query != nullptr) query->begin();
  markMoved_.run(elements_, {{"u_old_mapping", oldMapping}, {"u_mapping", mapping}},
                 {{"o_next", lists()->next}});
  if (query != nullptr) query->end();
  const texel::Range all{0, elements_};
  moved_.count(lists()->next, {&all, 1});
}

void BucketSort::unlinkMoved() {
  const texel::Input next("u_next", lists()->next);
  unlinkHeads_.run(lists()->head.count(), {{"u_head", lists()->head}, next},
                   {{"o_head", spareHead_}});
  unlinkNext_.run(elements_, {next}, {{"o_next", spareNext_}});
  std::swap(lists()->head, spareHead_);
  std::swap(lists()->next, spareNext_);
}

}  // namespace gpubuck::sort
