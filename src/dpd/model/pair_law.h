// The laws of the force between two particles, with the coefficients of many-body DPD and of the
// paper. Scenarios, forms, documents, exact sums of forces and tests use the rows of the table
// kPairLaws. To add a law, add its row, its shader, and the coefficients that no other law has.
#pragma once

#include <cmath>
#include <glm/vec4.hpp>
#include <numbers>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"

namespace gpubuck::dpd {

/// The kernels by which neighbours add to the density at a particle. They are normalised so that
/// this density equals the number density in a uniform fluid.
enum class DensityKernel {
  Warren,  ///< N (1 - r/r_d)^2, N = 15 / (2 pi r_d^3), in two dimensions 6 / (pi r_d^2)
  Lucy     ///< N (1 + 3 r/r_d) (1 - r/r_d)^3, N = 105 / (16 pi r_d^3), in two dimensions 5 / (pi
           ///< r_d^2)
};

inline const std::vector<EnumName<DensityKernel>> kDensityKernels{
    {DensityKernel::Warren, "warren",
     "(1 − r/r_d)², whose slope is the weight of the force: forces follow from an energy (Warren "
     "2003)."},
    {DensityKernel::Lucy, "lucy",
     "(1 + 3 r/r_d) (1 − r/r_d)³, as in the pair style mdpd of LAMMPS. Forces then follow from no "
     "energy, and the fluid is 2 to 3 % warmer than kT."}};

/// The coefficients that all pairs of a fluid share. If pairs had different b or radii, forces
/// could not be derived from an energy (Warren 2013).
struct ManyBody {
  double b = 25.0;              ///< repulsion, energy length^2 (in two dimensions energy length),
                                ///< >= 0
  double densityRadius = 0.75;  ///< r_d, length, 0.1..1
  DensityKernel kernel = DensityKernel::Warren;

  /// Returns the largest contribution of one neighbour to a density: N of the kernel.
  double densityAtContact(int dimensions) const;
  /// Returns the factor c of a particle's energy c rho^2, which is b r_d / (4 N), with the N of the
  /// kernel warren.
  double energyFactor(int dimensions) const;
};

/// The coefficients of a pair of species for all laws. A law uses the coefficients that its row
/// lists.
struct PairCoefficients {
  double a = 25.0;              ///< repulsion, energy / length; attraction if negative
  double gamma = 4.5;           ///< friction, mass / time, >= 0
  double weightExponent = 1.0;  ///< s of the noise's weight (1 - r)^s, 0.1..4

  /// Returns the strength of the noise that, with this friction, keeps the temperature kT.
  double sigma(double kT) const { return std::sqrt(2.0 * gamma * kT); }
};

/// A coefficient of a law as users see it: a key of [[pair]] in scenarios and a slider in the
/// window.
struct Coefficient {
  double PairCoefficients::*part;
  const char* name;     ///< the key
  const char* label;    ///< the slider's label
  const char* unit;     ///< empty for a number without a unit
  const char* help;     ///< sentences
  const char* initial;  ///< the default in words; empty if it is the value in PairCoefficients
  double least, most;   ///< limits; `most` may be infinity
  double low, high;     ///< range of the slider
  const char* format;   ///< printf format of the slider's number
  const char* whyNotBelow = "";  ///< why no number below `least` is allowed: end of the error
};

/// The density around a particle up to which PairLaw::largestForce holds. Liquids have densities of
/// 5 to 10. Sums of forces are exact up to 32,768 times the largest force, and thus at far higher
/// densities, too.
inline constexpr double kMostDensity = 32.0;

enum class PairLawKind { Dpd, ManyBody };

struct Fluid;

struct PairLaw {
  PairLawKind value;
  const char* name;     ///< the name in scenarios
  const char* formula;  ///< the force, in the symbols of kPairSymbols and names of coefficients
  const char* help;     ///< sentences
  /// The file that defines pairTerms, pairEnergy and ownEnergy, as shaders/dpd/laws/dpd.glsl does.
  const char* shader;
  /// The pair style of LAMMPS with this force, which formats/lammps_script.cpp writes; empty if
  /// LAMMPS has no such style.
  std::string_view lammpsStyle;
  std::vector<Coefficient> coefficients;
  /// Returns the GLSL constants that the shader reads.
  std::string (*constants)(const Fluid& fluid);
  /// Returns the entry of u_pair in shaders/dpd/coefficients.glsl for two species.
  glm::vec4 (*uniform)(const PairCoefficients& pair, const Fluid& fluid);
  /// Returns the largest force between two particles whose relative velocity is at most 1, and
  /// whose densities are at most kMostDensity.
  double (*largestForce)(const PairCoefficients& pair, const Fluid& fluid);
  /// Returns u_law of the shader: the coefficients that all pairs have in common. Null for a law
  /// without such coefficients.
  glm::vec4 (*shared)(const Fluid& fluid) = nullptr;
  /// Returns the largest contribution of a neighbour to the density at a particle. Null for a law
  /// that needs no density. The shader of a law with densities also defines densityAt and includes
  /// dpd/pair_densities.glsl.
  double (*largestDensity)(const Fluid& fluid) = nullptr;

  bool needsDensity() const { return largestDensity != nullptr; }
  bool has(double PairCoefficients::*part) const;
};

extern const std::vector<PairLaw> kPairLaws;

/// The symbols of a PairLaw::formula.
inline constexpr const char* kPairSymbols =
    "e is the direction between the particles, v their relative velocity, and θ a random number of "
    "mean 0 and variance 1";

/// The factors that convert the paper's coefficients of the species k and l to PairCoefficients:
/// a = linear * pi_kl, sigma = linear * sigma_kl, gamma = square * M_kl * gamma_kl, where r_c = 1
/// and M_kl = 2 M_k M_l / (M_k + M_l).
struct PaperWeights {
  PaperWeights(double density, int dimensions)
      : linear(3.0 / (std::numbers::pi * density)),
        square((dimensions == 2 ? 6.0 : 7.5) / (std::numbers::pi * density)) {}

  static double mass(double k, double l) { return 2.0 * k * l / (k + l); }

  double linear;  ///< A = 3 / (pi n)
  double square;  ///< B = 15 / (2 pi n) in three dimensions, 6 / (pi n) in two
};

}  // namespace gpubuck::dpd
