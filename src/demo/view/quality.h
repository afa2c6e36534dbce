// How well the fluid is drawn, so that the window keeps its rate.
#pragma once

#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "demo/session/clock.h"
#include "demo/view/fluid_view.h"

namespace gpubuck::demo {

/// Looks from the chosen one down, each quicker to draw than the one before: with one sample per
/// pixel, without shadows, without soft shading, with a coarser surface, as points.
std::vector<Look> lookLevels(const Look& chosen);

/// What such a level does without; empty: nothing.
std::string lookLossText(const Look& chosen, const Look& level);

/// Draws the fluid in the window with as much of its look as the rate allows.
class RateKeeper {
 public:
  /// As FluidView::draw. `asChosen`: with all of the look, however long it takes.
  bool draw(DemoState& state, FluidView& view, const PictureArea& area, double leastText,
            bool asChosen);

 private:
  /// What the level of quality is of.
  struct Subject {
    int generation = -1;
    Look look{};
    int width = 0, height = 0;
    bool operator==(const Subject&) const = default;
  };

  Subject subject_;
  int pictures_ = 0;
  Clock::time_point begun_ = Clock::now();
};

}  // namespace gpubuck::demo
