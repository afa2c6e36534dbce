// Drawing and capturing pictures of the window.
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "base/error.h"
#include "demo/demo.h"
#include "demo/ui/actions/film_actions.h"
#include "demo/view/pick_marks.h"
#include "file/pictures.h"
#include "gl/context.h"
#include "render/canvas.h"

namespace gpubuck::demo {

void Demo::drawPicture() {
  const glm::ivec2 size = window_.framebufferSize();
  if (std::exchange(size_, size) != size) {
    journal_.event("size", fmt::format("{} {}", size.x, size.y));
  }
  const unsigned long notices = journal_.changes();
  Clock::time_point begun = Clock::now();
  followPicked(state_);
  gui_.setTheme(state_.isLight);
  gui_.beginFrame(inputs_.pointer(window_.pointer()));
  state_.animated = false;
  area_ = drawPanels(state_, size);
  double interfaceSeconds = secondsSince(begun);
  const bool drawnAnew = drawFluid();
  // A software renderer draws in the background: without waiting, its time would be counted
  // elsewhere.
  const bool software = session_.device().isSoftware();
  if (software) gl::finish();
  begun = Clock::now();
  gui_.endFrame();
  if (software) gl::finish();
  interfaceSeconds += secondsSince(begun);
  // Dear ImGui windows that fit their text get the right size only in the next picture.
  if (std::exchange(noticesShown_, notices) != notices) settling_ = kSettlingFrames;
  capture(drawnAnew);
  const Clock::time_point finished = Clock::now();
  window_.present();
  session_.telemetry().addFrame(interfaceSeconds, secondsSince(finished));
  ++pictureCount_;
}

bool Demo::drawFluid() {
  const std::vector<gl::ButtonEvent> buttons = std::exchange(buttons_, {});
  pointer_.update(state_, area_, buttons);
  const bool isTaken =
      !options_.screenshot.empty() || state_.capture.screenshot || recorder_.recording();
  const bool drawnAnew = rateKeeper_.draw(state_, view_, area_, gui_.textSize(), isTaken);
  pickAtPointer(state_, view_, drawnAnew);
  drawPickMarks(state_, area_);
  render::clearFramebuffer(size_.x, size_.y, backgroundOf(state_));
  view_.show(area_);
  if (drawnAnew) keepForReplay();
  return drawnAnew;
}

void Demo::keepForReplay() {
  const Clock::time_point now = Clock::now();
  if (!canFilm_ || !state_.replay.isDue(now)) return;
  try {
    state_.replay.add(view_.canvas(), now);
  } catch (const Error& error) {
    canFilm_ = false;
    journal_.error(error.what());
  }
}

void Demo::capture(bool drawnAnew) {
  Turntable& turntable = state_.capture.turntable;
  const auto picture = [&](bool withGui) {
    return withGui ? render::readFramebuffer(size_.x, size_.y)
                   : pictures_.take(state_, view_, {area_.width, area_.height});
  };
  const bool isReplay = state_.replay.isFilming();
  if (isReplay) continueReplay(state_);
  isFrameDue_ =
      recorder_.recording() && !isReplay && (isFrameDue_ || drawnAnew || turntable.turning());
  try {
    if (isFrameDue_ && recorder_.isReady()) {
      isFrameDue_ = false;
      recorder_.append(picture(state_.capture.filmWithGui && !turntable.turning()));
      turntable.frameTaken();
    }
    if (std::exchange(state_.capture.screenshot, false)) {
      const auto path = recorder_.saveScreenshot(picture(state_.capture.screenshotWithGui),
                                                 session_.scenario().name);
      journal_.notice("screenshot", path.string());
    }
  } catch (const Error& error) {
    journal_.error(error.what());
  }
  if (turntable.turning() && (turntable.isDone() || !recorder_.recording())) endTurntable(state_);
  if (!recorder_.recording()) pictures_.release();
  const bool arrived =
      session_.simulation().stepNumber() >= options_.atStep || !session_.failure().empty();
  if (!options_.screenshot.empty() && arrived && settling_ == 0) {
    const Image image = picture(true);
    file::writePng(options_.screenshot, image);
    state_.quit = true;
  }
}

}  // namespace gpubuck::demo
