#include "demo/demo.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/terminal.h"
#include "demo/session/telemetry.h"
#include "demo/shows/shows.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/shortcuts.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/actions/view_actions.h"
#include "demo/ui/panels/gallery.h"
#include "demo/ui/panels/heading.h"
#include "demo/view/pick_marks.h"
#include "demo/widgets/form.h"
#include "file/pictures.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "render/canvas.h"
#include "run/state_file.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {

namespace {

constexpr double kIdleSeconds = 0.25;
// Between two pictures, steps may take at least this share of the time that it took to draw the
// last picture, even if drawing alone is slower than Playback::lowestFrameRate.
constexpr double kLeastWork = 0.5;
constexpr std::int64_t kUncountedSteps = 5;
// kFilmPart: seconds for which each picture waits for ffmpeg. kFilmPatience: a closing window waits
// for the film until ffmpeg has made no progress for this many seconds.
constexpr double kFilmPart = 0.05;
constexpr double kFilmPatience = 10.0;
// With a software renderer, steps have priority over a smooth picture.
const Playback kSoftwarePlayback{.stepsPerFrame = 10, .lowestFrameRate = 12.0};

/// Returns the state in the file that the options name in place of a scenario, changed by the
/// overrides of the options.
run::RunState givenState(const DemoOptions& options) {
  run::RunState state = run::readState(options.scenario);
  run::changeWhileRunning(state, options.overrides, options.scenario);
  return state;
}

/// Returns the scenario with which the session begins. If the options name the file of a state,
/// reads this file only to throw its errors before the window opens, and returns the scenario
/// kFirstScenario.
scenario::Scenario givenScenario(const DemoOptions& options) {
  if (run::isStateFile(options.scenario)) {
    givenState(options);
    return scenario::findScenario(kFirstScenario);
  }
  return scenario::findScenario(options.scenario.empty() ? kFirstScenario : options.scenario,
                                options.overrides);
}

}  // namespace

Demo::Demo(const DemoOptions& options) : Demo(options, givenScenario(options)) {}

Demo::Demo(const DemoOptions& options, const scenario::Scenario& scenario)
    : options_(options),
      journal_(options.log),
      window_({.title = "gpubuck", .size = options.size}),
      gui_(window_),
      session_(options.shaderFolder.empty() ? gl::ShaderLibrary()
                                            : gl::ShaderLibrary(options.shaderFolder),
               options.engine, scenario),
      recorder_(options.folder),
      preferences_(options.preferences),
      state_(session_, journal_, recorder_) {
  session_.endEarlyWhen([this] {
    window_.poll();
    return window_.hasInput() || !inputs_.isEmpty();
  });
  session_.whileComputing([this] {
    window_.poll();
    if (isClosing()) throw Closing();
  });
  gl::enableDebugOutput();
  if (session_.device().isSoftware()) state_.playback = kSoftwarePlayback;
  state_.playback.playing = !options.paused;
  state_.onPage = options.onPage;
  gui_.followWindow(!options.onPage);  // a page has the size of the other text on the page
  state_.shows = makeShows();
  preferences_.apply(state_);
  state_.isLight |= options.light;
  state_.hasLargeType |= options.largeType;
  const bool isPlain = options.scenario.empty() && options.screenshot.empty();
  if (isPlain && options.show.empty() && preferences_.kept().firstSteps) {
    state_.show("first steps").begin(state_);
  }
  openPanels(state_, options.panels);
  if (options.logWidgets) {
    listenToWidgets([this](const std::string& mark, const WidgetPlace& at) {
      journal_.event("widget",
                     fmt::format("{} {} {} {} {}", mark, at.x, at.y, at.width, at.height));
    });
  }
  const gl::Capabilities& capabilities = session_.device().capabilities();
  journal_.event("opengl", capabilities.version + ", " + capabilities.renderer);
  setDefaults(state_);
  const char* const engine = texel::engineName(session_.engine());
  const std::string& why = session_.whyEngine();
  if (!why.empty() && !options.onPage) {  // on a page only the engine paper runs
    journal_.event("engine", fmt::format("{}: {}", engine, why));
  }
  journal_.notice("keys and mouse", "F1");
  if (run::isStateFile(options.scenario)) {
    openState(state_, givenState(options), 0.0, "state " + options.scenario);
    state_.runPending();
    state_.undo = makeUndo();
  }
  if (!options.show.empty()) state_.show(options.show).begin(state_);
}

bool Demo::busy() {
  return !inputs_.isEmpty() || state_.playback.playing || !state_.singleSteps.empty() ||
         !state_.pending.empty() || state_.capture.screenshot || !options_.screenshot.empty() ||
         state_.pendingFluid || state_.capture.turntable.turning() || state_.tilt.isSpringing() ||
         state_.measurer.isDue(session_, state_.playback.measureEvery) ||
         state_.picking.isWaiting() || isFilmBusy() || rateKeeper_.isRefining() ||
         state_.replay.isFilming();
}

bool Demo::isFilmBusy() const {
  return recorder_.completing() || (recorder_.recording() && !recorder_.isReady());
}

bool Demo::isClosing() const {
  return window_.closing() || state_.quit || interruption_.signal() != 0;
}

bool Demo::turn() {
  if (isClosing()) return false;
  if (busy() || settling_ > 0 || window_.activity() != activity_) {
    window_.poll();
  } else if (const auto due = tooltipDue()) {
    window_.wait(std::clamp(-secondsSince(*due), 0.0, kIdleSeconds));
    if (Clock::now() >= *due) settling_ = kSettlingFrames;
  } else {
    window_.wait(kIdleSeconds);
  }
  const bool noticesChanged = journal_.changes() != noticesShown_;
  const bool isTouched = std::exchange(activity_, window_.activity()) != window_.activity();
  if (isTouched || noticesChanged || gui_.hasWaitingInput()) settling_ = kSettlingFrames;
  if (!busy() && settling_ == 0 && !state_.animated) return true;
  settling_ = std::max(0, settling_ - 1);
  try {
    frame();
  } catch (const Closing&) {
    return false;
  }
  // The line "at rest" in the log says that all events have been handled. Programs that press
  // widgets by their positions wait for this line.
  if (options_.logWidgets && !busy() && settling_ == 0) {
    journal_.event("at rest",
                   fmt::format("step {} events {}", session_.simulation().stepNumber(), activity_));
  }
  return true;
}

void Demo::close() {
  finishFilm(state_, kFilmPatience);
  try {
    state_.runPending();
  } catch (const Closing&) {
    // The pending action is abandoned, because it would delay the closing of the window.
  }
  const double seconds = secondsSince(opened_);
  journal_.event("speed",
                 fmt::format("{:.1f} pictures and {:.1f} steps per second over {:.1f} s",
                             double(pictureCount_) / seconds, double(steps_) / seconds, seconds));
  journal_.event("closed", fmt::format("at step {}", session_.simulation().stepNumber()));
}

void Demo::frame() {
  preferences_.keep(state_);
  noteChanges();  // changes by widgets, the wheel and buttons since the last picture
  takeInput();
  if (std::exchange(state_.toggleFullscreen, false)) window_.toggleFullscreen();
  continueFilm(state_, kFilmPart);
  if (!recorder_.recording() || recorder_.isReady()) {
    warnOfLongSteps();
    simulate();  // in a film each picture becomes a frame, so steps wait for ffmpeg
    warnOfSlowSteps();
  }
  // This picture already shows the effect of input that arrived during the steps.
  window_.poll();
  takeInput();
  session_.telemetry().update(session_.device().profiler(), session_.simulation().count(),
                              Clock::now());
  const std::string title = "gpubuck: " + printable(session_.scenario().name);
  if (std::exchange(title_, title) != title) window_.setTitle(title);
  if (window_.framebufferSize() == glm::ivec2(0)) return;
  const Clock::time_point begun = Clock::now();
  drawPicture();
  inputs_.endPicture();
  drawingSeconds_ = secondsSince(begun);
  for (const std::string& message : gl::takeDebugMessages()) journal_.error("OpenGL: " + message);
}

void Demo::noteChanges() {
  state_.runPending();
  if (state_.presentShow() == nullptr) watchChanges(state_);
}

void Demo::takeInput() {
  inputs_.add(window_.takeInputs());
  const bool typing = gui_.takesKeys();
  while (const auto input = inputs_.next(typing)) {
    const auto* const key = std::get_if<gl::KeyPress>(&input->event);
    const auto* const button = std::get_if<gl::ButtonEvent>(&input->event);
    const bool isPress = (key != nullptr && !key->up) || (button != nullptr && button->down);
    Show* const show = state_.presentShow();
    if (isPress && show != nullptr && show->endsAtAnyKey()) {
      inputs_.clear();
      show->end(state_);
      continue;
    }
    if (isPress) noteChanges();  // records the previous gesture
    state_.gesture = input->gesture;
    gui_.take(*input);
    if (button != nullptr) buttons_.push_back(*button);
    if (key != nullptr && isPress) takeKey(*key, typing);
    const auto* const character = std::get_if<gl::Character>(&input->event);
    if (character != nullptr && !typing) runShortcut(state_, *character);
  }
  openDropped(state_, window_.takeDrops());
  state_.runPending();
}

void Demo::takeKey(const gl::KeyPress& press, bool typing) {
  if (!typing) runShortcut(state_, press);
  noteChanges();
}

void Demo::warnOfLongSteps() {
  const int generation = session_.generation();
  const dpd::Simulation& simulation = session_.simulation();
  if (std::exchange(warnedGeneration_, generation) == generation || simulation.stepNumber() > 0) {
    return;
  }
  const dpd::PairCost& cost = session_.pairCost();
  if (!dpd::isLongStep(cost, simulation.count())) return;
  journal_.notice("long steps",
                  fmt::format("about {:.3g} neighbours per particle, {:.2g} pairs per step",
                              cost.neighbours, dpd::pairsOf(cost, simulation.count())));
}

void Demo::warnOfSlowSteps() {
  // Notices that depend on speed would make screenshots differ from run to run, and would disturb
  // programs that press widgets.
  const bool isFixed = !options_.screenshot.empty() || options_.logWidgets;
  const bool isShow = state_.presentShow() != nullptr;
  const double seconds = stepSecondsOf(session_.telemetry());
  // The first steps compile shaders.
  const bool isMeasured = seconds > 0.0 && session_.simulation().stepNumber() >= kUncountedSteps;
  if (isFixed || isShow || state_.pendingFluid || !isMeasured) return;
  const int generation = session_.generation();
  if (std::exchange(timedGeneration_, generation) == generation) return;
  const std::string hint = slowFluidHint(seconds);
  if (!hint.empty()) journal_.notice("slow", hint);
}

void Demo::simulate() {
  Playback& playback = state_.playback;
  std::int64_t steps =
      playback.playing ? playback.stepsPerFrame : std::int64_t{!state_.singleSteps.empty()};
  if (!options_.screenshot.empty()) {
    const std::int64_t left = options_.atStep - session_.simulation().stepNumber();
    steps = std::clamp<std::int64_t>(left, 0, playback.stepsPerFrame);
  }
  double seconds =
      std::max(1.0 / playback.lowestFrameRate - drawingSeconds_, kLeastWork * drawingSeconds_);
  if (state_.pendingFluid) {
    continuePendingFluid(state_, seconds);
    return;
  }
  for (const auto& show : state_.shows) seconds -= show->prepare(state_, seconds);
  const bool hadFailed = !session_.failure().empty();
  steps_ += runFluid(state_, steps, seconds, pointer_.forces());
  if (!hadFailed && !session_.failure().empty()) settling_ = kSettlingFrames;
}

void runDemo(const DemoOptions& options) {
  Demo demo(options);
  while (demo.turn()) continue;
  demo.close();
}

void Demo::drawPicture() {
  const glm::ivec2 size = window_.framebufferSize();
  if (std::exchange(size_, size) != size) {
    journal_.event("size", fmt::format("{} {}", size.x, size.y));
  }
  const std::size_t notices = journal_.changes();
  Clock::time_point begun = Clock::now();
  followPicked(state_);
  gui_.setTheme(state_.isLight);
  gui_.setLargeType(state_.hasLargeType);
  gui_.beginFrame(inputs_.pointer(window_.pointer()));
  state_.animated = false;
  area_ = drawPanels(state_, size);
  frameCamera(state_, {area_.width, area_.height});
  double interfaceSeconds = secondsSince(begun);
  const bool drawnAnew = drawFluid();
  // A software renderer draws in the background. Without this wait, the time to draw the fluid
  // would count as time to draw the panels.
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
  drawCellEdges(state_, area_);
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
