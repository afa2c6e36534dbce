// The particle of an invocation among its neighbours. Functions: the including body defines visitNeighbour and calls
// visitNeighbours.
// Reads: the particles and their neighbours, through the accessors of the step (src/dpd/steps/neighbourhood.h).

#include "cells/neighbourhood.glsl"
#include "dpd/fluid_of_particle.glsl"

struct Particle {
  vec3 position;
  int species;
  vec3 predicted;
  int id;
  float noiseState;
};

Particle own = Particle(vec3(0.0), 0, vec3(0.0), 0, 0.0);

Particle fetchParticle(int i) {
  vec4 position = positionOf(i);
  vec4 predicted = predictedOf(i);
  return Particle(position.xyz, int(position.w), predicted.xyz, int(predicted.w), velocityOf(i).w);
}

// The order of these operations makes d(i,j) = -d(j,i) to the last bit, so that F(i,j) = -F(j,i), too.
vec3 separation(vec3 position, vec3 image) {
  return (own.position - position) - image;
}

void visitNeighbours(int i) {
  own = fetchParticle(i);
  forEachNeighbour(kKnowsPlace ? i : -1, own.position);
}
