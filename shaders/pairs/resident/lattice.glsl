// The lattices of systems: src/pairs/resident/resident_inputs.h. Functions.
// Reads: b_lattices, kRecord numbers per system.

const int kRecord = 56;

dvec3 latticeVector(int system, int at) {
  int k = system * kRecord + at;
  return dvec3(b_lattices[k], b_lattices[k + 1], b_lattices[k + 2]);
}

dvec3 reciprocal(int system, int k) {
  return latticeVector(system, 3 * k);
}

dvec3 shortest(int system, int k) {
  return latticeVector(system, 9 + 3 * k);
}

dvec3 side(int system, int m) {
  return latticeVector(system, 18 + 3 * m);
}

/// The sides in the shortest vector k.
dvec3 sidesIn(int system, int k) {
  return latticeVector(system, 27 + 3 * k);
}

dvec3 magnitudes(int system) {
  return latticeVector(system, 36);
}

ivec3 cellCounts(int system) {
  return ivec3(latticeVector(system, 39));
}

ivec3 reachInCells(int system) {
  return ivec3(latticeVector(system, 42));
}

/// 1 for vectors along which the system is periodic, otherwise 0.
ivec3 isPeriodic(int system) {
  return ivec3(latticeVector(system, 45));
}

int firstCell(int system) {
  return int(b_lattices[system * kRecord + 48]);
}

/// Returns `turns` shortest vectors as a number of sides.
ivec3 inSides(int system, ivec3 turns) {
  dvec3 t = dvec3(turns);
  return ivec3(t.x * sidesIn(system, 0) + t.y * sidesIn(system, 1) + t.z * sidesIn(system, 2));
}
