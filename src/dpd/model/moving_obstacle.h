// The obstacle of a running fluid, its motion, and its pending change.
#pragma once

#include <optional>

#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

/// Changes during a step take effect at its end.
class MovingObstacle {
 public:
  /// Throws InputError if dpd::faultOf finds a fault; so do all calls that set the obstacle.
  explicit MovingObstacle(const Fluid& fluid);

  const Obstacle& present() const { return present_; }

  /// Begins a step. Returns the obstacle at the end of it.
  const Obstacle& begin(const Fluid& fluid, double dt);
  void endStep();

  /// Adds the obstacle, moves it or removes it.
  void set(const Obstacle& obstacle, const Fluid& fluid);
  /// Applies the differences between the obstacles of `before` and `after`; the rest of the
  /// obstacle moves on as before.
  void set(const Fluid& before, const Fluid& after);
  /// Throws if set() would, and changes nothing.
  void requireSettable(const Fluid& before, const Fluid& after) const;
  /// Returns the present obstacle with the pending change and the change that set() would make.
  Obstacle with(const Fluid& before, const Fluid& after) const;

 private:
  /// Returns the obstacle with which the next step begins unless it is changed.
  Obstacle toCome() const { return wanted_.value_or(isUnderWay_ ? next_ : present_); }

  bool isUnderWay_ = false;
  Obstacle present_;
  Obstacle next_;                   ///< at the end of the step under way; the passes use it
  std::optional<Obstacle> wanted_;  ///< pending; applies from the next step on
};

}  // namespace gpubuck::dpd
