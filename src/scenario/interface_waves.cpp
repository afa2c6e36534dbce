#include "scenario/interface_waves.h"

#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>

namespace gpubuck::scenario {
namespace {

constexpr double kTurn = 2.0 * std::numbers::pi;

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
  const int across = box.dimensions == 3 ? most : 0;
  std::vector<InterfaceWave> waves;
  double meanSquare = 0.0;
  for (int first = 0; first <= most; ++first) {
    for (int second = -across; second <= across; ++second) {
      const int squared = first * first + second * second;
      // Of a wave and its opposite, which is the same wave, one counts.
      if (squared < least * least || squared > most * most || (first == 0 && second < 0)) continue;
      const double amplitude = random.normal();
      const double phase = kTurn * random.uniform();
      waves.push_back({amplitude, waveNumber(initial, box, first, second), phase});
      meanSquare += 0.5 * amplitude * amplitude;
    }
  }
  for (InterfaceWave& wave : waves) wave.amplitude *= initial.perturbation / std::sqrt(meanSquare);
  return waves;
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

}  // namespace gpubuck::scenario
