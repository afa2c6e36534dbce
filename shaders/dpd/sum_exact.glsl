// Sums over the neighbours of a particle that are the same to the last bit whatever the order: each component is a whole
// number of u_sumUnit, and one of its 65,536th parts, both sums of which are exact in floats. What is added is rounded to
// such a part. Reads and writes nothing.

uniform float u_sumUnit;  // a power of two (src/dpd/steps/passes.h)

struct Sum {
  vec3 whole;
  vec3 part;
};

const Sum kEmptySum = Sum(vec3(0.0), vec3(0.0));

void addTo(inout Sum sum, vec3 addend) {
  vec3 units = addend / u_sumUnit;
  vec3 whole = roundEven(units);
  sum.whole += whole;
  sum.part += roundEven((units - whole) * 65536.0);
}

vec3 valueOf(Sum sum) {
  return (sum.whole + sum.part / 65536.0) * u_sumUnit;
}
