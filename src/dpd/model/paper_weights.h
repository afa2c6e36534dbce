// The coefficients of a pair in the paper's normalised form (section 4.1).
#pragma once

#include <numbers>

namespace gpubuck::dpd {

/// Returns the factors between the coefficients of PairCoefficients and those of the paper: a =
/// pi_kl linear, sigma = sigma_kl linear, gamma = gamma_kl M_kl square, where r_c = 1 and M_kl = 2
/// M_k M_l / (M_k + M_l).
struct PaperWeights {
  PaperWeights(double density, int dimensions)
      : linear(3.0 / (std::numbers::pi * density)),
        square((dimensions == 2 ? 6.0 : 7.5) / (std::numbers::pi * density)) {}

  static double mass(double k, double l) { return 2.0 * k * l / (k + l); }

  double linear;  ///< A = 3 / (pi n)
  double square;  ///< B = 15 / (2 pi n) in three dimensions, 6 / (pi n) in two
};

}  // namespace gpubuck::dpd
