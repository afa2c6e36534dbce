// The solids of a running fluid, their motion, and their pending change.
#pragma once

#include <optional>
#include <vector>

#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"

namespace gpubuck::dpd {

/// Keeps the solids of a running fluid. Changes during a step take effect at its end.
class MovingSolids {
 public:
  /// Throws InputError if dpd::faultOf finds a fault in the solids. All functions that set solids
  /// throw this error, too.
  explicit MovingSolids(const Fluid& fluid);

  const std::vector<Solid>& present() const { return present_; }

  /// Begins the step at `clock`. Returns the solids at the end of the step, with their velocities
  /// in the step.
  std::vector<Solid> begin(const Fluid& fluid, const Clock& clock);
  void endStep();

  /// Replaces all solids.
  void set(const std::vector<Solid>& solids, const Fluid& fluid);
  /// Applies the differences between the solids of `before` and `after`. If both have the same
  /// number of solids, the values that are equal in both stay as they are now. Otherwise the solids
  /// of `after` replace all solids.
  void set(const Fluid& before, const Fluid& after);
  /// Throws the errors that set() would throw, and changes nothing.
  void requireSettable(const Fluid& before, const Fluid& after) const;
  /// Returns the solids as they would be if set() were called now: with the pending change, and the
  /// change that set() would make.
  std::vector<Solid> with(const Fluid& before, const Fluid& after) const;

 private:
  /// Returns the solids with which the next step begins unless they are changed.
  const std::vector<Solid>& toCome() const;

  bool isUnderWay_ = false;
  std::vector<Solid> present_;
  std::vector<Solid> next_;                   ///< the solids at the end of the step under way
  std::optional<std::vector<Solid>> wanted_;  ///< pending solids, for the next step
};

}  // namespace gpubuck::dpd
