// Oracle of the structure factor, by sums over particles in double precision.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

#include "cells/box.h"

namespace gpubuck::reference {

/// A shell of wave vectors along periodic axes. Shell s = 0, 1, ... has the vectors whose length is
/// nearest to (s + 1) 2 pi / L, where L is the longest periodic side.
struct StructureShell {
  double k = 0.0;  ///< mean length of the shell's wave vectors
  /// The mean of S(k) = |sum exp(-i k.r)|^2 / N, and the mean of 1 + (S(k) - 1) / W(k). W is the
  /// product of (sin(x) / x)^2 over the axes, where x is half of the phase across a cell.
  double direct = 0.0;
  double corrected = 0.0;
  /// Standard deviation of `corrected` for an ideal gas. The S(k) of such a gas is exponentially
  /// distributed, and the same at k and -k.
  double deviation = 0.0;
};

/// Returns the shells that cells of `edge` resolve: all wave vectors of these shells are shorter
/// than pi over the longest edge.
std::vector<StructureShell> structureShells(const cells::Box& box, const glm::dvec3& edge,
                                            const std::vector<glm::dvec3>& position);

}  // namespace gpubuck::reference
