// A running DPD fluid.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "gpubuck/box.h"
#include "gpubuck/context.h"

// Exported by the shared library.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Units: lengths in cut-off radii, masses in masses of the lightest species; kT is 1 unless the
/// scenario says otherwise. The unit of time follows.

/// One entry per particle in each, by rising id; an id stays with its particle.
struct Particles {
  std::vector<Point> positions;   ///< in the box
  std::vector<Point> velocities;  ///< half a time step before the positions (leap-frog)
  std::vector<int> species;       ///< 0, 1, ... in the order of the scenario
};

/// Measurements of a fluid, all at the present step.
struct Measurement {
  std::int64_t step = 0;
  double time = 0.0;
  double temperature = 0.0;      ///< kT from the velocities
  double pressure = 0.0;         ///< kinetic part and virial of the conservative forces
  double pressureTotal = 0.0;    ///< with the virial of friction and noise
  double potentialEnergy = 0.0;  ///< of the conservative pair forces
  double kineticEnergy = 0.0;
  double gravityEnergy = 0.0;  ///< 0 at the origin
  /// Temperature of the velocities at the step: the means of those half a step before and after;
  /// `temperature` is the mean of their squares.
  double temperatureOnStep = 0.0;
  Point pressureTensor{};  ///< xx, yy, zz; `pressure` is their mean
  Point momentum{};
};

/// A scenario on the GPU. It can be moved, not copied. An adopted context should be current when it
/// is destroyed: otherwise its GPU memory is freed by the next call in that context.
class Fluid {
 public:
  /// Reads a scenario file (TOML; assets/scenarios/equilibrium.toml explains every key). Each of
  /// `overrides` replaces a value as --set does: "fluid.kT=1.5". `start`, if not empty,
  /// replaces the initial state: as many particles as density times volume; velocities may be left
  /// out, and are then drawn at kT.
  ///
  /// Throws InputError with file, line and key.
  static Fluid fromFile(const Context& context, const std::string& path,
                        const std::vector<std::string>& overrides = {},
                        const Particles& start = {});
  /// The same from the text of a scenario, called "scenario" in errors.
  static Fluid fromText(const Context& context, const std::string& toml,
                        const std::vector<std::string>& overrides = {},
                        const Particles& start = {});

  Fluid(Fluid&& other) noexcept;
  Fluid& operator=(Fluid&& other) noexcept;
  ~Fluid();

  /// Makes time steps. Throws RunError naming step and particle if the fluid has blown up; so do
  /// measure() and particles().
  void step(std::int64_t steps = 1);

  /// Waits for the GPU, as does particles().
  Measurement measure();
  Particles particles();

  std::int64_t count() const;  ///< of particles
  std::int64_t stepNumber() const;
  double time() const;
  Box box() const;

 private:
  struct Running;
  explicit Fluid(std::unique_ptr<Running> running);

  std::unique_ptr<Running> running_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
