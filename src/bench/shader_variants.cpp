#include <array>

#include "bench/fixtures.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// Compiles every variant of the shaders of this layer, so that app/shader_dump.cpp can write them.
void compileShaders(const texel::Device& device) {
  const std::array<glm::dvec3, 1> point{glm::dvec3(0.0)};
  for (const auto algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
    const SearchFixture fixture({.engine = device.engine(), .software = device.isSoftware()},
                                algorithm, {.allCells = true}, {point, 1.0});
  }
}

}  // namespace gpubuck::bench
