// The laws of the force between two particles. Scenarios, forms, docs, exact sums of forces and
// tests work from the rows of a table: a further law is a row here, its shader, and the
// coefficients that no other law has.
#pragma once

#include <cmath>
#include <glm/vec4.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"

namespace gpubuck::dpd {

/// The coefficients of two species for all laws. A law reads the coefficients that its row names.
struct PairCoefficients {
  double a = 25.0;              ///< repulsion, energy / length; attraction where negative
  double gamma = 4.5;           ///< friction, mass / time, >= 0
  double weightExponent = 1.0;  ///< s of the noise's weight (1 - r)^s, 0.1..4

  /// The noise that, with this friction, keeps the temperature kT.
  double sigma(double kT) const { return std::sqrt(2.0 * gamma * kT); }
};

/// A coefficient of a law as users meet it: a key of [[pair]] in scenarios and a slider.
struct Coefficient {
  double PairCoefficients::*part;
  const char* name;              ///< of the key
  const char* label;             ///< of the slider
  const char* unit;              ///< empty for a number without one
  const char* help;              ///< sentences
  const char* initial;           ///< the default in words, or empty for that of PairCoefficients
  double least, most;            ///< limits; the last may be infinity
  double low, high;              ///< what the slider spans
  const char* format;            ///< of its number, as of printf
  const char* whyNotBelow = "";  ///< follows the reason for which a number below `least` is refused
};

/// The density around a particle up to which the largest force of a law is known. Liquids have 5 to
/// 10; sums of forces stay exact up to 32,768 times that force, and so far beyond.
inline constexpr double kMostDensity = 32.0;

enum class PairLawKind { Dpd, ManyBody };

struct Fluid;

struct PairLaw {
  PairLawKind value;
  const char* name;     ///< in scenarios
  const char* formula;  ///< the force, in the symbols of kPairSymbols and names of coefficients
  const char* help;     ///< sentences
  /// The file that defines pairTerms, pairEnergy and ownEnergy, as shaders/dpd/laws/dpd.glsl does.
  const char* shader;
  /// The pair style of LAMMPS with this force, one that formats/lammps_script.cpp writes; empty if
  /// there is none.
  std::string_view lammpsStyle;
  std::vector<Coefficient> coefficients;
  /// Returns the GLSL constants that the shader reads.
  std::string (*constants)(const Fluid& fluid);
  /// Returns the entry of u_pair in shaders/dpd/pair_terms.glsl for two species.
  glm::vec4 (*uniform)(const PairCoefficients& pair, const Fluid& fluid);
  /// Returns the largest force between two particles whose relative velocity is at most 1, and
  /// whose densities are at most kMostDensity.
  double (*largestForce)(const PairCoefficients& pair, const Fluid& fluid);
  /// Returns u_law of the shader: what all pairs have in common. Null for a law without.
  glm::vec4 (*shared)(const Fluid& fluid) = nullptr;
  /// Returns the most that a neighbour adds to the density of a particle. Null for a law that needs
  /// no density; otherwise its file also defines densityAt and includes dpd/pair_densities.glsl.
  double (*largestDensity)(const Fluid& fluid) = nullptr;

  bool needsDensity() const { return largestDensity != nullptr; }
  bool has(double PairCoefficients::*part) const;
};

extern const std::vector<PairLaw> kPairLaws;

/// The symbols of a PairLaw::formula.
inline constexpr const char* kPairSymbols =
    "e is the direction between them, v their relative velocity and θ a random number of mean 0 "
    "and "
    "variance 1";

}  // namespace gpubuck::dpd
