// The laws of the force between two particles. Scenarios, forms, docs, exact sums of forces and
// tests work from the rows of a table: a further law is a row here, its shader, and the
// coefficients that no other law has.
#pragma once

#include <cmath>
#include <glm/vec4.hpp>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace gpubuck::dpd {

/// The coefficients of two species, of all laws: a law reads those that its row names.
struct PairCoefficients {
  double a = 25.0;              ///< repulsion, energy / length, >= 0
  double gamma = 4.5;           ///< friction, mass / time, >= 0
  double weightExponent = 1.0;  ///< s of the noise's weight (1 - r)^s, 0.1..4

  /// The noise that, with this friction, keeps the temperature kT.
  double sigma(double kT) const { return std::sqrt(2.0 * gamma * kT); }
};

/// A coefficient of a law as users meet it: a key of [[pair]] in scenarios and a slider.
struct Coefficient {
  double PairCoefficients::*part;
  const char* name;     ///< of the key
  const char* label;    ///< of the slider
  const char* unit;     ///< empty for a number without one
  const char* help;     ///< sentences
  const char* initial;  ///< the default in words, or empty for that of PairCoefficients
  double least, most;   ///< limits; the last may be infinity
  double low, high;     ///< what the slider spans
  const char* format;   ///< of its number, as of printf
};

enum class PairLawKind { Dpd };

struct PairLaw {
  PairLawKind value;
  const char* name;     ///< in scenarios
  const char* formula;  ///< the force, in the symbols of kPairSymbols and names of coefficients
  const char* help;     ///< sentences
  /// The file that defines pairTerms and pairEnergy, as shaders/dpd/laws/dpd.glsl does.
  const char* shader;
  std::vector<Coefficient> coefficients;
  /// Returns the GLSL constants that the shader reads, for the pairs of a fluid.
  std::string (*constants)(const std::vector<PairCoefficients>& pairs);
  /// Returns the entry of u_pair in shaders/dpd/pair_terms.glsl for two species.
  glm::vec4 (*uniform)(const PairCoefficients& pair, double kT, double dt);
  /// Returns the largest force between two particles whose relative velocity is at most 1.
  double (*largestForce)(const PairCoefficients& pair, double kT, double dt);
  /// The most that a neighbour adds to the density of a particle, of a law whose file also defines
  /// densityAt and includes dpd/pair_densities.glsl; 0 for a law that needs no density.
  double largestDensity = 0.0;

  bool needsDensity() const { return largestDensity > 0.0; }
  bool has(double PairCoefficients::*part) const;
};

extern const std::vector<PairLaw> kPairLaws;

/// The symbols of a PairLaw::formula.
inline constexpr const char* kPairSymbols =
    "e is the direction between them, v their relative velocity and θ a random number of mean 0 "
    "and "
    "variance 1";

}  // namespace gpubuck::dpd
