// Solids in double precision. Textbook formulas of each shape tell which places are inside of it,
// and where its surfaces are.
#pragma once

#include <glm/vec3.hpp>

#include "dpd/model/fluid.h"

namespace gpubuck::reference {

/// Returns whether a position in the box is inside of a shape. A position on a round surface is not
/// inside.
bool isInside(const cells::Shape& shape, const cells::Box& box, const glm::dvec3& place);

/// Returns whether a position is in solid `number`, and not in a hole that comes after this solid.
bool isInSolid(const dpd::Fluid& fluid, std::size_t number, const glm::dvec3& place);

/// Returns the distance of a position from the nearest surface of any shape, solid or not.
double fromSurfaces(const dpd::Fluid& fluid, const glm::dvec3& place);

/// Brings a particle that has moved from `came` to `position` back into the box, and out of the
/// solids. The solids are at their places at the end of the step. The particle came through the
/// surface that it crossed last, seen from the moving solid, or through the nearest surface if it
/// crossed none. Its position is mirrored at this surface. If it was deeper than 1/2, it moves to
/// 1/2 outside of the surface. If the particle approaches the surface, the normal component of both
/// velocities, relative to the solid, is reversed. This is repeated at most three times while the
/// particle is in a solid. Then the particle moves to the nearest surfaces.
void passSolids(const dpd::Fluid& fluid, const glm::dvec3& came, glm::dvec3& position,
                glm::dvec3& before, glm::dvec3& after);

/// Wraps a position around at a periodic side, and mirrors it at a reflecting side.
void passSides(const cells::Box& box, glm::dvec3& position, glm::dvec3& before, glm::dvec3& after);

}  // namespace gpubuck::reference
