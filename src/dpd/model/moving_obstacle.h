// The obstacle of a running fluid: where it is, where it goes, and what is to change of it.
#pragma once

#include <optional>

#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

/// Changes during a step take effect at its end.
class MovingObstacle {
 public:
  /// Throws InputError, as all calls that set it do, where dpd::faultOf finds a fault.
  explicit MovingObstacle(const Fluid& fluid);

  const Obstacle& present() const { return present_; }

  /// Begins a step. Returns the obstacle at the end of it.
  const Obstacle& begin(const Fluid& fluid, double dt);
  void endStep();

  /// Puts it into the fluid, moves it or takes it away.
  void set(const Obstacle& obstacle, const Fluid& fluid);
  /// Takes over what `after` says otherwise of it than `before`; else it goes on from where it is.
  void set(const Fluid& before, const Fluid& after);
  /// Throws where that would, and changes nothing.
  void requireSettable(const Fluid& before, const Fluid& after) const;
  /// The present one with what is set to change and what set() would change.
  Obstacle with(const Fluid& before, const Fluid& after) const;

 private:
  /// The obstacle that the next step begins with unless it is changed.
  Obstacle toCome() const { return wanted_.value_or(isUnderWay_ ? next_ : present_); }

  bool isUnderWay_ = false;
  Obstacle present_;
  Obstacle next_;                   ///< at the end of the step under way, as the passes have it
  std::optional<Obstacle> wanted_;  ///< from the next step on
};

}  // namespace gpubuck::dpd
