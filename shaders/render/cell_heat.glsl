// The motion of the particles of a cell relative to their mean motion.
// Reads: positions (the species in w); velocities; the cells, through the cell structure. Writes: o_heat, x: the sum of
// m |v - u|^2, where u is the velocity of the centre of mass; y: the number of particles less 1, or 0 for an empty
// cell. One invocation: one cell.

uniform sampler2D u_position;
uniform sampler2D u_velocity;
uniform float u_masses[kMaxSpecies];

// The walk ends after this number of particles, even if the links form no proper list.
const int kMostInCell = 4096;

void run(int i) {
  float mass = 0.0, squares = 0.0;
  vec3 mean = vec3(0.0);
  int count = 0;
  for (int cursor = firstInCell(i); cursor != kNull && count < kMostInCell; cursor = nextInCell(cursor)) {
    ivec2 texel = texelOf(elementAt(cursor));
    float own = u_masses[int(texelFetch(u_position, texel, 0).w + 0.5)];
    vec3 velocity = texelFetch(u_velocity, texel, 0).xyz;
    vec3 apart = velocity - mean;
    mass += own;
    mean += own / mass * apart;
    squares += own * dot(apart, velocity - mean);
    ++count;
  }
  o_heat = vec4(squares, float(max(count - 1, 0)), 0.0, 0.0);
}
