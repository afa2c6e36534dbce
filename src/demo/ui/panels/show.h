// Shows: scenes that the window plays by itself, such as the tour. Each show has a row in
// demo/shows/shows.cpp.
#pragma once

#include <string>
#include <utility>

#include "demo/widgets/layout.h"

namespace gpubuck::demo {

struct DemoState;

class Show {
 public:
  explicit Show(std::string name) : name_(std::move(name)) {}
  virtual ~Show() = default;
  Show(const Show&) = delete;
  Show& operator=(const Show&) = delete;

  /// Returns the name of the show, for DemoState::show().
  const std::string& name() const { return name_; }
  virtual void begin(DemoState& state) = 0;
  virtual void end(DemoState& state) = 0;
  virtual bool isPlaying() const = 0;
  /// Returns whether the show has taken over layout, look and fluid. Undo and preferences then
  /// ignore its changes.
  virtual bool takesOver() const { return isPlaying(); }
  /// Returns whether any key or button ends the show while it is playing.
  virtual bool endsAtAnyKey() const { return false; }
  /// Returns whether the show is done, so that the window does not offer it in the next session.
  virtual bool isDone() const { return false; }
  /// Goes this number of scenes forwards, or back if it is negative.
  virtual void go(DemoState& /*state*/, int /*scenes*/) {}
  /// Spends up to a share of `seconds` on preparing the next scene. Returns the seconds spent.
  virtual double prepare(DemoState& /*state*/, double /*seconds*/) { return 0.0; }
  /// The window calls this function for each picture, `seconds` after the last picture.
  virtual void update(DemoState& state, double seconds) = 0;
  /// Draws the show while it is playing, over the fluid or at a side. A side that the show uses is
  /// taken off the work area. Returns the upper end of the show's card over the fluid, or the
  /// bottom of the work area if there is no card.
  virtual float draw(DemoState& state, WorkArea& free) = 0;

 private:
  std::string name_;
};

}  // namespace gpubuck::demo
