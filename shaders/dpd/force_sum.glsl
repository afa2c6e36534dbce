// The sum of the pair forces on a particle. Reads and writes nothing.
// With IN_ANY_ORDER it is the same to the last bit whatever the order: each component is a whole number of u_forceUnit,
// and one of its 65,536th parts, both sums of which are exact in floats. What a pair adds is rounded to such a part.

#ifdef IN_ANY_ORDER
uniform float u_forceUnit;  // a power of two

vec3 g_wholeForce = vec3(0.0);
vec3 g_partForce = vec3(0.0);

void addForce(vec3 force) {
  vec3 units = force / u_forceUnit;
  vec3 whole = roundEven(units);
  g_wholeForce += whole;
  g_partForce += roundEven((units - whole) * 65536.0);
}

vec3 sumOfForces() {
  return (g_wholeForce + g_partForce / 65536.0) * u_forceUnit;
}
#else
vec3 g_force = vec3(0.0);

void addForce(vec3 force) {
  g_force += force;
}

vec3 sumOfForces() {
  return g_force;
}
#endif
