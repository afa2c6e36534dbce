#include "sort/point_counts.h"

#include <array>

#include "gl/context.h"

namespace gpubuck::sort {
namespace {

/// Counts of rounds that can wait to be read back.
constexpr std::int64_t kSlots = 64;
/// Reading back costs more than a round that draws nothing.
constexpr std::int64_t kRoundsPerReading = 2;

}  // namespace

Counting countingHere() {
  const gl::Features& features = gl::features();
  if (features.sampleCounts) return Counting::Queries;
  return features.promptQueries ? Counting::AnySamples : Counting::Foreseen;
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

void PointCounts::count(const texel::IdArray& next, std::span<const texel::FlagGroups> parts) {
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
  const bool hasQueries = counting == Counting::Queries || counting == Counting::AnySamples;
  const GLenum target = counting == Counting::Queries ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED;
  while (hasQueries && queries_.size() < 2) queries_.emplace_back(target);
}

void RoundCounts::begin() { rounds_ = told_ = 0; }

const gl::Query* RoundCounts::count(const texel::IdArray& next, std::int64_t elements) {
  if (counter_) {
    const std::array<texel::FlagGroups, 1> all{{{.count = elements}}};
    counter_->count(next, all, rounds_ - told_);
  }
  ++rounds_;
  return queries_.empty() ? nullptr : &queries_[static_cast<std::size_t>((rounds_ - 1) % 2)];
}

std::vector<std::int64_t> RoundCounts::takeFromQueries(bool latest) {
  // The count of a round is read when the next one is on its way, so that the GPU has work.
  const std::int64_t last = latest ? rounds_ : rounds_ - 1;
  if (last == told_) return {};
  return {static_cast<std::int64_t>(queries_[static_cast<std::size_t>(told_++ % 2)].result())};
}

bool RoundCounts::isTimeToRead() const {
  if (rounds_ - told_ == kSlots) return true;
  if (counting_ == Counting::AnySamples) {
    return rounds_ > 1 && queries_[static_cast<std::size_t>(rounds_ % 2)].result() == 0;
  }
  if (told_ == 0 && rounds_ < foreseen_) return false;
  return rounds_ - told_ >= kRoundsPerReading;
}

std::vector<std::int64_t> RoundCounts::take(bool latest) {
  if (!counter_) return takeFromQueries(latest);
  if (!latest && !isTimeToRead()) return {};
  std::vector<std::int64_t> counts = counter_->read(rounds_ - told_);
  told_ = rounds_;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    if (counts[k] > 0) continue;
    // As a round whose count is 0 is one, too, the next time is foreseen to need as many.
    if (counting_ == Counting::Foreseen) {
      foreseen_ = rounds_ - static_cast<std::int64_t>(counts.size() - 1 - k);
    }
    counts.resize(k + 1);
    break;
  }
  return counts;
}

}  // namespace gpubuck::sort
