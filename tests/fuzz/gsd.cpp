#include <limits>

#include "formats/particles.h"
#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void gsd(std::string_view input) {
  const std::string path = fileOf("frames.gsd", input);
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return formats::readGsd(path, fluid); });
    if (!particles) continue;
    const std::string again = pathOf("again.gsd");
    formats::makeGsdWriter(again, fluid, particles->molecules, file::Opening::Replace,
                           formats::Keep::Whole)
        ->append({1, 0.01, *particles});
    const formats::FileParticles read = formats::readGsd(again, fluid);
    require(read.count() == particles->count(), "all particles are written");
    require(read.molecules == particles->molecules, "bonds and angles are written");
  }
  const auto frames = taken({path}, [&] { return framesOf(*formats::makeGsdReader(path)); });
  const auto isCut = taken({path}, [&] {
    formats::cutGsd(path, std::numeric_limits<std::int64_t>::max());
    return true;
  });
  const std::string left = bytesOf("frames.gsd");
  if (!isCut) return require(left == input, "a file that is refused stays as it is");
  formats::cutGsd(path, std::numeric_limits<std::int64_t>::max());
  require(bytesOf("frames.gsd") == left, "nothing is left to be cut away");
  if (frames) require(framesOf(*formats::makeGsdReader(path)) == *frames, "whole frames stay");
}

}  // namespace gpubuck::fuzz
