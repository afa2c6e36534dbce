// The growth of domains after a quench.
#pragma once

#include <optional>
#include <vector>

#include "validation/check.h"

namespace gpubuck::validation {

/// Two fluids in equal parts that start mixed, with a = 25 between like and a = 60 between unlike
/// particles.
struct Quench {
  int dimensions = 2;
  double side = 256.0;  ///< side of the square or the cube
  double density = 4.0;
  double drag = 0.0;  ///< if above 0, momentum is not conserved
};

/// Runs until the domains have grown to `most` or `time` is up. Returns the size of domains
/// (Observables::domainSize, the first zero of the correlation) against the time, at times that
/// differ by 4 %.
Series measureDomains(const Setup& setup, const Quench& quench, double most, double time);

/// Sizes between which a growth law holds.
struct Window {
  double least;
  double most;
};

/// Returns the exponent n of size = c t^n while the size first grows through the window, from a
/// straight line through the logarithms. Returns an empty optional if fewer than three points of
/// the curve are in the window.
std::optional<double> growthExponent(const Series& run, const Window& window);

/// Returns the mean and standard error of the exponents of several runs. Throws RunError if fewer
/// than two series have an exponent.
Estimate meanExponent(const std::vector<Series>& runs, const Window& window);

}  // namespace gpubuck::validation
