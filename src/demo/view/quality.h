// The quality at which the fluid is drawn, so that the window keeps its rate.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "demo/view/display.h"
#include "demo/view/fluid_view.h"
#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Returns the chosen look and reduced ones, each quicker to draw than the previous one: with one
/// sample per pixel, without shadows, without soft shading, with a coarser surface, as points.
std::vector<Look> lookLevels(const Look& chosen);

/// Returns a text of the reductions of a level, or an empty string for full quality.
std::string lookLossText(const Look& chosen, const Look& level);

/// Draws the fluid in the window with as much of its look as the rate allows, and with
/// all of it once nothing changes.
class RateKeeper {
 public:
  /// Draws as FluidView::draw; if `asChosen`, with full quality however long it takes.
  bool draw(Display& display, FluidView& view, const PictureArea& area, double leastText,
            bool asChosen, Clock::time_point now = Clock::now());
  /// Returns whether the picture is going to be drawn again, with full quality, without further
  /// input.
  bool isRefining() const { return stillSince_ && !isRefined_; }

 private:
  /// The conditions for which the level of quality was found.
  struct Subject {
    int generation = -1;
    Look look{};
    int width = 0, height = 0;
    bool operator==(const Subject&) const = default;
  };

  Subject subject_;
  int pictures_ = 0;
  /// The time since which a picture of reduced quality has not changed.
  std::optional<Clock::time_point> stillSince_;
  bool isRefined_ = false;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace gpubuck::demo
