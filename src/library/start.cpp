#include "library/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "scenario/initial_state.h"

namespace gpubuck::library {
namespace {

void requireSameLengths(const Particles& start) {
  const std::size_t count = start.positions.size();
  const bool velocitiesFit = start.velocities.empty() || start.velocities.size() == count;
  if (velocitiesFit && start.species.size() == count) return;
  throw InputError("start particles",
                   fmt::format("{} positions, {} velocities and {} species", count,
                               start.velocities.size(), start.species.size()));
}

/// Particle i of the start and what may be wrong with it.
class Reader {
 public:
  Reader(const Particles& start, const dpd::Fluid& fluid, std::size_t i)
      : start_(start), fluid_(fluid), i_(i) {}

  int species() const {
    const int species = start_.species[i_];
    if (species < 0 || species >= std::ssize(fluid_.species)) {
      fail(fmt::format("species {} is not within 0..{}", species, fluid_.species.size() - 1));
    }
    return species;
  }

  glm::vec3 position() const {
    glm::vec3 position(0.0F);
    for (int axis = 0; axis < 3; ++axis) {
      const double x = coordinate(start_.positions[i_], axis);
      if (axis >= fluid_.box.dimensions) continue;
      const double side = fluid_.box.size[axis];
      if (!(x >= 0.0 && x <= side)) {
        fail(fmt::format("{} {} is outside of the box, 0 <= {} <= {}", search::kAxisNames[axis], x,
                         search::kAxisNames[axis], side));
      }
      // The last place in the box that a float can name.
      const float last = std::nextafter(static_cast<float>(side), 0.0F);
      position[axis] = std::min(static_cast<float>(x), last);
    }
    return position;
  }

  glm::vec3 velocity() const {
    glm::vec3 velocity(0.0F);
    for (int axis = 0; axis < 3; ++axis) {
      velocity[axis] = static_cast<float>(coordinate(start_.velocities[i_], axis));
    }
    return velocity;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("start particle {}", i_), why);
  }

  double coordinate(const Point& point, int axis) const {
    const double value = point[static_cast<std::size_t>(axis)];
    if (!std::isfinite(value))
      fail(fmt::format("{} {} is not finite", search::kAxisNames[axis], value));
    if (axis >= fluid_.box.dimensions && value != 0.0) {
      fail(fmt::format("{} {} is not 0 in two dimensions", search::kAxisNames[axis], value));
    }
    return value;
  }

  const Particles& start_;
  const dpd::Fluid& fluid_;
  std::size_t i_;
};

}  // namespace

dpd::ParticleState makeStart(const scenario::Scenario& scenario, const Particles& start) {
  requireSameLengths(start);
  if (start.positions.empty()) return scenario::makeInitialState(scenario);
  dpd::Particles given;
  for (std::size_t i = 0; i < start.positions.size(); ++i) {
    const Reader reader(start, scenario.fluid, i);
    given.species.push_back(reader.species());
    given.position.push_back(reader.position());
    if (!start.velocities.empty()) given.velocity.push_back(reader.velocity());
  }
  return scenario::makeInitialState(scenario, given, "start particles");
}

}  // namespace gpubuck::library
