// The neighbours of a particle, for bodies that visit them. How they are found is the choice of one file that the prologue
// or the body includes: walk_lists.glsl, walk_ranges.glsl, walk_near_first.glsl, walk_verlet.glsl. Reads and writes
// nothing.

/// Called for every other particle j that may be a neighbour. `image` is what to add to j's position to get the periodic
/// image that lies next to the particle. The body defines it.
void visitNeighbour(int j, vec3 image);

/// Visits the neighbours of particle i. The walk defines it.
void forEachNeighbour(int i, vec3 position);
