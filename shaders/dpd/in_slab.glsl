// A slab across the last axis, which is periodic.
// Reads: u_slab: the coordinates at which the slab begins and ends, and the length of the axis. Writes nothing.
// Function.

uniform vec3 u_slab;

/// Returns the share of a straight line from `at` to at + way that is inside the slab or one of its periodic images.
/// `at` is in the box. A line parallel to the slab, or of length 0, is wholly inside or outside. The line is shorter
/// than the axis. Where two neighbouring slabs meet, their bounds have the same bits, so that the shares of slabs that
/// fill the axis add up to 1, apart from the rounding of the sum.
float shareInside(vec3 at, vec3 way) {
  float start = at[kDimensions - 1];
  float along = way[kDimensions - 1];
  if (along == 0.0) return start >= u_slab.x && start < u_slab.y ? 1.0 : 0.0;
  float low = min(along, 0.0);
  float high = max(along, 0.0);
  float inside = 0.0;
  for (int image = -1; image <= 1; ++image) {
    vec2 bounds = u_slab.xy + float(image) * u_slab.z - start;
    inside += clamp(bounds.y, low, high) - clamp(bounds.x, low, high);
  }
  return inside / (high - low);
}
