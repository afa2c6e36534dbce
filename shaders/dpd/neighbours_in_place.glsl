// The accessors of neighbours that are read where they are, not from copies. The place of a particle is its number. The
// including file defines positionOf, velocityOf and predictedOf.

/// True if the place of a particle among the neighbours is known. Here this place is the particle's number.
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
