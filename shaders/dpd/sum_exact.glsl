// Sums over the neighbours of a particle. The bits of a sum do not depend on the order in which neighbours are added.
// Each component is kept as two sums, in whole multiples of sumUnit() and of sumUnit() / 65,536, both exact in floats.
// Each summand is rounded to a multiple of the smaller unit. Reads and writes nothing.

#ifndef BATCH
uniform float u_sumUnit;

/// Returns the unit of sums, a power of two (src/dpd/steps/passes.h).
float sumUnit() { return u_sumUnit; }
#endif

struct Sum {
  vec3 whole;
  vec3 part;
};

const Sum kEmptySum = Sum(vec3(0.0), vec3(0.0));

void addTo(inout Sum sum, vec3 addend) {
  vec3 units = addend / sumUnit();
  vec3 whole = roundEven(units);
  sum.whole += whole;
  sum.part += roundEven((units - whole) * 65536.0);
}

vec3 valueOf(Sum sum) {
  return (sum.whole + sum.part / 65536.0) * sumUnit();
}
