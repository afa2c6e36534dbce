// The card of the first minute: three things to try.
#pragma once

#include <array>
#include <string>

#include "scenario/scenario.h"

namespace gpubuck::demo {

struct DemoState;

/// What a newcomer has tried. The card stands over the fluid for a minute, or until all is done or
/// it is closed, and does not come back.
class FirstSteps {
 public:
  struct Thing {
    std::string how, what;
    bool isDone = false;
  };

  /// Shows the card; without this call there is none.
  void begin() { isShown_ = true; }
  void close() { isShown_ = false; }
  bool isShown() const { return isShown_; }
  const std::array<Thing, 3>& things() const { return things_; }

  /// The pointer pulls the fluid.
  void notePull() { things_[1].isDone = true; }
  /// To be called with every picture, `seconds` after the last.
  void update(const DemoState& state, double seconds);

 private:
  std::array<Thing, 3> things_{{{"Drag", "turns the box; a click selects a particle"},
                                {"Shift and drag", "pulls the fluid"},
                                {"PgDn, PgUp", "go through the gallery; F2 shows it"}}};
  bool isShown_ = false;
  double age_ = 0.0;   ///< seconds
  double done_ = 0.0;  ///< for how long all has been
};

/// The card, if it is shown, above the bottom of the fluid between `left` and `right`.
void drawFirstSteps(DemoState& state, float left, float right);

}  // namespace gpubuck::demo
