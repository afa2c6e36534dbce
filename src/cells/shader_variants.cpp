#include "cells/neighbourhood_info.h"
#include "texel/device.h"

namespace gpubuck::cells {

/// Compiles every variant of the shaders of this layer, so that app/shader_dump.cpp can write them.
void compileShaders(const texel::Device& device) {
  for (const auto algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
    const CellIndex cells(device, makeCellGrid({.size = glm::dvec3(3.0)}, 1.0),
                          {.algorithm = algorithm}, 1);
    const WalkCells walk(device, cells.grid());
    const InspectNeighbourhood inspection(device, cells);
  }
}

}  // namespace gpubuck::cells
