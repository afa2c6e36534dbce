// 128-bit fixed-point numbers in units of 2^-64, in two's complement. x has the lowest 32 bits.
// Floats of magnitude below 2^39 are converted; any other float becomes kOutOfRange, which every sum keeps.

const uvec4 kOutOfRange = uvec4(0u, 0u, 0u, 0x80000000u);

uvec4 addWide(uvec4 a, uvec4 b) {
  if (a.w == kOutOfRange.w || b.w == kOutOfRange.w) return kOutOfRange;
  uvec4 sum = a + b;
  uvec3 carry = uvec3(lessThan(sum.xyz, a.xyz));
  // A word of all ones propagates a carry.
  sum.y += carry.x;
  carry.y |= uint(sum.y < carry.x);
  sum.z += carry.y;
  carry.z |= uint(sum.z < carry.y);
  sum.w += carry.z;
  return sum;
}

uvec4 negateWide(uvec4 a) {
  return addWide(~a, uvec4(1u, 0u, 0u, 0u));
}

uvec4 toWide(float value) {
  uint bits = floatBitsToUint(value);
  int exponent = int((bits >> 23) & 0xFFu);
  if (exponent >= 127 + 39) return kOutOfRange;
  uint mantissa = bits & 0x7FFFFFu;
  if (exponent > 0) mantissa |= 0x800000u;
  // The lowest bit of the mantissa weighs 2^(exponent - 150), which is `shift` places above the unit.
  int shift = exponent - 150 + 64;
  uvec4 wide = uvec4(0u);
  if (shift < 0) {
    if (shift > -24) wide.x = mantissa >> uint(-shift);
  } else {
    uint offset = uint(shift & 31);
    uint low = mantissa << offset;
    uint high = offset == 0u ? 0u : mantissa >> (32u - offset);
    int word = shift >> 5;
    wide = word == 0 ? uvec4(low, high, 0u, 0u)
                     : word == 1 ? uvec4(0u, low, high, 0u) : uvec4(0u, 0u, low, high);
  }
  return (bits & 0x80000000u) != 0u ? negateWide(wide) : wide;
}
