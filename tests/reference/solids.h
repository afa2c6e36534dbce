// Solids in double precision, by the memberships of places and textbook formulas of each shape.
#pragma once

#include <glm/vec3.hpp>

#include "dpd/model/fluid.h"

namespace gpubuck::reference {

/// Returns whether a position in the box is inside of a shape: strictly, at round surfaces.
bool isInside(const cells::Shape& shape, const cells::Box& box, const glm::dvec3& place);

/// Returns whether a position is in solid `number` but not in a hole after it.
bool isInSolid(const dpd::Fluid& fluid, std::size_t number, const glm::dvec3& place);

/// Returns the distance of a position from the nearest surface of any shape, solid or not.
double fromSurfaces(const dpd::Fluid& fluid, const glm::dvec3& place);

/// Brings a particle that has moved from `came` to `position` into the box and out of the solids.
/// The solids are at their places at the end of the step. The surface through which the particle
/// came is the last surface that it crossed in the frame of the solid, or the nearest surface if it
/// crossed none. The position of the particle is mirrored at this surface (from deeper than 1/2 it
/// moves to 1/2 outside). If the particle approaches the surface, the normal component of both
/// velocities is reversed in the frame of the solid. This is repeated while the particle is in a
/// solid, at most three times; then the particle goes to the nearest surfaces.
void passSolids(const dpd::Fluid& fluid, const glm::dvec3& came, glm::dvec3& position,
                glm::dvec3& before, glm::dvec3& after);

/// Wraps a position around at a periodic side, mirrors it at a reflecting side.
void passSides(const cells::Box& box, glm::dvec3& position, glm::dvec3& before, glm::dvec3& after);

}  // namespace gpubuck::reference
