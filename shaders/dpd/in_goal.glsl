// Finds the particles in the region of a goal (src/dpd/model/goal.h).
// Reads: the particles, through the accessors of the step (src/dpd/steps/neighbourhood.h). Writes: o_inGoal, x: 1 for a
// particle of a species that counts and in the region, otherwise 0; y: 1 for a species that counts.
// One invocation: one particle.

uniform vec3 u_goalLow;
uniform vec3 u_goalHigh;
uniform float u_goalCounts[kSpecies];  // 1 or 0

void run(int i) {
  vec4 position = positionOf(i);
  float counts = u_goalCounts[int(position.w)];
  bool isIn = all(greaterThanEqual(position.xyz, u_goalLow)) && all(lessThanEqual(position.xyz, u_goalHigh));
  o_inGoal = vec4(isIn ? counts : 0.0, counts, 0.0, 0.0);
}
