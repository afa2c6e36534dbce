// The growth of domains after a quench.
#pragma once

#include <optional>
#include <vector>

#include "scenario/scenario.h"
#include "validation/check.h"
#include "validation/statistics.h"

namespace gpubuck::validation {

/// Two fluids that start mixed, half and half, with a = 25 between like and 60 between unlike
/// particles.
struct Quench {
  int dimensions = 2;
  double side = 256.0;  ///< of the square or the cube
  double density = 4.0;
  double drag = 0.0;  ///< above 0 momentum is not conserved
};

scenario::Scenario quenchScenario(const Setup& setup, const Quench& quench);

struct DomainCurve {
  std::vector<double> time;
  std::vector<double> size;  ///< Observables::domainSize, the first zero of the correlation
};

/// Runs until the domains have grown to `most` or `time` is up. Samples at times 4 % apart.
DomainCurve measureDomains(const Setup& setup, const Quench& quench, double most, double time);

/// The exponent n of size = c t^n while the size first grows from `least` to `most`: a line through
/// the logarithms. Nothing if the curve has fewer than three points there.
std::optional<double> growthExponent(const DomainCurve& curve, double least, double most);

/// Mean and standard error of the exponents of several runs. Throws RunError if fewer than two
/// have one.
Estimate meanExponent(const std::vector<DomainCurve>& runs, double least, double most);

}  // namespace gpubuck::validation
