#include "reference/dpd_forces.h"

#include <cmath>
#include <cstdlib>
#include <glm/geometric.hpp>

#include "reference/geometry.h"

namespace gpubuck::reference {

PairTerms pairTerms(dpd::PairLawKind law, const dpd::PairCoefficients& pair, double kT, double dt,
                    double r, double approach, double theta) {
  switch (law) {
    case dpd::PairLawKind::Dpd: {
      const double w = 1.0 - r, u = std::pow(w, pair.weightExponent);
      return {pair.a * w, -pair.gamma * u * u * approach,
              pair.sigma(kT) * u * theta / std::sqrt(dt), 0.5 * pair.a * w * w};
    }
  }
  std::abort();
}

PairForces pairForces(const dpd::Fluid& fluid, const ForceInput& input, const Theta& theta) {
  const std::size_t count = input.position.size();
  PairForces result;
  result.force.assign(count, glm::dvec3(0.0));
  result.potential.assign(count, 0.0);
  result.conservativeVirial.assign(count, glm::dvec3(0.0));
  result.totalVirial.assign(count, 0.0);

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
        return pairTerms(fluid.law, pair, fluid.kT, fluid.dt, r, approach, random);
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
