// A fluid: box, species, pair coefficients, integrator and noise. Plain data; no OpenGL. Units: the
// cut-off radius r_c is 1, and so is the mass of the lightest species; k_B T is 1 by default. To
// add a kind of noise, add a row to kNoises and a shader.
#pragma once

#include <algorithm>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "cells/box.h"
#include "dpd/model/effects.h"
#include "dpd/model/molecules.h"
#include "dpd/model/pair_law.h"
#include "dpd/model/solids.h"

namespace gpubuck::dpd {

enum class NoiseKind { Karpinski, KarpinskiSequence, Philox };

struct Noise {
  NoiseKind value;
  const char* name;
  const char* help;
  const char* shader;  ///< defines beginNoise, pairNoise and advanceNoiseState; also particleNoise
                       ///< if the noise has no states
  bool hasStates;      ///< whether the noise keeps one state per particle; it then provides no
                       ///< noise for single particles
};

inline const std::vector<Noise> kNoises{
    {NoiseKind::Karpinski, "karpinski",
     "The paper's map r → frac(1.000005 (r + √3)⁵), which here mixes the ids of the two particles, "
     "the step and the seed.",
     "dpd/noise_karpinski.glsl", false},
    {NoiseKind::KarpinskiSequence, "karpinski-sequence",
     "The paper's map as a sequence: each particle has a number of its own, which is random at "
     "first, and a pair adds the numbers of both particles. The paper gives the sequence, which "
     "begins with 0, but does not say how a pair takes numbers from it. The sequence repeats "
     "itself within a few hundred steps.",
     "dpd/noise_karpinski_sequence.glsl", true},
    {NoiseKind::Philox, "philox",
     "Philox-4x32-10 (Salmon et al. 2011), a generator of proven quality, for comparison.",
     "dpd/noise_philox.glsl", false}};

inline bool hasStates(NoiseKind kind) { return rowOf(kNoises, kind).hasStates; }

/// The largest number of species of a fluid; shaders are compiled for the number in use. 16 species
/// have 136 different pairs. Their coefficients take 136 of the 224 vectors that OpenGL ES 3.0 has
/// for uniforms.
inline constexpr int kMaxSpecies = 16;

struct Species {
  std::string name;
  double mass = 1.0;      ///< > 0
  double fraction = 1.0;  ///< share of the particles that are not beads of molecules; the shares of
                          ///< all species add up to 1
  std::string colour;     ///< "#rrggbb", or empty for the next colour of the default map
};

/// The integrators, which differ only in lambda. Friction at step n + 1 uses a velocity that is
/// predicted from the half steps around step n: v(n-1/2) + (1/2 + lambda) (v(n+1/2) - v(n-1/2)).
/// Otherwise both integrators are the same leap-frog scheme: velocity-Verlet with one force per
/// step is also a leap-frog scheme.
enum class Integrator {
  LeapfrogAb2,    ///< the paper's integrator: leap-frog with the Adams-Bashforth velocity, lambda =
                  ///< 1
  VelocityVerlet  ///< modified velocity-Verlet (Groot and Warren 1997, eq. 14); lambda is
                  ///< Fluid::lambda
};

struct Fluid {
  cells::Box box;
  double density = 3.0;               ///< particles per unit volume (area in two dimensions)
  double kT = 1.0;                    ///< temperature of the thermostat, energy, >= 0
  glm::dvec3 gravity{0.0, 0.0, 0.0};  ///< uniform acceleration, length / time^2
  /// Acceleration along x, length / time^2, in the lower half of the box (along its last axis); the
  /// upper half has the opposite acceleration. It drives periodic Poiseuille flow (Backer et al.
  /// 2005): two opposite streams. The viscosity follows from their profile.
  double poiseuille = 0.0;
  /// Langevin friction of every particle with a medium at rest, 1 / time, >= 0. With the noise that
  /// keeps kT, the acceleration along each axis is - drag v + sqrt(2 drag kT / (m dt)) Theta. Drag
  /// does not conserve momentum. It is not allowed with NoiseKind::KarpinskiSequence.
  double drag = 0.0;
  std::vector<Solid> solids{};
  std::vector<Effect> effects{};
  std::vector<Species> species;
  PairLawKind law = PairLawKind::Dpd;   ///< law of the force between two particles
  std::vector<PairCoefficients> pairs;  ///< species.size()^2 entries, symmetric, row by row
  ManyBody manyBody{};                  ///< coefficients of PairLawKind::ManyBody
  std::vector<BondKind> bondKinds{};    ///< at most kMaxMoleculeKinds
  std::vector<AngleKind> angleKinds{};  ///< at most kMaxMoleculeKinds
  double dt = 0.01;                     ///< time step
  Integrator integrator = Integrator::LeapfrogAb2;
  double lambda = 0.65;  ///< lambda of VelocityVerlet, 0..1; fix nve of LAMMPS has 1/2
  NoiseKind noise = NoiseKind::Karpinski;
  std::uint32_t seed = 1;

  const PairCoefficients& pair(int k, int l) const {
    return pairs[static_cast<std::size_t>(k) * species.size() + static_cast<std::size_t>(l)];
  }
  Room room() const { return {box, solids}; }
  /// Returns whether the weight of the noise of any pair of species differs from 1 - r.
  bool hasExponents() const {
    return std::ranges::any_of(pairs, [](const auto& pair) { return pair.weightExponent != 1.0; });
  }
  /// Returns whether particles can have bonds or angles.
  bool hasMolecules() const { return !bondKinds.empty() || !angleKinds.empty(); }
};

/// Returns the force law of a fluid.
inline const PairLaw& lawOf(const Fluid& fluid) { return rowOf(kPairLaws, fluid.law); }

/// Returns why a fluid cannot have drag, or an empty string if it can.
inline std::string whyNoDrag(const Fluid& fluid) {
  const Noise& noise = rowOf(kNoises, fluid.noise);
  if (fluid.drag == 0.0 || !noise.hasStates) return {};
  return std::string("needs noise per particle, which ") + noise.name + " does not provide";
}

}  // namespace gpubuck::dpd
