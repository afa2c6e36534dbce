#include <limits>

#include "fuzz/particle_round_trip.h"
#include "fuzz/targets.h"
#include "io/particles.h"

namespace gpubuck::fuzz {

void gsd(std::string_view input) {
  const std::string path = fileOf("frames.gsd", input);
  for (const dpd::Fluid& fluid : fluids()) {
    const auto particles = taken({path}, [&] { return io::readGsd(path, fluid); });
    if (!particles) continue;
    const std::string again = pathOf("again.gsd");
    io::makeGsdWriter(again, fluid, file::Opening::Replace, io::Keep::Whole)
        ->append({1, 0.01, *particles});
    require(io::readGsd(again, fluid).count() == particles->count(), "all particles are written");
  }
  const auto frames = taken({path}, [&] { return framesOf(*io::makeGsdReader(path)); });
  const auto isCut = taken({path}, [&] {
    io::cutGsd(path, std::numeric_limits<std::int64_t>::max());
    return true;
  });
  const std::string left = bytesOf("frames.gsd");
  if (!isCut) return require(left == input, "a file that is refused stays as it is");
  io::cutGsd(path, std::numeric_limits<std::int64_t>::max());
  require(bytesOf("frames.gsd") == left, "nothing is left to be cut away");
  if (frames) require(framesOf(*io::makeGsdReader(path)) == *frames, "whole frames stay");
}

}  // namespace gpubuck::fuzz
