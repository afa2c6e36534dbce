#include "dpd/model/many_body.h"

#include <cmath>
#include <numbers>

namespace gpubuck::dpd {

double ManyBody::densityAtContact(int dimensions) const {
  const bool isFlat = dimensions == 2;
  const double volume = std::numbers::pi * std::pow(densityRadius, dimensions);
  if (kernel == DensityKernel::Lucy) return (isFlat ? 5.0 : 105.0 / 16.0) / volume;
  return (isFlat ? 6.0 : 7.5) / volume;
}

double ManyBody::energyFactor(int dimensions) const {
  const ManyBody gradient{b, densityRadius, DensityKernel::Warren};
  return b * densityRadius / (4.0 * gradient.densityAtContact(dimensions));
}

}  // namespace gpubuck::dpd
