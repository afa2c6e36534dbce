// The distance of a particle from a place. Function. Reads and writes nothing.

#include "cells/shape.glsl"

/// Returns the distance to the nearest image of a centre.
float distanceTo(vec3 centre, vec3 position) { return length(fromImage(centre, position)); }
