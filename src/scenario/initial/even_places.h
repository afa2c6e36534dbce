// Places that fill a box evenly.
#pragma once

#include <cmath>

namespace gpubuck::scenario {

/// Returns coordinate `axis`, 0..1, of place `number` of a sequence that fills a square or a cube
/// evenly however many places are taken, with 1/2 + number / g^(axis + 1) and g the root of
/// g^(dimensions + 1) = g + 1 (Roberts 2018, "The unreasonable effectiveness of quasirandom
/// sequences"). Plain C++, the same on every machine.
inline double evenPlace(double number, int axis, int dimensions) {
  const double g = dimensions == 2 ? 1.32471795724474602596 : 1.22074408460575947536;
  double step = 1.0;
  for (int k = 0; k <= axis; ++k) step /= g;
  const double place = 0.5 + number * step;
  return place - std::floor(place);
}

}  // namespace gpubuck::scenario
