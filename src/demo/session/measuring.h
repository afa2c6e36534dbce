// The measurements of the window's fluid, which are made in slices between pictures.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "demo/session/telemetry.h"
#include "demo/widgets/clock.h"
#include "dpd/simulation.h"
#include "texel/work_slices.h"

namespace gpubuck::demo {

/// Measures a fluid. A measurement may take several calls. Also estimates the time that a
/// measurement takes.
class Measuring {
 public:
  /// Cancels the measurement under way. The first slice of the next measurement has this many
  /// particles.
  void begin(std::int64_t slice);
  /// Sets whether the structure factor is measured, too. This needs a box with a periodic axis.
  void setStructureFactor(bool measures) { measuresStructureFactor_ = measures; }

  /// Measures the present state until `isOver` returns true or the measurement is complete. Adds a
  /// complete measurement to the telemetry. `isOver` is called after each slice; there are about
  /// kWaitsPerCall slices in `seconds`. Returns whether the measurement is complete; if not, the
  /// next call continues it unless the state has changed. Throws the errors of a simulation whose
  /// fluid has failed.
  bool goOn(dpd::Simulation& fluid, Telemetry& telemetry, double seconds,
            const std::function<bool()>& isOver);
  /// Cancels the measurement under way.
  void stop() { share_ = seconds_ = 0.0; }

  /// Returns the completed share of the measurement under way, 0..1, or 0 if none is under way.
  double share() const { return share_; }
  /// Returns the time spent on the measurement, seconds.
  double seconds() const { return seconds_; }
  /// Returns the expected time in seconds to measure a fluid of this many particles, estimated from
  /// the last measurement, or 0 before the first measurement.
  double expected(std::int64_t particles) const;

 private:
  texel::SliceLength slice_;
  bool measuresStructureFactor_ = false;
  double share_ = 0.0, seconds_ = 0.0;
  std::int64_t measured_ = 0;  ///< number of particles measured so far in the measurement under way
  double secondsPerParticle_ = 0.0;  ///< time per particle of the last measurement
};

/// Number of waits for the GPU in each call that computes for a given time.
inline constexpr double kWaitsPerCall = 4.0;
/// Maximum size of a slice: the work for this many steps of all particles of the fluid.
inline constexpr std::int64_t kMostStepsPerSlice = 64;

class FluidSession;

/// Measures the fluid at its start and then every `every` steps, or never if `every` is 0.
/// Measurements take at most a certain share of the time.
class Measurer {
 public:
  bool isDue(FluidSession& session, std::int64_t every) const;
  /// If a measurement is due, continues it for about `seconds`. Returns false if the measurement is
  /// not complete, so that the fluid has to wait. Throws the errors of FluidSession::measure.
  bool goOn(FluidSession& session, std::int64_t every, double seconds);
  /// Skips the measurement under way. The next measurement is due `every` steps later.
  void skip(FluidSession& session);

 private:
  Clock::time_point ended_{};  ///< when the last measurement was complete
  /// Generation and step of a measurement that has been skipped.
  std::optional<std::pair<int, std::int64_t>> skipped_;
};

}  // namespace gpubuck::demo
