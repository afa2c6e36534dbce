// Sums over the neighbours of a particle, added up in the order in which they are visited. Reads and writes nothing.

struct Sum {
  vec3 value;
};

const Sum kEmptySum = Sum(vec3(0.0));

void addTo(inout Sum sum, vec3 addend) {
  sum.value += addend;
}

vec3 valueOf(Sum sum) {
  return sum.value;
}
