// Bounds on the float32 error of a pass against the double-precision oracle: derived from the data
// of each test, not fitted to results.
//
// Let e be 2^-24, the largest relative error of a rounded operation. The errors of one pair at
// distance r are:
// - d, a component of r_i - r_j: e |d| if no side lies between the two particles. Across a side,
//   the error is e (L + |d|), since r_i - r_j is rounded at the magnitude of the box before the
//   image is added.
// - r: |error of d| + 8 e r. The 8 covers the dot product, the square root and, on some GPUs, a
//   root and a quotient that GLSL lets be wrong by 3 units in the last place.
// - The direction: 2 |error of d| / r + 8 e, and never more than 2.
// - F along the direction: (error of r) |dF/dr| with |dF/dr| <= a + 2 g |v| + s |Theta| / sqrt(dt),
//   plus 16 e times the magnitudes of the terms of F, for coefficients, noise and products.
// A sum of n terms has an additional error of n e times the sum of the terms' magnitudes.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <vector>

#include "dpd/model/fluid.h"
#include "reference/dpd_forces.h"
#include "reference/geometry.h"

namespace gpubuck::test {

/// The largest relative error of a rounded float32 operation.
inline constexpr double kRound = 1.0 / 16777216.0;

struct RoundingBounds {
  std::vector<double> force;      ///< bound for each particle and any component
  std::vector<double> summation;  ///< the part of the tolerance that is due to order and number of
                                  ///< terms
  /// Bounds on the errors of each particle's shares. The bound of the conservative virial holds for
  /// any axis.
  std::vector<double> potential, conservativeVirial, totalVirial;
  int pairs = 0;  ///< pairs inside the cut-off; a test asserts that there are some
};

inline RoundingBounds roundingBounds(const dpd::Fluid& fluid, const reference::ForceInput& input,
                                     const reference::Theta& theta) {
  const std::size_t count = input.position.size();
  RoundingBounds result;
  for (std::vector<double>* each : {&result.force, &result.summation, &result.potential,
                                    &result.conservativeVirial, &result.totalVirial}) {
    each->assign(count, 0.0);
  }
  std::vector<double> magnitude(count, 0.0);
  std::vector<int> neighbours(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const glm::dvec3 d = reference::nearestImage(fluid.box, input.position[i], input.position[j]);
      const double r = glm::length(d);
      if (r > 1.0001) continue;  // rounding cannot bring farther pairs inside the cut-off
      const glm::dvec3 direct = input.position[i] - input.position[j];
      double separation = 0.0;
      for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
        separation += kRound * std::abs(d[axis]);
        if (direct[axis] != d[axis]) separation += kRound * fluid.box.size[axis];
      }
      const dpd::PairCoefficients& pair = fluid.pair(input.species[i], input.species[j]);
      const double w = std::max(0.0, 1.0 - r);
      const double speed = glm::length(input.velocity[i] - input.velocity[j]);
      const double kick =
          pair.sigma(fluid.kT) / std::sqrt(fluid.dt) *
          (r < 1.0 ? std::abs(theta(static_cast<int>(i), static_cast<int>(j))) : std::sqrt(3.0));
      const double distance = separation + 8.0 * kRound * r + 2.0 * kRound;
      const double direction = r > 0.0 ? std::min(2.0, 2.0 * separation / r + 8.0 * kRound) : 0.0;
      const double slope = pair.a + 2.0 * pair.gamma * speed + kick;
      const double size = pair.a * w + pair.gamma * w * w * speed + kick * w;
      const double along = slope * distance + (direction + 16.0 * kRound) * size;
      const double force = along + direction * size;
      for (const std::size_t k : {i, j}) {
        result.force[k] += force;
        magnitude[k] += size;
        ++neighbours[k];
        const double potential =
            0.5 * pair.a * w * (2.0 * distance + 8.0 * kRound * w) + kRound * pair.a;
        result.potential[k] += 0.5 * potential;
        result.conservativeVirial[k] +=
            0.5 * pair.a * (distance + 8.0 * kRound + r * w * (2.0 * direction + 4.0 * kRound));
        result.totalVirial[k] += 0.5 * (r * along + size * (distance + 4.0 * kRound));
      }
      if (r < 1.0) ++result.pairs;
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    const double sum = neighbours[k] * kRound * magnitude[k];
    result.force[k] += sum;
    result.summation[k] = sum + 4.0 * kRound * magnitude[k];
    result.totalVirial[k] += sum;
    result.conservativeVirial[k] += sum;
    result.potential[k] += sum;
  }
  return result;
}

/// Upper bounds on the sum of the magnitudes of an acceleration's parts, and on the acceleration's
/// error, for a component along any axis.
struct AccelerationBound {
  double size = 0.0;
  double error = 0.0;
};

/// Returns the bounds for a particle of `mass` with `force` and its error bound `forceError`. The
/// error of the drag's theta is 3 e times the width of its range, which is twice sqrt 3. This
/// error, and the errors of the coefficients and of the products, are less than 16 e times the
/// magnitude of the terms.
inline AccelerationBound accelerationBound(const dpd::Fluid& fluid, double mass,
                                           const glm::dvec3& force, double forceError,
                                           const glm::dvec3& predicted) {
  const double pairs = glm::length(force) / mass;
  const double body = glm::length(fluid.gravity) + std::abs(fluid.poiseuille) +
                      fluid.drag * glm::length(predicted) +
                      std::sqrt(6.0 * fluid.drag * fluid.kT / (mass * fluid.dt));
  return {pairs + body, forceError / mass + 6.0 * kRound * pairs + 16.0 * kRound * body};
}

}  // namespace gpubuck::test
