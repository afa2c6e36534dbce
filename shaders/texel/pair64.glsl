// Two 64-bit numbers in a texel of four uints: xy and zw, each with its low word first.

uvec4 add64(uvec4 a, uvec4 b) {
  uvec4 sum = a + b;
  sum.y += uint(sum.x < a.x);
  sum.w += uint(sum.z < a.z);
  return sum;
}
