// The neighbours of a particle where they lie, not as copies: a place is a particle. The including file defines
// positionOf, velocityOf and predictedOf.

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
