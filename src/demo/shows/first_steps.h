// The card "Three things to try" of the first minute.
#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "demo/ui/panels/show.h"

namespace gpubuck::demo {

/// Shows a card with three things to try. A thing is ticked once the user has done it. The card is
/// a line at the bottom of the fluid. It disappears when all things are done, when the user has
/// done none of them for a minute, or when the card is closed. If there is no room for all things,
/// the card shows only the next thing.
class FirstSteps : public Show {
 public:
  struct Thing {
    std::string how, what;
    bool isDone = false;
  };

  FirstSteps() : Show("first steps") {}
  void begin(DemoState& /*state*/) override { isShown_ = true; }
  void end(DemoState& /*state*/) override {
    isShown_ = false;
    isOver_ = true;
  }
  bool isPlaying() const override { return isShown_; }
  bool takesOver() const override { return false; }
  /// Returns whether all things have been done, or the card has been closed.
  bool isDone() const override { return isOver_; }
  void update(DemoState& state, double seconds) override;
  float draw(DemoState& state, WorkArea& free) override;

  const std::array<Thing, 3>& things() const { return things_; }

 private:
  std::array<Thing, 3> things_{{{"Drag the fluid", "pulls it"},
                                {"Drag next to it", "turns the box"},
                                {"Algorithm (F8)", "shows how the fluid is sorted"}}};
  bool isShown_ = false, isOver_ = false;
  std::ptrdiff_t count_ = 0;  ///< number of things done
  double age_ = 0.0;   ///< seconds since the last thing was done, or since the card was opened
  double done_ = 0.0;  ///< seconds since all things were done
};

}  // namespace gpubuck::demo
