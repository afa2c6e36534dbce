// The physical checks of `gpubuck validate`: a fluid on this device must match figures from theory,
// from the literature and from simulations in double precision. Equations and sources:
// docs/physics.md.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "dpd/model/fluid.h"
#include "texel/device.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// One figure and its expected value.
struct Row {
  std::string check;  ///< name of the figure, with unit or parameters unless they are obvious
  Estimate value;
  double expected = 0.0;
  double tolerance = 0.0;  ///< tolerance of the difference; it allows for statistical errors
  Curve curve{};  ///< the data from which the figure follows, for plots; may have no series

  /// Returns whether |value - expected| <= tolerance; false if the value is not a number.
  bool pass() const;
};

/// The engine of the checks, and the noise and the length of their runs.
struct Setup {
  texel::Engine engine = texel::Engine::Paper;
  gl::ShaderLibrary shaders{};
  std::shared_ptr<gl::ProgramCache> programs = std::make_shared<gl::ProgramCache>();
  dpd::NoiseKind noise = dpd::NoiseKind::Karpinski;
  /// Factor on the length of averages. At 1, statistical errors are at most a quarter of the
  /// tolerances, or a third in the long checks. Checks scale their sampling with this factor, but
  /// never their tolerances.
  double length = 1.0;
  /// Seed of initial states and noise. With another seed, a difference that is due to chance
  /// changes, but a difference that is due to a fault stays.
  std::uint32_t seed = 1;

  /// Returns the options of a device that is laid out for the largest array of a check.
  texel::DeviceOptions deviceFor(std::int64_t largestArray) const {
    return {
        .engine = engine, .shaders = shaders, .programs = programs, .largestArray = largestArray};
  }
};

/// A function that takes each row as soon as it is known.
using Report = std::function<void(const Row&)>;

/// A group of figures that come from the same runs.
struct Check {
  const char* name;  ///< name on the command line; the code is in NAME_checks.cpp
  const char* what;  ///< one line for the help
  bool isLong;       ///< runs only with --long; takes hours in software, minutes on a GPU
  void (*run)(const Setup& setup, const Report& report);
};

/// Returns all checks, in the order in which they run.
const std::vector<Check>& checks();

void checkNoise(const Setup& setup, const Report& report);
void checkPairs(const Setup& setup, const Report& report);
void checkEquilibrium(const Setup& setup, const Report& report);
void checkConservation(const Setup& setup, const Report& report);
void checkTransport(const Setup& setup, const Report& report);
void checkMolecules(const Setup& setup, const Report& report);
void checkChains(const Setup& setup, const Report& report);
void checkMicrophases(const Setup& setup, const Report& report);
void checkManyBody(const Setup& setup, const Report& report);
void checkTimeStep(const Setup& setup, const Report& report);
void checkInterface(const Setup& setup, const Report& report);
void checkRayleighTaylor(const Setup& setup, const Report& report);
void checkPhaseSeparation(const Setup& setup, const Report& report);

}  // namespace gpubuck::validation
