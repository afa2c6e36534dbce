#include "dpd/fluid.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

bool sameSpecies(const Fluid& fluid, const Fluid& changed) {
  if (fluid.species.size() != changed.species.size()) return false;
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    if (fluid.species[k].mass != changed.species[k].mass ||
        fluid.species[k].fraction != changed.species[k].fraction) {
      return false;
    }
  }
  return true;
}

const char* firstFixedDifference(const Fluid& fluid, const Fluid& changed) {
  if (fluid.box.size != changed.box.size || fluid.box.boundary != changed.box.boundary ||
      fluid.box.dimensions != changed.box.dimensions) {
    return "box";
  }
  if (fluid.density != changed.density) return "density";
  if (!sameSpecies(fluid, changed) || fluid.pairs.size() != changed.pairs.size()) return "species";
  if (fluid.noise != changed.noise) return "noise";
  if (fluid.seed != changed.seed) return "seed";
  return nullptr;
}

void requireFinite(const char* what, double value) {
  if (!std::isfinite(value)) throw InputError("fluid", fmt::format("{} is {}", what, value));
}

void requireNotNegative(const char* what, double value) {
  requireFinite(what, value);
  if (value < 0.0) throw InputError("fluid", fmt::format("{} is {}, below 0", what, value));
}

}  // namespace

void requireChangeable(const Fluid& fluid, const Fluid& changed) {
  if (const char* what = firstFixedDifference(fluid, changed); what != nullptr) {
    throw InputError("fluid", fmt::format("its {} cannot change while it runs", what));
  }
  if (!(changed.dt > 0.0) || !std::isfinite(changed.dt)) {
    throw InputError("fluid", fmt::format("a time step of {} is not positive", changed.dt));
  }
  if (!(changed.lambda >= 0.0 && changed.lambda <= 1.0)) {
    throw InputError("fluid", fmt::format("a lambda of {} is not in 0..1", changed.lambda));
  }
  requireDrag(changed);
  requireNotNegative("kT", changed.kT);
  requireFinite("poiseuille", changed.poiseuille);
  for (int axis = 0; axis < 3; ++axis) requireFinite("gravity", changed.gravity[axis]);
  for (const PairCoefficients& pair : changed.pairs) {
    requireNotNegative("a", pair.a);
    requireNotNegative("gamma", pair.gamma);
  }
}

void requireDrag(const Fluid& fluid) {
  if (!(fluid.drag >= 0.0) || !std::isfinite(fluid.drag)) {
    throw InputError("fluid", fmt::format("a drag of {} is not in 0..infinity", fluid.drag));
  }
  if (fluid.drag > 0.0 && fluid.noise == NoiseKind::KarpinskiSequence) {
    throw InputError("fluid", fmt::format("a drag of {} needs a noise other than "
                                          "karpinski-sequence, which has none for single particles",
                                          fluid.drag));
  }
}

}  // namespace gpubuck::dpd
