// The state that the panels of the window share: the fluid, its display and pending actions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "demo/session/measurer.h"
#include "demo/session/pending_fluid.h"
#include "demo/ui/panels/file_dialog.h"
#include "demo/ui/panels/panels.h"
#include "demo/ui/panels/show.h"
#include "demo/view/display.h"
#include "demo/view/films.h"

namespace gpubuck::demo {

class Undo;  // demo/ui/actions/undo.h
std::shared_ptr<Undo> makeUndo();
class Bookmarks;  // demo/ui/actions/undo.h
std::shared_ptr<Bookmarks> makeBookmarks();

struct DemoState : Display {
  DemoState(FluidSession& fluid, Journal& events, Recorder& films)
      : Display{{events}, {}, fluid}, recorder(films) {}

  Recorder& recorder;
  std::deque<unsigned long> singleSteps{};  ///< gestures of the single steps still to be made
  /// The stroke of the pointer while its button is held: a tool's word or "sphere"; else empty.
  std::string stroke{};
  std::vector<Panel> panels = makePanels();
  bool showsGui = true, showsControls = true, showsMeasurements = true;
  bool hasBar = true;  ///< in the slim layout
  Replay replay{};
  StartDraft startDraft{};  ///< values for the next restart
  bool onPage = false;      ///< see DemoOptions::onPage
  bool quit = false;
  bool toggleFullscreen = false;
  /// Number of the gesture being handled (gl::Window::gestures).
  unsigned long gesture = 0;
  std::string savePath{};  ///< file to save the scenario to
  FileDialog fileDialog{};
  std::vector<std::unique_ptr<Show>> shows{};
  Measurer measurer{};
  std::unique_ptr<PendingFluid>
      pendingFluid{};                ///< the fluid whose particles are being created, or null
  std::string drawer{};              ///< name of the open drawer (demo/ui/panels/bar.h), or empty
  bool measurementsInFront = false;  ///< shown instead of the controls if both do not fit
  /// Actions to be carried out between this picture and the next. They may replace the device and
  /// the simulation, which this picture still uses.
  std::vector<std::function<void()>> pending{};

  std::shared_ptr<Undo> undo = makeUndo();
  std::shared_ptr<Bookmarks> bookmarks = makeBookmarks();

  Show& show(const std::string& name) const {
    const auto nameOf = [](const auto& each) -> const std::string& { return each->name(); };
    return **std::ranges::find(shows, name, nameOf);
  }
  /// Returns the show that has taken over the window, or null.
  Show* presentShow() const {
    const auto isIt = [](const auto& each) { return each->takesOver(); };
    const auto found = std::ranges::find_if(shows, isIt);
    return found == shows.end() ? nullptr : found->get();
  }
  void runPending() {
    for (const auto& action : std::exchange(pending, {})) action();
  }
};

}  // namespace gpubuck::demo
