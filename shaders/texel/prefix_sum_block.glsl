// A block of a prefix sum, and the share of an invocation in the block. A share is kShare consecutive elements.
// Functions; they read u_values.

uniform usampler2D u_values;
uniform int u_elements;

shared uvec4 s_sums[kGroupSize];

void sync() {
  memoryBarrierShared();
  barrier();
}

int firstOfShare() {
  return int(gl_GlobalInvocationID.x) * kShare;
}

uvec4 sumOfShare() {
  uvec4 values[kShare];
  for (int k = 0; k < kShare; ++k) {
    int i = firstOfShare() + k;
    values[k] = i < u_elements ? texelFetch(u_values, texelOf(i), 0) : uvec4(0u);
  }
  uvec4 sum = values[0];
  for (int k = 1; k < kShare; ++k) sum = add64(sum, values[k]);
  return sum;
}
