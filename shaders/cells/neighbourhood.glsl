// The neighbours of a particle, for bodies that visit them. The prologue or the body includes one of the files that
// find neighbours: walk_lists.glsl, walk_ranges.glsl, walk_near_first.glsl, walk_verlet.glsl. Reads and writes nothing.

/// Called for every other particle j that may be a neighbour. j's position plus `image` is the position of the
/// periodic image next to the particle. Defined by the body.
void visitNeighbour(int j, vec3 image);

/// Visits the neighbours of particle i. Defined by the walk.
void forEachNeighbour(int i, vec3 position);
