// The limits of the squares of distances of pairs: src/pairs/resident/resident_inputs.h. Function.
// Reads: with TYPED b_types, the type of each point, and b_limits, two numbers per pair of u_types types; without it
// kMostSquared from the prologue.

#ifdef TYPED
uniform int u_types;
#endif

/// Returns for the points i and j the length of their cut-off in units of the largest, and the largest square of the
/// distance of a pair, which is negative if they never are one.
dvec2 limitsOf(int i, int j) {
#ifdef TYPED
  int k = 2 * (int(b_types[i]) * u_types + int(b_types[j]));
  return dvec2(b_limits[k], b_limits[k + 1]);
#else
  return dvec2(1.0LF, kMostSquared);
#endif
}
