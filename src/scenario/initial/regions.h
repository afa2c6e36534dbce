// The particles of InitialKind::Regions: the region that contains a place, and the number of
// particles of each region.
#pragma once

#include <cstdint>
#include <vector>

#include "dpd/model/particle_state.h"
#include "scenario/initial/random_stream.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {

using cells::ShapeInBox;

/// Returns the shapes of all regions.
std::vector<ShapeInBox> shapesOf(const Scenario& scenario);

/// Returns the number of the last shape that contains a place, or -1.
int shapeAt(const std::vector<ShapeInBox>& shapes, const glm::dvec3& place);

/// Returns the number of the region of a place in the box, which is the last region whose shape
/// contains the place, or -1.
int regionAt(const Scenario& scenario, const glm::dvec3& place);

/// Returns the volume (in two dimensions the area) of each region: the part of its shape that is in
/// the room of the fluid and outside of later regions. Uses cells::volumesOf().
std::vector<double> regionVolumes(const Scenario& scenario);

/// Returns the number of particles of each region, which does not depend on the seed: density times
/// volume, rounded, or the number of sites of a body (bodies.h).
std::vector<std::int64_t> regionCounts(const Scenario& scenario);

/// Progress of filling the regions.
struct RegionFilling {
  std::vector<std::int64_t> counts{};  ///< regionCounts(), but 0 for bodies
  std::size_t region = 0;
  std::int64_t placed = 0;  ///< in this region
  std::int64_t tries = 0;   ///< in this region
};
RegionFilling beginRegions(const Scenario& scenario);

/// Adds `count` particles without velocities, or fewer if fewer are left to be placed. Fills region
/// by region, with random or even places (Region::places). Throws InputError if too few places lie
/// in a region, since it is too thin or is inside a solid.
void fillRegions(const Scenario& scenario, RegionFilling& filling, std::int64_t count,
                 RandomStream& random, dpd::Particles& particles);

/// Fails for a shape with a fault, for a region that later regions or solids cover, for a region
/// with a density above 0 that makes no particle, and if there are too many particles in one region
/// or in all regions. A single region has too many if the box around its shape would hold too many.
void requireRegions(const Scenario& scenario, const Fail& fail);

}  // namespace gpubuck::scenario
