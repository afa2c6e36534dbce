// Sums over particles, and the pressure in slabs across the last axis. The slabs give, for example,
// the lateral stress profile of a layer. The table of the sums also defines the outputs of
// shaders/dpd/measure.glsl.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "dpd/model/clock.h"
#include "dpd/model/fluid.h"
#include "dpd/observables.h"
#include "dpd/steps/neighbourhood.h"
#include "dpd/steps/passes.h"
#include "dpd/steps/step.h"
#include "texel/sum.h"

namespace gpubuck::dpd {

/// The sum of an expression over all particles.
struct ParticleSum {
  std::string_view name;
  std::string_view glsl;     ///< an expression of the variables in run() of measure.glsl
  bool isOfSpecies = false;  ///< whether there is also a sum per species
  bool isOfSlab = false;     ///< whether Measure can also find the sum in a slab
};

/// The sums over particles.
inline constexpr ParticleSum kParticleSums[] = {
    {"momentum x", "mass * mean.x", true},
    {"momentum y", "mass * mean.y", true},
    {"momentum z", "mass * mean.z", true},
    {"kinetic energy", "0.5 * mass * (squares.x + squares.y + squares.z)", true},
    {"potential energy", "ofPairs.x + ownEnergy()"},
    {"total virial", "ofPairs.y + virial.x + virial.y + virial.z"},
    {"gravity energy", "-mass * dot(gravity(), own.position)"},
    {"kinetic energy on step", "0.5 * mass * dot(mean, mean)"},
    {"stress xx", "mass * inside * squares.x + stress.x + virial.x", false, true},
    {"stress yy", "mass * inside * squares.y + stress.y + virial.y", false, true},
    {"stress zz", "mass * inside * squares.z + stress.z + virial.z", false, true}};

/// The name of the sum of the particles' species numbers. The sum is NaN if a particle has failed
/// or has too many neighbours.
inline constexpr std::string_view kSpeciesSum = "species";

/// Texels to add up, and the name of each channel. A channel without a name is ignored.
struct NamedSummand {
  texel::Sum::Summand summand;
  std::array<std::string_view, 4> names{};
};

/// Sums by name.
class Totals {
 public:
  /// Adds up elements 0 .. count-1 of each summand. Waits for the GPU.
  Totals(texel::Sum& sum, const std::vector<NamedSummand>& summands, std::int64_t count);
  /// Returns the totals of each of `parts`, which are ranges of elements. Waits for the GPU once.
  static std::vector<Totals> ofParts(texel::Sum& sum, const std::vector<NamedSummand>& summands,
                                     std::span<const texel::Range> parts);

  double of(std::string_view name) const { return totals_.at({name, kAll}); }
  double ofSpecies(std::string_view name, int k) const { return totals_.at({name, k}); }

 private:
  static constexpr int kAll = -1;

  /// `sums` has four sums for each summand, one per channel.
  Totals(const std::vector<NamedSummand>& summands, std::span<const std::array<double, 4>> sums);

  std::map<std::pair<std::string_view, int>, double> totals_;
};

/// Computes, for every particle, the expressions of kParticleSums or, with `isOfSlab`, only the
/// expressions whose sum exists in a slab, too.
class Measure {
 public:
  /// Throws RunError without GPU memory.
  Measure(const texel::Device& device, const Fluid& fluid, const Neighbourhood& neighbourhood,
          std::int64_t particles, bool isOfSlab = false);

  /// Makes later measurements use the particles of another step with the same cells.
  void setStep(const Neighbourhood& neighbourhood);
  /// Takes from `fluid` the values that may change during a run (scenario::requireChangeable).
  void setFluid(const Fluid& fluid);
  /// Sets the slab for a measurement in a slab.
  void setSlab(const Slab& slab) { dpd::setSlab(*pass_, slab); }

  /// Measures the particles of `range` at the step of `clock`. `neighbours` is the result of
  /// Neighbourhood::neighbours for these particles.
  void run(const Clock& clock, const texel::Range& range,
           const std::vector<texel::Input>& neighbours);

  /// Returns the summands of all sums. For a sum per species, there is one summand for each of the
  /// first `species` species.
  std::vector<NamedSummand> summands(int species = 0) const;

 private:
  void setCoefficients();

  const texel::Device* device_;
  Fluid fluid_;
  bool isOfSlab_;
  std::vector<ParticleSum> sums_;
  std::vector<texel::Vec4Array> arrays_;  ///< the values of four sums per array; the last channel
                                          ///< has the species
  const Neighbourhood* neighbourhood_ = nullptr;
  std::optional<texel::MapPass> pass_;
};

/// Throws InputError unless the last axis of the box is periodic.
void requireStressProfile(const cells::Box& box);

/// Measures one slab after the other with shaders/dpd/measure.glsl, which also measures the whole
/// box. The slabs therefore add up to the pressure of the box.
class StressSlabs {
 public:
  /// Throws RunError without GPU memory.
  StressSlabs(const texel::Device& device, const Fluid& fluid, const Step& step,
              std::int64_t particles);

  /// Measures the present particles in `room` at the step of `clock`. The forces of molecules must
  /// be computed again after this call; Step::prepare() does so. Returns nothing if a particle has
  /// failed or has too many neighbours (throwTooManyNeighbours). Waits for the GPU.
  std::optional<StressProfile> find(const Clock& clock, const Room& room, Step& step);

 private:
  Fluid fluid_;
  std::int64_t particles_;
  Measure measure_;
  texel::Sum sum_;
};

}  // namespace gpubuck::dpd
