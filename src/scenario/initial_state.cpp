#include "scenario/initial_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "scenario/interface_waves.h"
#include "scenario/random_stream.h"

namespace gpubuck::scenario {
namespace {

using Order = std::vector<std::size_t>;

float insideBox(double coordinate, double side) {
  const float end = static_cast<float>(side);
  const float rounded = static_cast<float>(coordinate);
  return rounded < end ? rounded : std::nextafter(end, 0.0f);
}

std::vector<glm::vec4> randomPositions(const dpd::Fluid& fluid, RandomStream& random) {
  std::vector<glm::vec4> positions(static_cast<std::size_t>(particleCount(fluid)), glm::vec4(0.0f));
  for (glm::vec4& position : positions) {
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      const double side = fluid.box.size[axis];
      position[axis] = insideBox(random.uniform() * side, side);
    }
  }
  return positions;
}

/// The smallest lattice of near-cubic cells that holds all; its surplus sites stay empty at even
/// intervals.
std::vector<glm::vec4> latticePositions(const dpd::Fluid& fluid) {
  const std::int64_t count = particleCount(fluid);
  const glm::dvec3& size = fluid.box.size;
  const int dimensions = fluid.box.dimensions;
  const double spacing =
      std::pow(fluid.box.volume() / static_cast<double>(count), 1.0 / dimensions);
  std::int64_t sites[3] = {1, 1, 1};
  for (int axis = 0; axis < dimensions; ++axis) {
    sites[axis] = std::max<std::int64_t>(1, std::llround(size[axis] / spacing));
  }
  const auto widest = [&] {
    int best = 0;
    for (int axis = 1; axis < dimensions; ++axis) {
      if (size[axis] / static_cast<double>(sites[axis]) >
          size[best] / static_cast<double>(sites[best])) {
        best = axis;
      }
    }
    return best;
  };
  while (sites[0] * sites[1] * sites[2] < count) ++sites[widest()];

  const std::int64_t total = sites[0] * sites[1] * sites[2];
  std::vector<glm::vec4> positions(static_cast<std::size_t>(count), glm::vec4(0.0f));
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t site = i * total / count;
    for (int axis = 0; axis < dimensions; ++axis) {
      const double place = static_cast<double>(site % sites[axis]) + 0.5;
      positions[static_cast<std::size_t>(i)][axis] =
          insideBox(place / static_cast<double>(sites[axis]) * size[axis], size[axis]);
      site /= sites[axis];
    }
  }
  return positions;
}

/// The species of all particles, one block each in the given order.
std::vector<int> speciesBlocks(const dpd::Fluid& fluid, const std::vector<int>& order) {
  const std::vector<std::int64_t> counts = speciesCounts(fluid);
  std::vector<int> species;
  for (const int index : order) {
    species.insert(species.end(), static_cast<std::size_t>(counts[static_cast<std::size_t>(index)]),
                   index);
  }
  return species;
}

void setSpecies(std::vector<glm::vec4>& positions, const Order& order,
                const std::vector<int>& species) {
  for (std::size_t i = 0; i < order.size(); ++i) {
    positions[order[i]].w = static_cast<float>(species[i]);
  }
}

Order identity(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// Particles by their height above the displaced interface: the species go up in this order, which
/// makes their counts exact and the layers follow the waves at uniform density.
Order byHeight(const std::vector<glm::vec4>& positions, int axis,
               const std::vector<InterfaceWave>& waves) {
  std::vector<double> height;
  for (const glm::vec4& position : positions) {
    height.push_back(position[axis] - displacement(waves, glm::dvec3(position)));
  }
  Order order = identity(positions.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return height[i] < height[j]; });
  return order;
}

/// Particles by cell, those of one cell as they come: a counting sort.
Order byCell(const std::vector<glm::vec4>& positions, const search::Box& box) {
  std::array<std::size_t, 3> cells{1, 1, 1};
  for (int axis = 0; axis < box.dimensions; ++axis) {
    cells[axis] = std::max<std::size_t>(1, static_cast<std::size_t>(box.size[axis]));
  }
  const auto cellOf = [&](const glm::vec4& position) {
    std::size_t index = 0;
    for (int axis = box.dimensions; axis-- > 0;) {
      const double place = position[axis] / box.size[axis] * static_cast<double>(cells[axis]);
      index = index * cells[axis] + std::min(cells[axis] - 1, static_cast<std::size_t>(place));
    }
    return index;
  };
  std::vector<std::size_t> start(cells[0] * cells[1] * cells[2] + 1, 0);
  for (const glm::vec4& position : positions) ++start[cellOf(position) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  Order order(positions.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[start[cellOf(positions[i])]++] = i;
  return order;
}

std::vector<glm::vec4> inOrder(const std::vector<glm::vec4>& values, const Order& order) {
  std::vector<glm::vec4> sorted;
  sorted.reserve(values.size());
  for (const std::size_t i : order) sorted.push_back(values[i]);
  return sorted;
}

std::vector<glm::vec4> maxwellVelocities(const std::vector<glm::vec4>& positions,
                                         const dpd::Fluid& fluid, RandomStream& random) {
  const auto massOf = [&](std::size_t i) {
    return fluid.species[static_cast<std::size_t>(positions[i].w)].mass;
  };
  std::vector<glm::dvec3> exact(positions.size(), glm::dvec3(0.0));
  glm::dvec3 momentum(0.0);
  double mass = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double spread = std::sqrt(fluid.kT / massOf(i));
    for (int axis = 0; axis < fluid.box.dimensions; ++axis)
      exact[i][axis] = spread * random.normal();
    momentum += massOf(i) * exact[i];
    mass += massOf(i);
  }
  std::vector<glm::vec4> velocities;
  velocities.reserve(exact.size());
  for (const glm::dvec3& v : exact) velocities.emplace_back(glm::vec3(v - momentum / mass), 0.0f);
  return velocities;
}

std::vector<glm::vec4> makePositions(const Scenario& scenario, RandomStream& random) {
  const dpd::Fluid& fluid = scenario.fluid;
  const bool isLattice = scenario.initial.kind == InitialKind::Lattice;
  std::vector<glm::vec4> positions =
      isLattice ? latticePositions(fluid) : randomPositions(fluid, random);
  std::vector<int> species = speciesBlocks(fluid, scenario.initial.order);
  if (scenario.initial.kind == InitialKind::Layers) {
    const auto waves = makeInterfaceWaves(scenario.initial, fluid.box, random);
    setSpecies(positions, byHeight(positions, scenario.initial.axis, waves), species);
  } else {
    random.shuffle(species);
    setSpecies(positions, identity(positions.size()), species);
  }
  return positions;
}

void checkCount(const Scenario& scenario, const dpd::ParticleState& given) {
  const std::int64_t expected = particleCount(scenario.fluid);
  if (static_cast<std::int64_t>(given.count()) != expected) {
    throw InputError(
        scenario.initial.file,
        fmt::format("{} particles, but fluid.density {} in the box makes {} (a density "
                    "of {} would fit)",
                    given.count(), scenario.fluid.density, expected,
                    static_cast<double>(given.count()) / scenario.fluid.box.volume()));
  }
}

}  // namespace

dpd::ParticleState makeInitialState(const Scenario& scenario, const dpd::ParticleState& given) {
  const bool isFile = scenario.initial.kind == InitialKind::File;
  if (isFile) checkCount(scenario, given);
  RandomStream random(scenario.fluid.seed);
  const std::vector<glm::vec4> positions =
      isFile ? given.position : makePositions(scenario, random);
  const Order order = byCell(positions, scenario.fluid.box);

  dpd::ParticleState state;
  state.position = inOrder(positions, order);
  const bool hasVelocities = isFile && !given.velocity.empty();
  state.velocity = hasVelocities ? inOrder(given.velocity, order)
                                 : maxwellVelocities(state.position, scenario.fluid, random);
  state.predicted = state.velocity;
  for (std::size_t i = 0; i < order.size(); ++i) {
    state.predicted[i].w = static_cast<float>(isFile ? order[i] : i);
    state.velocity[i].w = random.uniformFloat();
  }
  return state;
}

dpd::ParticleState makeInitialState(const Scenario& scenario, ParticleReader read) {
  if (scenario.initial.kind != InitialKind::File) return makeInitialState(scenario);
  return makeInitialState(scenario, read(scenario.initial.file, scenario.fluid));
}

}  // namespace gpubuck::scenario
