// The state that actions on the fluid share: the display of the fluid, and the changes under way.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "demo/session/fluid_session.h"
#include "demo/session/pending_fluid.h"
#include "demo/view/display.h"
#include "demo/view/films.h"

namespace gpubuck::demo {

class Undo;  // demo/ui/actions/undo.h
std::shared_ptr<Undo> makeUndo();
class Bookmarks;
std::shared_ptr<Bookmarks> makeBookmarks();

/// The fluid that the user works on.
struct Workspace : Display {
  Workspace(FluidSession& fluid, Journal& events, Recorder& films)
      : Display{{events}, {}, fluid}, recorder(films) {}

  Recorder& recorder;
  Replay replay{};
  Measurer measurer{};
  StartDraft startDraft{};  ///< values for the next restart
  /// The fluid whose particles are being created, or null.
  std::unique_ptr<PendingFluid> pendingFluid{};
  std::deque<unsigned long>
      singleSteps{};  ///< the gesture of each single step that is still to be made
  /// Name of the stroke under way: a tool's word, "sphere" for a body that is dragged, or "sphere
  /// radius" for the drag of that slider. Empty if no stroke is under way.
  std::string stroke{};
  /// Number of the gesture being handled (gl::Window::gestures).
  unsigned long gesture = 0;
  std::string savePath{};  ///< file to save the scenario to
  bool onPage = false;     ///< see DemoOptions::onPage
  /// Actions to be carried out between this picture and the next picture. They may replace the
  /// device and the simulation, which the widgets of this picture still use.
  std::vector<std::function<void()>> pending{};

  std::shared_ptr<Undo> undo = makeUndo();
  std::shared_ptr<Bookmarks> bookmarks = makeBookmarks();

  void runPending() {
    for (const auto& action : std::exchange(pending, {})) action();
  }
};

}  // namespace gpubuck::demo
