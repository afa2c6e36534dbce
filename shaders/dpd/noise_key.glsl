// The key of the random numbers of a step. Reads and writes nothing.

uniform uint u_noiseStep;
uniform uint u_noiseSeed;
