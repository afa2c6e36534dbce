// The neighbours of particles that are themselves in the order of cells: a place in that order is a particle. The
// including file defines positionOf, velocityOf and predictedOf.

/// Returns the particle: it is its own place.
const bool kKnowsPlace = true;

int particleAt(int place) {
  return place;
}

vec4 neighbourPositionAt(int place) {
  return positionOf(place);
}

vec4 neighbourPredictedAt(int place) {
  return predictedOf(place);
}

float neighbourNoiseStateAt(int place) {
  return velocityOf(place).w;
}
