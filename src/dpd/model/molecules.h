// Molecules: bonds between two particles and angles between three, which refer to particles by
// their ids. Plain data; no OpenGL.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/vec3.hpp>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "cells/box.h"

namespace gpubuck::dpd {

/// The largest number of kinds of bonds of a fluid, and of kinds of angles.
inline constexpr std::size_t kMaxMoleculeKinds = 16;

enum class BondForm {
  Harmonic,  ///< k/2 (r - l)^2
  Fene       ///< -k/2 R^2 ln(1 - ((r - l) / R)^2) with the reach R (Warner 1972 has l = 0)
};

inline const std::vector<EnumName<BondForm>> kBondForms{
    {BondForm::Harmonic, "harmonic", "Energy k/2 (r − l)²."},
    {BondForm::Fene, "fene", "Energy −k/2 R² ln(1 − ((r − l)/R)²): no bond is longer than l + R."}};

struct BondKind {
  std::string name;
  BondForm form = BondForm::Harmonic;
  double k = 100.0;     ///< energy / length^2, >= 0
  double length = 0.5;  ///< l, the length at which the energy is 0, >= 0
  double reach = 1.5;   ///< R of Fene, length, > 0

  bool operator==(const BondKind&) const = default;
};

enum class AngleForm {
  Cosine,   ///< k (1 - cos(theta - theta0)), which is k (1 + cos(theta)) for theta0 = 180 degrees
  Harmonic  ///< k/2 (theta - theta0)^2
};

inline const std::vector<EnumName<AngleForm>> kAngleForms{
    {AngleForm::Cosine, "cosine", "Energy k (1 − cos(θ − θ₀)): k (1 + cos θ) for θ₀ = 180°."},
    {AngleForm::Harmonic, "harmonic", "Energy k/2 (θ − θ₀)², θ in radians."}};

struct AngleKind {
  std::string name;
  AngleForm form = AngleForm::Cosine;
  double k = 20.0;         ///< energy; for Harmonic, energy / radian^2; >= 0
  double degrees = 180.0;  ///< theta0, 0..180

  bool operator==(const AngleKind&) const = default;
};

struct Bond {
  int kind = 0;  ///< index in Fluid::bondKinds
  std::array<std::uint32_t, 2> ids{};

  bool operator==(const Bond&) const = default;
};

struct Angle {
  int kind = 0;                        ///< index in Fluid::angleKinds
  std::array<std::uint32_t, 3> ids{};  ///< the second id is the particle in the middle

  bool operator==(const Angle&) const = default;
};

/// The bonds and angles of all molecules.
struct Molecules {
  std::vector<Bond> bonds{};
  std::vector<Angle> angles{};

  bool empty() const { return bonds.empty() && angles.empty(); }
  bool operator==(const Molecules&) const = default;
};

/// Returns the length that a bond must stay below. It is 0.45 of the shortest periodic side, so
/// that the nearest image of a particle's partner is the image to which the particle is bound. For
/// Fene it is at most length + reach.
double longestBond(const BondKind& kind, const cells::Box& box);

/// Returns the length that a bond must stay above. For Fene it is length - reach, which may be
/// below 0. For other forms it is minus infinity.
double shortestBond(const BondKind& kind);

/// Bound of the relative error of a length that the GPU computes in single precision.
inline constexpr double kLengthMargin = 1e-5;

/// Returns a text that names the first bond whose length is not between shortestBond() and
/// longestBond(), or an empty string. `places` has the position of each id. A bond also counts as
/// too long or too short if its length differs from a limit by at most `margin` times this limit.
std::string whyNotLengths(const std::vector<Bond>& bonds, const std::vector<BondKind>& kinds,
                          const cells::Box& box, const std::vector<glm::vec3>& places,
                          double margin = 0.0);

/// Throws InputError unless these can be the molecules of `particles` particles: all kinds and ids
/// must exist, and a bond or an angle must not have a particle twice.
void requireMolecules(const Molecules& molecules, std::size_t bondKinds, std::size_t angleKinds,
                      std::size_t particles);

/// Returns the number of each particle's molecule, which is the lowest id of the molecule's
/// particles. Particles that bonds or angles connect belong to the same molecule.
std::vector<std::uint32_t> moleculeOfEach(const Molecules& molecules, std::size_t particles);

/// Returns the new id of each particle when the particles with `isTaken` are removed. The remaining
/// particles are numbered without gaps and keep their order. The results for removed particles are
/// meaningless.
std::vector<std::uint32_t> idsWithout(const std::vector<bool>& isTaken);

/// Returns the molecules that remain when the particles with `isTaken` are removed, with the ids of
/// idsWithout(). The particles of a bond or an angle must either all be removed or all remain.
Molecules without(const Molecules& molecules, const std::vector<bool>& isTaken);

}  // namespace gpubuck::dpd
