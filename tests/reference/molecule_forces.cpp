#include "reference/molecule_forces.h"

#include <array>
#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <numbers>

#include "reference/geometry.h"

namespace gpubuck::reference {
namespace {

constexpr double kDifference = 1e-5;

/// For each of `vectors`, adds minus the gradient of `energy` to the force on the particle at its
/// end. A vector leads from particle `start` to a particle of `ends`, and the opposite force acts
/// on `start`.
template <std::size_t Count>
void addGradient(const std::function<double(const std::array<glm::dvec3, Count>&)>& energy,
                 const std::array<glm::dvec3, Count>& vectors, std::size_t start,
                 const std::array<std::size_t, Count>& ends, MoleculeForces& result) {
  for (std::size_t k = 0; k < Count; ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      auto low = vectors, high = vectors;
      low[k][axis] -= kDifference;
      high[k][axis] += kDifference;
      const double force = -(energy(high) - energy(low)) / (2.0 * kDifference);
      result.force[ends[k]][axis] += force;
      result.force[start][axis] -= force;
      result.virial[axis] += vectors[k][axis] * force;
    }
  }
}

double angleBetween(const glm::dvec3& a, const glm::dvec3& b) {
  return std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b));
}

}  // namespace

double bondEnergy(const dpd::BondKind& kind, double length) {
  const double stretch = length - kind.length;
  if (kind.form == dpd::BondForm::Harmonic) return 0.5 * kind.k * stretch * stretch;
  const double share = stretch / kind.reach;
  return -0.5 * kind.k * kind.reach * kind.reach * std::log(1.0 - share * share);
}

double angleEnergy(const dpd::AngleKind& kind, double theta) {
  const double difference = theta - kind.degrees * std::numbers::pi / 180.0;
  return kind.form == dpd::AngleForm::Cosine ? kind.k * (1.0 - std::cos(difference))
                                             : 0.5 * kind.k * difference * difference;
}

MoleculeForces moleculeForces(const dpd::Fluid& fluid, const dpd::Molecules& molecules,
                              const std::vector<glm::dvec3>& position) {
  MoleculeForces result;
  result.force.assign(position.size(), glm::dvec3(0.0));
  for (const dpd::Bond& bond : molecules.bonds) {
    const dpd::BondKind& kind = fluid.bondKinds[static_cast<std::size_t>(bond.kind)];
    const glm::dvec3 d = nearestImage(fluid.box, position[bond.ids[1]], position[bond.ids[0]]);
    result.bondEnergy += bondEnergy(kind, glm::length(d));
    addGradient<1>([&](const auto& v) { return bondEnergy(kind, glm::length(v[0])); }, {d},
                   bond.ids[0], {bond.ids[1]}, result);
  }
  for (const dpd::Angle& angle : molecules.angles) {
    const dpd::AngleKind& kind = fluid.angleKinds[static_cast<std::size_t>(angle.kind)];
    const auto from = [&](std::size_t end) {
      return nearestImage(fluid.box, position[angle.ids[end]], position[angle.ids[1]]);
    };
    const glm::dvec3 a = from(0), b = from(2);
    result.angleEnergy += angleEnergy(kind, angleBetween(a, b));
    addGradient<2>([&](const auto& v) { return angleEnergy(kind, angleBetween(v[0], v[1])); },
                   {a, b}, angle.ids[1], {angle.ids[0], angle.ids[2]}, result);
  }
  return result;
}

}  // namespace gpubuck::reference
