// The limits of the squares of distances of pairs: src/pairs/resident/resident_limits.h. Function.
// Reads: with TYPED b_types, the type of each point, and b_limits, three numbers per pair of u_types types; without it
// kPossibleSquared, kSureSquared and kMostSquared from the prologue.

#ifdef TYPED
uniform int u_types;
#endif

/// Returns for the points i and j, by wrapped points: the square above which they are no pair, and the one below which
/// they are; and the largest square of a pair by the points as given.
dvec3 limitsOf(int i, int j) {
#ifdef TYPED
  int k = 3 * (int(b_types[i]) * u_types + int(b_types[j]));
  return dvec3(b_limits[k], b_limits[k + 1], b_limits[k + 2]);
#else
  return dvec3(kPossibleSquared, kSureSquared, kMostSquared);
#endif
}
