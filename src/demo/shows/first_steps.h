// The card "Three things to try" of the first minute.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "demo/widgets/layout.h"
#include "scenario/scenario.h"

namespace gpubuck::demo {

struct DemoState;

/// The things that a newcomer has tried. The card is shown over the fluid for a minute, or until
/// all things are done or it is closed.
class FirstSteps {
 public:
  struct Thing {
    std::string how, what;
    bool isDone = false;
  };

  /// Shows the card.
  void begin() { isShown_ = true; }
  void close() {
    isShown_ = false;
    isOver_ = true;
  }
  bool isShown() const { return isShown_; }
  /// Returns whether all things have been done, or the card has been closed.
  bool isOver() const { return isOver_; }
  const std::array<Thing, 3>& things() const { return things_; }

  /// Records that the pointer pulls the fluid.
  void notePull() { things_[1].isDone = true; }
  /// To be called with every picture, `seconds` after the last.
  void update(const DemoState& state, double seconds);

 private:
  std::array<Thing, 3> things_{{{"Drag", "turns the box; a click selects a particle"},
                                {"Shift and drag", "pulls the fluid"},
                                {"Algorithm (F8)", "shows how the fluid is sorted"}}};
  bool isShown_ = false, isOver_ = false;
  std::ptrdiff_t count_ = 0;  ///< of things done
  double age_ = 0.0;   ///< seconds since the last thing was done, or since the card was opened
  double done_ = 0.0;  ///< seconds since all things were done
};

/// Draws the card, if it is shown, at the bottom of the work area. Returns its upper end, or the
/// bottom of the work area without it.
float drawFirstSteps(DemoState& state, const WorkArea& free);

}  // namespace gpubuck::demo
