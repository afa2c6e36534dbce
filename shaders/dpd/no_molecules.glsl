// A placeholder for fluids without molecules. Reads and writes nothing. Functions.

vec3 moleculeForceOn(int i) {
  return vec3(0.0);
}

vec3 moleculeVirialOf(int i) {
  return vec3(0.0);
}
