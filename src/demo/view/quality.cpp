#include "demo/view/quality.h"

#include <algorithm>
#include <cstddef>

namespace gpubuck::demo {
namespace {

// The first pictures of a level compile shaders and ask for memory.
constexpr int kSkipped = 2;
// The level depends on the median of this many times.
constexpr std::size_t kPictures = 5;
// If both of the first two pictures of a level take longer than this many budgets, the level falls
// at once. Without this rule, the user would wait for seven pictures, each of which may take a
// second.
constexpr double kHopeless = 4.0;
// The level rises only if the expected time at the level above is less than this share of the
// budget.
constexpr double kRoom = 0.7;

double medianOf(std::vector<double> times) {
  const auto middle = times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2);
  std::nth_element(times.begin(), middle, times.end());
  return *middle;
}

}  // namespace

void QualityLevel::restart(int levels) {
  levels_.assign(static_cast<std::size_t>(std::max(levels, 1)), {});
  moveTo(0, 0.0);
}

void QualityLevel::moveTo(int level, double now) {
  level_ = level;
  begun_ = now;
  skipped_ = 0;
  hasBeenQuick_ = false;
  times_.clear();
}

bool QualityLevel::isUnknown() const { return times_.size() < kPictures; }

void QualityLevel::note(double seconds, double now) {
  const bool isLast = level_ + 1 == static_cast<int>(levels_.size());
  hasBeenQuick_ |= seconds <= kHopeless * kBudget;
  if (!hasBeenQuick_ && skipped_ > 0 && !isLast) {
    leave(seconds, now);
    return;
  }
  if (skipped_ < kSkipped) {
    ++skipped_;
    begun_ = now;
    return;
  }
  times_.push_back(seconds);
  if (times_.size() > kPictures) times_.erase(times_.begin());
  if (times_.size() < kPictures) return;
  const double median = medianOf(times_);
  if (level_ > 0) {
    Level& above = levels_[static_cast<std::size_t>(level_ - 1)];
    if (above.after == 0.0) above.after = median;
    const double expected = above.tooLong * median / above.after;
    if (expected < kRoom * kBudget && now - begun_ >= kCalm) {
      moveTo(level_ - 1, now);
      return;
    }
  }
  if (median > kBudget && !isLast) leave(median, now);
}

void QualityLevel::leave(double tooLong, double now) {
  levels_[static_cast<std::size_t>(level_)] = {tooLong, 0.0};
  moveTo(level_ + 1, now);
}

std::vector<Look> lookLevels(const Look& chosen) {
  std::vector<Look> levels{chosen};
  Look next = chosen;
  const auto add = [&] {
    if (!(next == levels.back())) levels.push_back(next);
  };
  next.smooth = false;
  add();
  const bool arePoints = next.style == render::ParticleStyle::Points;
  if (!arePoints) next.shadows = false;
  add();
  if (!arePoints) next.occlusion = false;
  add();
  if (next.style == render::ParticleStyle::Surface) next.surfaceGrain = 2;
  add();
  next.style = render::ParticleStyle::Points;
  next.surfaceGrain = 1;
  add();
  return levels;
}

Look fullLook(Look chosen) {
  if (chosen.style == render::ParticleStyle::Surface) chosen.surfaceGrain = 1;
  return chosen;
}

std::string lookLossText(const Look& chosen, const Look& level) {
  if (level.style != chosen.style) return "as points";
  std::vector<std::string> lost;
  if (level.smooth != chosen.smooth) lost.emplace_back("smooth edges");
  if (level.shadows != chosen.shadows) lost.emplace_back("shadows");
  if (level.occlusion != chosen.occlusion) lost.emplace_back("soft shading");
  std::string text;
  for (std::size_t k = 0; k < lost.size(); ++k) {
    const char* const before = k == 0 ? "without " : k + 1 < lost.size() ? ", " : " and ";
    text += before + lost[k];
  }
  const bool isSurface = level.style == render::ParticleStyle::Surface;
  if (isSurface && level.surfaceGrain != chosen.surfaceGrain) {
    text += text.empty() ? "with a coarser surface" : ", with a coarser surface";
  }
  return text;
}

}  // namespace gpubuck::demo
