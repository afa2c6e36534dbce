#include "reference/dpd_forces.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "reference/geometry.h"

namespace gpubuck::reference {
namespace {

constexpr double kPi = std::numbers::pi;

}  // namespace

PairTerms pairTerms(const dpd::Fluid& fluid, const dpd::PairCoefficients& pair, double r,
                    double approach, double theta, double densities) {
  const double w = 1.0 - r, u = std::pow(w, pair.weightExponent);
  PairTerms terms{pair.a * w, -pair.gamma * u * u * approach,
                  pair.sigma(fluid.kT) * u * theta / std::sqrt(fluid.dt), 0.5 * pair.a * w * w};
  if (fluid.law == dpd::PairLawKind::ManyBody) {
    const double radius = fluid.manyBody.densityRadius;
    if (r < radius) terms.conservative += fluid.manyBody.b * densities * (1.0 - r / radius);
  }
  return terms;
}

double densityAt(const dpd::Fluid& fluid, double r) {
  const double h = fluid.manyBody.densityRadius, q = r / h;
  const bool isFlat = fluid.box.dimensions == 2;
  if (q >= 1.0) return 0.0;
  // The integral of each kernel over the disc or ball of radius h is 1.
  if (fluid.manyBody.kernel == dpd::DensityKernel::Warren) {
    const double integral = isFlat ? kPi * h * h / 6.0 : 2.0 * kPi * h * h * h / 15.0;
    return (1.0 - q) * (1.0 - q) / integral;
  }
  const double integral = isFlat ? kPi * h * h / 5.0 : 16.0 * kPi * h * h * h / 105.0;
  return (1.0 + 3.0 * q) * std::pow(1.0 - q, 3.0) / integral;
}

double energyOfDensity(const dpd::Fluid& fluid, double density) {
  const double h = fluid.manyBody.densityRadius;
  const double factor =
      fluid.box.dimensions == 2 ? kPi * h * h * h / 24.0 : kPi * h * h * h * h / 30.0;
  return fluid.manyBody.b * factor * density * density;
}

PairForces pairForces(const dpd::Fluid& fluid, const ForceInput& input, const Theta& theta) {
  const std::size_t count = input.position.size();
  PairForces result;
  result.force.assign(count, glm::dvec3(0.0));
  result.potential.assign(count, 0.0);
  result.conservativeVirial.assign(count, glm::dvec3(0.0));
  result.totalVirial.assign(count, 0.0);

  const bool needsDensity = fluid.law == dpd::PairLawKind::ManyBody;
  if (needsDensity) {
    result.density.assign(count, 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count; ++j) {
        if (i == j) continue;
        const double r = glm::length(nearestImage(fluid.box, input.position[i], input.position[j]));
        result.density[i] += densityAt(fluid, r);
      }
      const double energy = energyOfDensity(fluid, result.density[i]);
      result.potential[i] += energy;
      result.potentialSum += energy;
    }
  }

  const auto share = [](auto& perParticle, auto& sum, std::size_t i, std::size_t j,
                        const auto& value) {
    perParticle[i] += 0.5 * value;
    perParticle[j] += 0.5 * value;
    sum += value;
  };

  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const glm::dvec3 d = nearestImage(fluid.box, input.position[i], input.position[j]);
      const double r = glm::length(d);
      if (r >= 1.0) continue;
      const dpd::PairCoefficients& pair = fluid.pair(input.species[i], input.species[j]);
      const auto termsAt = [&](double approach, double random) {
        const double densities = needsDensity ? result.density[i] + result.density[j] : 0.0;
        return pairTerms(fluid, pair, r, approach, random, densities);
      };
      share(result.potential, result.potentialSum, i, j, termsAt(0.0, 0.0).energy);
      if (r == 0.0) continue;

      const glm::dvec3 e = d / r;
      const PairTerms terms = termsAt(glm::dot(e, input.velocity[i] - input.velocity[j]),
                                      theta(static_cast<int>(i), static_cast<int>(j)));
      const double total = terms.conservative + terms.dissipative + terms.random;
      result.force[i] += total * e;
      result.force[j] -= total * e;
      share(result.conservativeVirial, result.conservativeVirialSum, i, j,
            d * (terms.conservative * e));
      share(result.totalVirial, result.totalVirialSum, i, j, r * total);
    }
  }
  return result;
}

}  // namespace gpubuck::reference
