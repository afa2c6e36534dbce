// The points of systems as they were given. Function.
// Reads: b_points, three numbers per point.

dvec3 pointAt(int number) {
  int k = 3 * number;
  return dvec3(b_points[k], b_points[k + 1], b_points[k + 2]);
}
