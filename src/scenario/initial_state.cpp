#include "scenario/initial_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "io/particles.h"
#include "scenario/regions.h"

namespace gpubuck::scenario {
namespace {

using Order = std::vector<std::size_t>;

glm::vec3 randomPosition(const search::Box& box, RandomStream& random) {
  glm::vec3 position(0.0F);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    position[axis] = search::insideAsFloat(random.uniform() * box.size[axis], box.size[axis]);
  }
  return position;
}

std::vector<glm::vec3> randomPositions(const Scenario& scenario, RandomStream& random) {
  std::vector<glm::vec3> positions(static_cast<std::size_t>(particleCount(scenario)));
  for (glm::vec3& position : positions) position = randomPosition(scenario.fluid.box, random);
  return positions;
}

/// Puts particles that would begin in the obstacle to random places outside.
void leaveObstacle(const dpd::Fluid& fluid, std::vector<glm::vec3>& positions,
                   RandomStream& random) {
  if (!fluid.obstacle.isThere()) return;
  for (glm::vec3& position : positions) {
    while (dpd::contains(fluid.obstacle, fluid.box, glm::dvec3(position))) {
      position = randomPosition(fluid.box, random);
    }
  }
}

/// The smallest lattice of nearly cubic cells with enough sites; some of them stay empty.
std::vector<glm::vec3> latticePositions(const Scenario& scenario) {
  const dpd::Fluid& fluid = scenario.fluid;
  const std::int64_t count = particleCount(scenario);
  const glm::dvec3& size = fluid.box.size;
  const int dimensions = fluid.box.dimensions;
  const double spacing =
      std::pow(fluid.box.volume() / static_cast<double>(count), 1.0 / dimensions);
  std::array<std::int64_t, 3> sites{1, 1, 1};
  std::vector<int> axes(static_cast<std::size_t>(dimensions));
  std::iota(axes.begin(), axes.end(), 0);
  for (const int axis : axes) {
    sites[axis] = std::max<std::int64_t>(1, std::llround(size[axis] / spacing));
  }
  const auto width = [&](int axis) { return size[axis] / static_cast<double>(sites[axis]); };
  while (sites[0] * sites[1] * sites[2] < count) {
    ++sites[*std::ranges::max_element(axes, {}, width)];
  }
  const std::int64_t total = sites[0] * sites[1] * sites[2];
  std::vector<glm::vec3> positions(static_cast<std::size_t>(count), glm::vec3(0.0f));
  for (std::int64_t i = 0; i < count; ++i) {
    std::int64_t site = i * total / count;
    for (const int axis : axes) {
      const double place = static_cast<double>(site % sites[axis]) + 0.5;
      positions[static_cast<std::size_t>(i)][axis] =
          search::insideAsFloat(place / static_cast<double>(sites[axis]) * size[axis], size[axis]);
      site /= sites[axis];
    }
  }
  return positions;
}

/// The species of all particles, one block each in the given order.
std::vector<int> speciesBlocks(const Scenario& scenario, const std::vector<int>& order) {
  const std::vector<std::int64_t> counts = speciesCounts(scenario);
  std::vector<int> species;
  for (const int index : order) {
    species.insert(species.end(), static_cast<std::size_t>(counts[static_cast<std::size_t>(index)]),
                   index);
  }
  return species;
}

Order identity(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

constexpr double kTurn = 2.0 * std::numbers::pi;
constexpr double kRounding = 1e-9;

/// The wave number of `first` and `second` waves along the axes other than that of the layers.
glm::dvec3 waveNumber(const Initial& initial, const search::Box& box, int first, int second) {
  glm::dvec3 number(0.0);
  int modes[] = {first, second};
  int other = 0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (axis != initial.axis) number[axis] = kTurn * modes[other++] / box.size[axis];
  }
  return number;
}

std::vector<InterfaceWave> oneMode(const Initial& initial, const search::Box& box) {
  const double half = 0.5 * initial.perturbation;
  const auto [first, second] = initial.modes;
  return {{half, waveNumber(initial, box, first, second), 0.0},
          {half, waveNumber(initial, box, first, -second), 0.0}};
}

std::vector<InterfaceWave> spectrum(const Initial& initial, const search::Box& box,
                                    RandomStream& random) {
  const auto [least, most] = initial.spectrum;
  // Lengths of waves count, not numbers: across a thin slab there are none.
  const double unit = glm::length(waveNumber(initial, box, 1, 0));
  const double unitAcross = glm::length(waveNumber(initial, box, 0, 1));
  const double longest = unitAcross > 0.0 ? std::min(unit, unitAcross) : unit;
  const int along = static_cast<int>(most * longest / unit + kRounding);
  const int across =
      unitAcross > 0.0 ? static_cast<int>(most * longest / unitAcross + kRounding) : 0;
  std::vector<InterfaceWave> waves;
  double meanSquare = 0.0;
  for (int first = 0; first <= along; ++first) {
    for (int second = -across; second <= across; ++second) {
      const glm::dvec3 number = waveNumber(initial, box, first, second);
      const double inLongest = glm::length(number) / longest;
      // A wave and its opposite are the same wave: only one of them counts.
      if (inLongest < least - kRounding || inLongest > most + kRounding) continue;
      if (first == 0 && second < 0) continue;
      const double amplitude = random.normal();
      const double phase = kTurn * random.uniform();
      waves.push_back({amplitude, number, phase});
      meanSquare += 0.5 * amplitude * amplitude;
    }
  }
  for (InterfaceWave& wave : waves) wave.amplitude *= initial.perturbation / std::sqrt(meanSquare);
  return waves;
}

/// Particles by their height above the displaced interface: the species go up in this order, which
/// makes their counts exact and the layers follow the waves at uniform density.
Order byHeight(const std::vector<glm::vec3>& positions, int axis,
               const std::vector<InterfaceWave>& waves) {
  std::vector<double> height;
  for (const glm::vec3& position : positions) {
    height.push_back(position[axis] - displacement(waves, glm::dvec3(position)));
  }
  Order order = identity(positions.size());
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t i, std::size_t j) { return height[i] < height[j]; });
  return order;
}

/// Particles by cell, those of one cell as they come: a counting sort.
Order byCell(const std::vector<glm::vec3>& positions, const search::Box& box) {
  std::array<std::size_t, 3> cells{1, 1, 1};
  for (int axis = 0; axis < box.dimensions; ++axis) {
    cells[axis] = std::max<std::size_t>(1, static_cast<std::size_t>(box.size[axis]));
  }
  const auto cellOf = [&](const glm::vec3& position) {
    std::size_t index = 0;
    for (int axis = box.dimensions; axis-- > 0;) {
      const double place = position[axis] / box.size[axis] * static_cast<double>(cells[axis]);
      index = index * cells[axis] + std::min(cells[axis] - 1, static_cast<std::size_t>(place));
    }
    return index;
  };
  std::vector<std::size_t> start(cells[0] * cells[1] * cells[2] + 1, 0);
  for (const glm::vec3& position : positions) ++start[cellOf(position) + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  Order order(positions.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[start[cellOf(positions[i])]++] = i;
  return order;
}

template <typename T>
std::vector<T> inOrder(const std::vector<T>& values, const Order& order) {
  std::vector<T> sorted;
  sorted.reserve(values.size());
  if (!values.empty()) {
    for (const std::size_t i : order) sorted.push_back(values[i]);
  }
  return sorted;
}

std::vector<glm::vec3> maxwellVelocities(const std::vector<int>& species, const dpd::Fluid& fluid,
                                         RandomStream& random) {
  const auto massOf = [&](std::size_t i) {
    return fluid.species[static_cast<std::size_t>(species[i])].mass;
  };
  std::vector<glm::dvec3> exact(species.size(), glm::dvec3(0.0));
  glm::dvec3 momentum(0.0);
  double mass = 0.0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double spread = std::sqrt(fluid.kT / massOf(i));
    for (int axis = 0; axis < fluid.box.dimensions; ++axis)
      exact[i][axis] = spread * random.normal();
    momentum += massOf(i) * exact[i];
    mass += massOf(i);
  }
  std::vector<glm::vec3> velocities;
  velocities.reserve(exact.size());
  for (const glm::dvec3& v : exact) velocities.emplace_back(v - momentum / mass);
  return velocities;
}

dpd::Particles makeParticles(const Scenario& scenario, RandomStream& random) {
  const dpd::Fluid& fluid = scenario.fluid;
  if (scenario.initial.kind == InitialKind::Regions) return particlesInRegions(scenario, random);
  const bool isLattice = scenario.initial.kind == InitialKind::Lattice;
  dpd::Particles particles;
  particles.position = isLattice ? latticePositions(scenario) : randomPositions(scenario, random);
  leaveObstacle(fluid, particles.position, random);
  std::vector<int> species = speciesBlocks(scenario, scenario.initial.order);
  if (scenario.initial.kind == InitialKind::Layers) {
    const auto waves = makeInterfaceWaves(scenario.initial, fluid.box, random);
    const Order upwards = byHeight(particles.position, scenario.initial.axis, waves);
    particles.species.resize(species.size());
    for (std::size_t i = 0; i < upwards.size(); ++i) particles.species[upwards[i]] = species[i];
  } else {
    random.shuffle(species);
    particles.species = std::move(species);
  }
  return particles;
}

/// The state of particles that lie in the box in any order; what is not given of them is drawn.
dpd::ParticleState begin(const dpd::Particles& particles, bool keepIds, const dpd::Fluid& fluid,
                         RandomStream& random) {
  Order ids = byCell(particles.position, fluid.box);
  dpd::Particles sorted{inOrder(particles.position, ids), inOrder(particles.velocity, ids),
                        inOrder(particles.species, ids)};
  if (sorted.velocity.empty()) sorted.velocity = maxwellVelocities(sorted.species, fluid, random);
  std::vector<float> noise(sorted.count());
  for (float& state : noise) state = random.uniformFloat();
  if (!keepIds) std::iota(ids.begin(), ids.end(), std::size_t{0});
  return dpd::packed(sorted, ids, noise);
}

}  // namespace

std::vector<InterfaceWave> makeInterfaceWaves(const Initial& initial, const search::Box& box,
                                              RandomStream& random) {
  return initial.spectrum[1] > 0 ? spectrum(initial, box, random) : oneMode(initial, box);
}

double displacement(const std::vector<InterfaceWave>& waves, const glm::dvec3& position) {
  double sum = 0.0;
  for (const InterfaceWave& wave : waves) {
    sum += wave.amplitude * std::cos(glm::dot(wave.number, position) + wave.phase);
  }
  return sum;
}

dpd::ParticleState makeInitialState(const Scenario& scenario) {
  if (scenario.initial.kind == InitialKind::File) {
    return makeInitialState(scenario, io::readParticles(scenario.initial.file, scenario.fluid),
                            scenario.initial.file);
  }
  RandomStream random(scenario.fluid.seed);
  const dpd::Particles particles = makeParticles(scenario, random);
  return begin(particles, false, scenario.fluid, random);
}

dpd::ParticleState makeInitialState(const Scenario& scenario, const dpd::Particles& given,
                                    const std::string& source) {
  const std::int64_t expected = particleCount(scenario);
  const auto count = static_cast<std::int64_t>(given.count());
  if (count != expected && scenario.initial.kind == InitialKind::Regions) {
    throw InputError(source, fmt::format("{} particles, but the regions hold {}", count, expected));
  }
  if (count != expected) {
    throw InputError(
        source,
        fmt::format(
            "{} particles, but fluid.density {} in the box makes {} (a density of {} would fit)",
            count, scenario.fluid.density, expected,
            static_cast<double>(count) / scenario.fluid.box.volume()));
  }
  for (std::size_t i = 0; i < given.count(); ++i) {
    const glm::vec3& place = given.position[i];
    if (!dpd::contains(scenario.fluid.obstacle, scenario.fluid.box, glm::dvec3(place))) continue;
    throw InputError(source, fmt::format("particle {} at ({}, {}, {}) is inside the obstacle", i,
                                         place.x, place.y, place.z));
  }
  RandomStream random(scenario.fluid.seed);
  return begin(given, true, scenario.fluid, random);
}

}  // namespace gpubuck::scenario
