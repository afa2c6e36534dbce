#include "reference/observables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>

namespace gpubuck::reference {
namespace {

int cellsAlong(const cells::Box& box, int axis) {
  return axis < box.dimensions ? static_cast<int>(std::floor(box.size[axis])) : 1;
}

int cellOf(const cells::Box& box, int axis, double x) {
  const int cells = cellsAlong(box, axis);
  return std::clamp(static_cast<int>(std::floor(x / box.size[axis] * cells)), 0, cells - 1);
}

int strongestAxis(const glm::dvec3& gravity, int dimensions) {
  int axis = 0;
  for (int other = 1; other < dimensions; ++other) {
    if (std::abs(gravity[other]) > std::abs(gravity[axis])) axis = other;
  }
  return axis;
}

/// A scalar for each cell of the grid, in the order of x, then y, then z.
struct CellField {
  std::array<int, 3> cells;
  std::vector<double> value;

  double& at(const std::array<int, 3>& c) {
    return value[static_cast<std::size_t>((c[2] * cells[1] + c[1]) * cells[0] + c[0])];
  }
};

CellField composition(const cells::Box& box, const std::vector<glm::dvec3>& position,
                      const std::vector<int>& species) {
  CellField field{{cellsAlong(box, 0), cellsAlong(box, 1), cellsAlong(box, 2)}, {}};
  field.value.assign(static_cast<std::size_t>(field.cells[0] * field.cells[1] * field.cells[2]),
                     0.0);
  double sum = 0.0;
  for (std::size_t i = 0; i < position.size(); ++i) {
    std::array<int, 3> cell{};
    for (int axis = 0; axis < box.dimensions; ++axis) {
      cell[static_cast<std::size_t>(axis)] = cellOf(box, axis, position[i][axis]);
    }
    const double sign = species[i] == 0 ? 1.0 : -1.0;
    field.at(cell) += sign;
    sum += sign;
  }
  for (double& phi : field.value) phi -= sum / static_cast<double>(field.value.size());
  return field;
}

double correlation(CellField& field, std::size_t axis, int lag) {
  double sum = 0.0;
  for (int z = 0; z < field.cells[2]; ++z) {
    for (int y = 0; y < field.cells[1]; ++y) {
      for (int x = 0; x < field.cells[0]; ++x) {
        std::array<int, 3> other{x, y, z};
        other[axis] = (other[axis] + lag) % field.cells[axis];
        sum += field.at({x, y, z}) * field.at(other);
      }
    }
  }
  return sum;
}

std::optional<double> firstZero(CellField& field, std::size_t axis) {
  double previous = correlation(field, axis, 0);
  if (previous <= 0.0) return std::nullopt;
  for (int lag = 1; lag <= field.cells[axis] / 2; ++lag) {
    const double current = correlation(field, axis, lag);
    if (current <= 0.0) return lag - 1 + previous / (previous - current);
    previous = current;
  }
  return std::nullopt;
}

std::array<double, 3> componentsOf(const glm::dvec3& vector) {
  return {vector.x, vector.y, vector.z};
}

}  // namespace

dpd::Observables observe(const dpd::Fluid& fluid, std::int64_t step, const ForceInput& input,
                         const std::vector<glm::dvec3>& before,
                         const std::vector<glm::dvec3>& after, const PairForces& forces) {
  const int dimensions = fluid.box.dimensions;
  dpd::Observables result;
  result.step = step;
  result.time = static_cast<double>(step) * fluid.dt;
  result.species.resize(fluid.species.size());
  result.potentialEnergy = forces.potentialSum;
  std::vector<double> kinetic(fluid.species.size(), 0.0);
  std::vector<glm::dvec3> momentum(fluid.species.size(), glm::dvec3(0.0));
  glm::dvec3 momentumOfAll(0.0);
  double kineticOnStep = 0.0;
  glm::dvec3 stress = forces.conservativeVirialSum;
  for (std::size_t i = 0; i < input.position.size(); ++i) {
    const auto k = static_cast<std::size_t>(input.species[i]);
    const double mass = fluid.species[k].mass;
    kinetic[k] += 0.25 * mass * (glm::dot(before[i], before[i]) + glm::dot(after[i], after[i]));
    const glm::dvec3 mean = 0.5 * (before[i] + after[i]);
    kineticOnStep += 0.5 * mass * glm::dot(mean, mean);
    stress += 0.5 * mass * (before[i] * before[i] + after[i] * after[i]);
    momentum[k] += 0.5 * mass * (before[i] + after[i]);
    ++result.species[k].count;
    result.gravityEnergy -= mass * glm::dot(fluid.gravity, input.position[i]);
  }
  for (std::size_t k = 0; k < kinetic.size(); ++k) {
    dpd::SpeciesObservables& one = result.species[k];
    if (one.count > 0) {
      one.temperature = 2.0 * kinetic[k] / (dimensions * static_cast<double>(one.count));
    }
    result.kineticEnergy += kinetic[k];
    one.momentum = componentsOf(momentum[k]);
    momentumOfAll += momentum[k];
  }
  result.momentum = componentsOf(momentumOfAll);
  double degrees = dimensions * static_cast<double>(input.position.size());
  for (int axis = 0; axis < dimensions; ++axis) {
    if (fluid.box.isPeriodic(axis) && fluid.drag == 0.0) degrees -= 1.0;
  }
  result.temperature = degrees > 0.0 ? 2.0 * result.kineticEnergy / degrees : 0.0;
  result.temperatureOnStep = degrees > 0.0 ? 2.0 * kineticOnStep / degrees : 0.0;
  result.pressureTensor = componentsOf(stress / fluid.box.volume());
  const double spread = dimensions * fluid.box.volume();
  result.pressure = (stress.x + stress.y + stress.z) / spread;
  result.pressureTotal = (2.0 * result.kineticEnergy + forces.totalVirialSum) / spread;
  if (const int last = dimensions - 1; fluid.box.isPeriodic(last)) {
    const glm::dvec3 pressure = stress / fluid.box.volume();
    const double tangential = dimensions == 3 ? 0.5 * (pressure.x + pressure.y) : pressure.x;
    result.surfaceTension = 0.5 * fluid.box.size[last] * (pressure[last] - tangential);
  }
  result.mixingWidth = mixingWidth(fluid, input.position, input.species);
  result.domainSize = domainSize(fluid, input.position, input.species);
  return result;
}

std::optional<double> mixingWidth(const dpd::Fluid& fluid, const std::vector<glm::dvec3>& position,
                                  const std::vector<int>& species) {
  if (fluid.species.size() != 2 || fluid.gravity == glm::dvec3(0.0)) return std::nullopt;
  const int axis = strongestAxis(fluid.gravity, fluid.box.dimensions);
  const auto layers = static_cast<std::size_t>(cellsAlong(fluid.box, axis));
  std::vector<double> all(layers, 0.0);
  std::vector<double> second(layers, 0.0);
  for (std::size_t i = 0; i < position.size(); ++i) {
    const auto layer = static_cast<std::size_t>(cellOf(fluid.box, axis, position[i][axis]));
    all[layer] += 1.0;
    second[layer] += species[i];
  }
  double sum = 0.0;
  for (std::size_t layer = 0; layer < layers; ++layer) {
    if (all[layer] == 0.0) continue;
    const double f = second[layer] / all[layer];
    sum += f * (1.0 - f);
  }
  return 6.0 * sum * fluid.box.size[axis] / static_cast<double>(layers);
}

std::optional<double> domainSize(const dpd::Fluid& fluid, const std::vector<glm::dvec3>& position,
                                 const std::vector<int>& species) {
  if (fluid.species.size() != 2) return std::nullopt;
  CellField field = composition(fluid.box, position, species);
  double sum = 0.0;
  int axes = 0;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    if (!fluid.box.isPeriodic(axis)) continue;
    const auto a = static_cast<std::size_t>(axis);
    const std::optional<double> zero = firstZero(field, a);
    if (!zero) continue;
    sum += *zero * fluid.box.size[axis] / field.cells[a];
    ++axes;
  }
  if (axes == 0) return std::nullopt;
  return sum / axes;
}

}  // namespace gpubuck::reference
