// The coefficients of the pair force between two species, and their form on the GPU.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/vec4.hpp>
#include <numbers>

namespace gpubuck::dpd {

/// The force (paper, section 4.1) on the particle at the head of e, in words of the scenario.
inline constexpr const char* kPairForce =
    "[a w − gamma w² (e·v) + sigma w θ / √dt] e with w = 1 − r";

struct PairCoefficients {
  double a = 25.0;     ///< repulsion, energy / length, >= 0
  double gamma = 4.5;  ///< friction, mass / time, >= 0

  /// The noise that, with this friction, keeps the temperature kT.
  double sigma(double kT) const { return std::sqrt(2.0 * gamma * kT); }
};

/// w, by which the repulsion and the noise at a distance are weighted, the friction by its square:
/// what shaders/dpd/pair_terms.glsl computes, in double for those that check it.
inline double repulsionWeight(double r) { return std::max(0.0, 1.0 - r); }
inline double noiseWeight(double r) { return std::max(0.0, 1.0 - r); }

/// The largest force between two particles whose relative velocity is at most 1: at contact, with
/// the largest random number, sqrt(3).
inline double largestForce(const PairCoefficients& pair, double kT, double dt) {
  return pair.a + pair.gamma + std::sqrt(3.0 / dt) * pair.sigma(kT);
}

/// The entry of u_pair in shaders/dpd/pair_terms.glsl.
inline glm::vec4 pairUniform(const PairCoefficients& pair, double kT, double dt) {
  return {pair.a, pair.gamma, pair.sigma(kT) / std::sqrt(dt), 0.0};
}

/// The factors between these coefficients and those of the paper's normalised form (section 4.1):
/// a = pi_kl linear, sigma = sigma_kl linear, gamma = gamma_kl M_kl square, where r_c = 1 and
/// M_kl = 2 M_k M_l / (M_k + M_l).
struct PaperWeights {
  PaperWeights(double density, int dimensions)
      : linear(3.0 / (std::numbers::pi * density)),
        square((dimensions == 2 ? 6.0 : 7.5) / (std::numbers::pi * density)) {}

  static double mass(double k, double l) { return 2.0 * k * l / (k + l); }

  double linear;  ///< A = 3 / (pi n)
  double square;  ///< B = 15 / (2 pi n) in three dimensions, 6 / (pi n) in two
};

}  // namespace gpubuck::dpd
