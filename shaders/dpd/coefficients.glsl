// The numbers of a fluid that determine its forces and the move of a time step. Functions; they read only uniforms, or
// for a batch of fluids the inputs of batch.glsl.

#ifndef BATCH
// Coefficients of the law for each pair of species. For up to 8 species they are a square matrix, which is the quickest
// to read. For more species the array contains each pair only once, so that the uniforms of OpenGL ES 3.0 have room for
// it.
const bool kIsSquare = kSpecies <= 8;
uniform vec4 u_pair[kIsSquare ? kSpecies * kSpecies : kSpecies * (kSpecies + 1) / 2];
uniform float u_inverseMass[kSpecies];
uniform float u_dragNoise[kSpecies];
uniform float u_timeStep;
uniform float u_prediction;
uniform vec3 u_gravity;
uniform float u_poiseuille;
uniform float u_drag;

int pairOf(int one, int other) {
  if (kSpecies == 1) return 0;
  if (kIsSquare) return one * kSpecies + other;
  int high = max(one, other);
  return high * (high + 1) / 2 + min(one, other);
}

/// Returns the coefficients of the law for two species.
vec4 pairCoefficients(int one, int other) { return u_pair[pairOf(one, other)]; }

float inverseMassOf(int species) { return u_inverseMass[species]; }

/// Returns sqrt(2 drag kT / (m dt)).
float dragNoiseOf(int species) { return u_dragNoise[species]; }

float timeStep() { return u_timeStep; }

/// Returns 1/2 + lambda: the time, in steps after n - 1/2, of the velocity on which friction acts.
float prediction() { return u_prediction; }

vec3 gravity() { return u_gravity; }

/// Returns an acceleration that points along x in the lower half of the box along its last axis, and against x in the
/// upper half.
float poiseuille() { return u_poiseuille; }

float drag() { return u_drag; }
#endif
