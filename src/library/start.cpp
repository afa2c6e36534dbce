#include "library/start.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "scenario/initial_state.h"

namespace gpubuck::library {
namespace {

constexpr const char* kAxes = "xyz";

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

  glm::vec4 position() const {
    const int species = start_.species[i_];
    if (species < 0 || species >= std::ssize(fluid_.species)) {
      fail(fmt::format("species {} is not within 0..{}", species, fluid_.species.size() - 1));
    }
    glm::vec4 texel(0.0F, 0.0F, 0.0F, static_cast<float>(species));
    for (int axis = 0; axis < 3; ++axis) {
      const double x = coordinate(start_.positions[i_], axis);
      if (axis >= fluid_.box.dimensions) continue;
      const double side = fluid_.box.size[axis];
      if (!(x >= 0.0 && x <= side)) {
        fail(fmt::format("{} {} is outside of the box, 0 <= {} <= {}", kAxes[axis], x, kAxes[axis],
                         side));
      }
      // The last place in the box that a float can name.
      const float last = std::nextafter(static_cast<float>(side), 0.0F);
      texel[axis] = std::min(static_cast<float>(x), last);
    }
    return texel;
  }

  glm::vec4 velocity() const {
    glm::vec4 texel(0.0F);
    for (int axis = 0; axis < 3; ++axis) {
      texel[axis] = static_cast<float>(coordinate(start_.velocities[i_], axis));
    }
    return texel;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError(fmt::format("start particle {}", i_), why);
  }

  double coordinate(const Point& point, int axis) const {
    const double value = point[static_cast<std::size_t>(axis)];
    if (!std::isfinite(value)) fail(fmt::format("{} {} is not finite", kAxes[axis], value));
    if (axis >= fluid_.box.dimensions && value != 0.0) {
      fail(fmt::format("{} {} is not 0 in two dimensions", kAxes[axis], value));
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
  if (start.positions.empty()) {
    if (scenario.initial.kind == scenario::InitialKind::File) {
      throw InputError("initial.file", fmt::format("the library does not read {}: hand its "
                                                   "particles over",
                                                   scenario.initial.file));
    }
    return scenario::makeInitialState(scenario);
  }
  dpd::ParticleState given;
  for (std::size_t i = 0; i < start.positions.size(); ++i) {
    const Reader reader(start, scenario.fluid, i);
    given.position.push_back(reader.position());
    if (!start.velocities.empty()) given.velocity.push_back(reader.velocity());
  }
  scenario::Scenario fromParticles = scenario;
  fromParticles.initial.kind = scenario::InitialKind::File;
  fromParticles.initial.file = "start particles";
  return scenario::makeInitialState(fromParticles, given);
}

}  // namespace gpubuck::library
