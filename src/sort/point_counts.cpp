#include "sort/point_counts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gl/context.h"

namespace gpubuck::sort {
namespace {

/// The maximum number of rounds whose counts wait to be read back.
constexpr std::int64_t kSlots = 64;
/// Number of rounds from reading to reading: reading back costs more than a round that draws
/// nothing.
constexpr std::int64_t kRoundsPerReading = 2;

}  // namespace

Counting countingHere() {
  const gl::Features& features = gl::features();
  if (features.sampleCounts) return Counting::Queries;
  return features.promptQueries ? Counting::AnySamples : Counting::Predicted;
}

PointCounts::PointCounts(const texel::Device& device, std::int64_t elements, std::int64_t parts,
                         Counting counting) {
  if (counting != Counting::Queries) counter_.emplace(device, elements, parts, parts);
}

const gl::Query* PointCounts::query(int k) {
  if (counter_) return nullptr;
  while (std::ssize(queries_) <= k) queries_.emplace_back(GL_SAMPLES_PASSED);
  return &queries_[static_cast<std::size_t>(k)];
}

void PointCounts::count(const texel::IdArray& next, std::span<const texel::Range> parts) {
  if (!counter_) return;
  counter_->count(next, parts);
  parts_ = std::ssize(parts);
  counts_.clear();
}

std::int64_t PointCounts::of(int k) {
  const auto index = static_cast<std::size_t>(k);
  if (!counter_) return static_cast<std::int64_t>(queries_[index].result());
  if (counts_.empty()) counts_ = counter_->read(parts_);
  return counts_[index];
}

RoundCounts::RoundCounts(const texel::Device& device, std::int64_t elements, Counting counting)
    : counting_(counting) {
  if (counting != Counting::Queries) counter_.emplace(device, elements, 1, kSlots);
}

void RoundCounts::begin() { rounds_ = reported_ = visitedOf_ = 0; }

const gl::Query* RoundCounts::count(const texel::IdArray& next, std::int64_t elements) {
  const auto slot = static_cast<std::size_t>(rounds_++ - reported_);
  if (counter_) {
    const std::array<texel::Range, 1> all{{{0, elements}}};
    counter_->count(next, all, static_cast<std::int64_t>(slot));
  }
  if (counter_ && counting_ != Counting::AnySamples) return nullptr;
  if (slot == queries_.size()) {
    queries_.emplace_back(counter_ ? GL_ANY_SAMPLES_PASSED : GL_SAMPLES_PASSED);
  }
  return &queries_[slot];
}

const gl::Query* RoundCounts::countVisited(const texel::IdArray& next, std::int64_t elements) {
  const gl::Query* const query = count(next, elements);
  if (query != nullptr) visitedOf_ = elements;
  return query;
}

bool RoundCounts::isTimeToRead() const {
  const std::int64_t unreported = rounds_ - reported_;
  if (unreported == kSlots) return true;
  if (counting_ == Counting::AnySamples) {
    // The query of the previous round is read, so that the GPU has work in the meantime.
    return unreported > 1 && queries_[static_cast<std::size_t>(unreported - 2)].result() == 0;
  }
  if (reported_ == 0 && rounds_ < predicted_) return false;
  return counting_ == Counting::Queries || unreported >= kRoundsPerReading;
}

std::vector<std::int64_t> RoundCounts::read() {
  const std::int64_t unreported = rounds_ - reported_;
  reported_ = rounds_;
  if (counter_) return counter_->read(unreported);
  std::vector<std::int64_t> counts;
  for (const gl::Query& query : std::span(queries_).first(static_cast<std::size_t>(unreported))) {
    counts.push_back(static_cast<std::int64_t>(query.result()));
  }
  if (visitedOf_ > 0) counts.back() = std::exchange(visitedOf_, 0) - counts.back();
  return counts;
}

std::vector<std::int64_t> RoundCounts::take(bool latest) {
  if (!latest && !isTimeToRead()) return {};
  const std::int64_t before = reported_;
  std::vector<std::int64_t> counts = read();
  const auto last = std::ranges::find(counts, 0);
  if (last == counts.end()) return counts;
  counts.erase(last + 1, counts.end());
  const std::int64_t rounds = before + std::ssize(counts);
  // The prediction is too large rather than too small, since a round that was not predicted costs
  // more than a round that draws nothing.
  if (counting_ != Counting::AnySamples) predicted_ = std::max(rounds, lastRounds_);
  lastRounds_ = rounds;
  return counts;
}

}  // namespace gpubuck::sort
