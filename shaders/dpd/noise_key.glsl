// The key of the random numbers of a step. Reads and writes nothing, or for a batch of fluids reads the inputs of
// batch.glsl. Functions.

#ifndef BATCH
uniform uint u_noiseStep;
uniform uint u_noiseSeed;

uint noiseStep() { return u_noiseStep; }
uint noiseSeed() { return u_noiseSeed; }
#endif
