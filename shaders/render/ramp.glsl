// The colour of a quantity. kRamp with its kRampPieces + 1 entries, kSignalColour and kMutedColour come from the
// prologue (src/render/colour_map.h).

vec3 rampColour(float t) {
  float place = (t > 0.0 ? min(t, 1.0) : 0.0) * float(kRampPieces);
  int piece = min(int(place), kRampPieces - 1);
  return mix(kRamp[piece], kRamp[piece + 1], place - float(piece));
}
