// Several running DPD fluids that make their steps together.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "gpubuck/fluid.h"

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Several fluids, for example 64 fluids of 2,000 particles in a scan of parameters. A single small
/// fluid leaves most of a GPU idle; a batch uses all of it. After each step, each fluid has the
/// same bits as if it ran alone. A FluidBatch can be moved. As for a Fluid, an adopted context
/// should be current when the FluidBatch is destroyed.
class FluidBatch {
 public:
  /// Begins with the present states of these fluids, and does not change the fluids. The fluids
  /// must be in the same context, on the engine Fast, and have the same box, noise, search, force
  /// law, kernel of the law and number of species. No fluid may have solids, effects or molecules,
  /// or choose a sort or a traversal. Seeds, kT, density, masses, coefficients, gravity, drag,
  /// integrator and time step may differ.
  ///
  /// Throws InputError, which names the fluid (such as "fluid 3") and the key at fault.
  explicit FluidBatch(const std::vector<Fluid*>& fluids);

  FluidBatch(FluidBatch&& other) noexcept;
  FluidBatch& operator=(FluidBatch&& other) noexcept;
  ~FluidBatch();

  /// Makes time steps of all fluids, 0 or more. Throws RunError, which names fluid, step and
  /// particle, if a fluid has blown up; measure() throws this error, too. The other fluids can
  /// continue alone (fluid()).
  ///
  /// Calls `between`, if given, on the calling thread between two steps. If `between` throws, the
  /// call ends with this exception after a whole step. `between` must not call gpubuck.
  void step(std::int64_t steps = 1, const std::function<void()>& between = {});

  /// Measures the present state of each fluid. Waits for the GPU only once for all fluids.
  /// mixing_width and domain_size, which Fluid::measure() finds in fluids of two species, are
  /// missing.
  std::vector<Measurement> measure();

  /// Returns fluid k (0 .. size() - 1) as a Fluid that continues alone from its present state.
  /// Waits for the GPU. Throws RunError if this fluid has blown up.
  Fluid fluid(std::int64_t k);

  std::int64_t size() const;       ///< number of fluids
  std::int64_t stepsMade() const;  ///< number of steps that this batch has made
  std::int64_t count() const;      ///< number of particles of all fluids

 private:
  struct Running;

  std::unique_ptr<Running> running_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
