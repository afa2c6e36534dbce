// The neighbours of a particle, for bodies that visit them. The prologue or the body includes one of the files that
// find neighbours: walk_lists.glsl, walk_ranges.glsl, walk_near_first.glsl, walk_verlet.glsl. Reads and writes nothing.

/// Is called for every other particle j that may be a neighbour. The position of j plus `image` is the position of the
/// periodic image of j next to the particle. The body defines this function.
void visitNeighbour(int j, vec3 image);

/// Visits the neighbours of particle i. The walk defines this function.
void forEachNeighbour(int i, vec3 position);
