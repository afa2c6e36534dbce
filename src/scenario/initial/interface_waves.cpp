#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

#include "scenario/initial/initial_state.h"

namespace gpubuck::scenario {
namespace {

constexpr double kFullTurn = 2.0 * std::numbers::pi;
constexpr double kRounding = 1e-9;

/// Returns the wave number of a wave with `first` and `second` periods along the two axes other
/// than the axis of the layers.
glm::dvec3 waveNumber(const Initial& initial, const cells::Box& box, int first, int second) {
  glm::dvec3 number(0.0);
  int modes[] = {first, second};
  int other = 0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (axis != initial.axis) number[axis] = kFullTurn * modes[other++] / box.size[axis];
  }
  return number;
}

std::vector<InterfaceWave> oneMode(const Initial& initial, const cells::Box& box) {
  const double half = 0.5 * initial.perturbation;
  const auto [first, second] = initial.modes;
  return {{half, waveNumber(initial, box, first, second), 0.0},
          {half, waveNumber(initial, box, first, -second), 0.0}};
}

std::vector<InterfaceWave> spectrum(const Initial& initial, const cells::Box& box,
                                    RandomStream& random) {
  const auto [least, most] = initial.spectrum;
  // The condition is on the lengths of waves, not on their numbers, so that there are no waves
  // across a thin slab.
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
      // A wave and the opposite wave are the same, so that only one of the two counts.
      if (inLongest < least - kRounding || inLongest > most + kRounding) continue;
      if (first == 0 && second < 0) continue;
      const double amplitude = random.normal();
      const double phase = kFullTurn * random.uniform();
      waves.push_back({amplitude, number, phase});
      meanSquare += 0.5 * amplitude * amplitude;
    }
  }
  for (InterfaceWave& wave : waves) wave.amplitude *= initial.perturbation / std::sqrt(meanSquare);
  return waves;
}

}  // namespace

std::vector<InterfaceWave> makeInterfaceWaves(const Initial& initial, const cells::Box& box,
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

}  // namespace gpubuck::scenario
