// The fluid of an invocation, in a batch of fluids in equal boxes (src/dpd/steps/batch.h). Particles and cells lie in
// the order of their fluids. Functions. Compute only (OpenGL 4.3).
// Reads: b_fluidOf, the fluid of each particle; b_fluids, kFluidRows rows of numbers for each fluid. Without a batch
// these numbers are uniforms, which coefficients.glsl, noise_key.glsl, sum_exact.glsl, measure.glsl and
// laws/many_body.glsl explain.

#define BATCH

uniform uint u_noiseStep;  // number of the present step of the batch

int g_fluid = 0;

/// Makes the fluid of particle i the fluid of the invocation.
void enterFluid(int i) {
  g_fluid = int(b_fluidOf[i]);
  g_firstCell = g_fluid * kCells.x * kCells.y * kCells.z;
}

vec4 fluidRow(int row) {
  return b_fluids[g_fluid * kFluidRows + row];
}

vec4 speciesRow(int species) {
  return fluidRow(4 + species);
}

vec4 pairCoefficients(int one, int other) {
  return fluidRow(4 + kFluidSpecies + one * kFluidSpecies + other);
}

float timeStep() { return fluidRow(0).x; }
float prediction() { return fluidRow(0).y; }
float drag() { return fluidRow(0).z; }
float poiseuille() { return fluidRow(0).w; }
vec3 gravity() { return fluidRow(1).xyz; }
#ifdef DENSITIES
float sumUnit() { return fluidRow(3).z; }
#else
float sumUnit() { return fluidRow(1).w; }
#endif
vec4 sharedOfLaw() { return fluidRow(2); }
uint noiseSeed() { return floatBitsToUint(fluidRow(3).x); }
uint noiseStep() { return u_noiseStep + floatBitsToUint(fluidRow(3).y); }
float inverseMassOf(int species) { return speciesRow(species).x; }
float dragNoiseOf(int species) { return speciesRow(species).y; }
float massOf(int species) { return speciesRow(species).z; }
