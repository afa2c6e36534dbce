// Shared by the fuzz targets of particle readers.
#pragma once

#include <array>

#include "dpd/model/fluid.h"
#include "dpd/model/particle_state.h"
#include "formats/trajectory.h"
#include "fuzz/target.h"

namespace gpubuck::fuzz {

/// Two fluids: one in a box with two walls, with kinds of bonds and angles; the other in two
/// dimensions, without such kinds.
inline const std::array<dpd::Fluid, 2>& fluids() {
  static const std::array<dpd::Fluid, 2> kFluids = [] {
    std::array<dpd::Fluid, 2> both;
    for (dpd::Fluid& fluid : both) {
      fluid.box.size = {8.0, 10.0, 12.0};
      fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
    }
    both[0].box.boundary[2] = cells::Boundary::Reflecting;
    both[0].bondKinds = {{.name = "link"}, {.name = "rope"}};
    both[0].angleKinds = {{.name = "bend"}};
    both[1].box.size.z = 1.0;
    both[1].box.dimensions = 2;
    return both;
  }();
  return kFluids;
}

/// Returns the number of frames of a trajectory. Requires that all frames have the same number of
/// particles.
inline std::int64_t framesOf(formats::TrajectoryReader& reader) {
  formats::Frame frame;
  std::int64_t frames = 0;
  for (std::size_t count = 0; reader.next(frame); ++frames) {
    require(frame.particles.count() > 0 && (frames == 0 || frame.particles.count() == count),
            "every frame has as many particles as the first");
    count = frame.particles.count();
  }
  return frames;
}

/// Requires that the particles are in the box and that `writeAndRead` returns the same particles.
template <typename WriteAndRead>
void requireRoundTrip(dpd::Particles particles, const dpd::Fluid& fluid,
                      const WriteAndRead& writeAndRead) {
  const std::size_t count = particles.count();
  require(count > 0 && particles.species.size() == count, "every particle has its species");
  require(particles.velocity.empty() || particles.velocity.size() == count,
          "all particles have velocities, or none has");
  for (std::size_t i = 0; i < count; ++i) {
    const int species = particles.species[i];
    require(species >= 0 && species < std::ssize(fluid.species), "the species is the fluid's");
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      const float coordinate = particles.position[i][axis];
      require(coordinate >= 0.0F && coordinate < static_cast<float>(fluid.box.size[axis]),
              "a particle is in the box");
    }
  }
  particles.velocity.resize(count, glm::vec3(0.0F));
  const dpd::Particles again = writeAndRead(particles);
  require(again.position == particles.position && again.velocity == particles.velocity &&
              again.species == particles.species,
          "particles are read back as they were");
}

}  // namespace gpubuck::fuzz
