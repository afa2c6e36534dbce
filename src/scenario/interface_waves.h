// The initial waves of the interfaces between layers.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "scenario/random_stream.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// A plane wave, amplitude * cos(number . r + phase).
struct InterfaceWave {
  double amplitude = 0.0;
  glm::dvec3 number{0.0};  ///< 2 pi / length along each axis, 0 along that of the layers
  double phase = 0.0;
};

/// The waves of InitialKind::Layers in this box: those of one mode (a product of two cosines is two
/// plane waves), for which nothing is drawn from `random`, or the spectrum of `initial`.
std::vector<InterfaceWave> makeInterfaceWaves(const Initial& initial, const search::Box& box,
                                              RandomStream& random);

/// The height by which the interfaces are raised at `position`: the sum of the waves.
double displacement(const std::vector<InterfaceWave>& waves, const glm::dvec3& position);

}  // namespace gpubuck::scenario
