#include "demo/view/quality.h"

#include <fmt/format.h>

#include <chrono>
#include <cstddef>

#include "gl/context.h"

namespace gpubuck::demo {
namespace {

// Every how many pictures one is timed once the level is known, because waiting for the GPU takes
// time.
constexpr int kTimedPictures = 4;
// A picture that has not changed for this time is drawn again with full quality.
constexpr std::chrono::milliseconds kStill{200};

}  // namespace

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
  if (level.surfaceGrain != chosen.surfaceGrain) {
    text += text.empty() ? "with a coarser surface" : ", with a coarser surface";
  }
  return text;
}

bool RateKeeper::draw(Display& display, FluidView& view, const PictureArea& area, double leastText,
                      bool asChosen, Clock::time_point now) {
  if (asChosen || !display.look.keepsRate) {
    stillSince_.reset();
    return view.draw(display, display.look, area, leastText);
  }
  const std::vector<Look> levels = lookLevels(display.look);
  const Subject subject{display.session.generation(), display.look, area.width, area.height};
  const bool isStill = subject == subject_ && view.isUpToDate(display, area, leastText);
  if (!(subject == subject_)) {
    subject_ = subject;
    display.quality.restart(static_cast<int>(levels.size()));
  }
  const bool isReduced = display.quality.present() > 0;
  if (!isStill || !isReduced) stillSince_.reset();
  if (isStill && isReduced && !stillSince_) stillSince_ = now;
  isRefined_ = stillSince_ && now - *stillSince_ >= kStill;
  if (isRefined_) return view.draw(display, display.look, area, leastText);
  const Look& look = levels[static_cast<std::size_t>(display.quality.present())];
  const bool isTimed = display.quality.isUnknown() || ++pictures_ % kTimedPictures == 0;
  if (!isTimed) return view.draw(display, look, area, leastText);
  gl::finish();  // waits for the steps
  const Clock::time_point begun = Clock::now();
  if (!view.draw(display, look, area, leastText)) return false;
  gl::finish();
  display.quality.note(secondsSince(begun), secondsSince(begun_));
  return true;
}

}  // namespace gpubuck::demo
