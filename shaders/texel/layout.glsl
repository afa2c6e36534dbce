// Finds the texel of element i on a texture. Elements lie row by row, kTexelWidth in each row. kTexelWidth is a power
// of two, which comes from the prologue.

ivec2 texelOf(int i) {
  return ivec2(i & (kTexelWidth - 1), i >> kTexelWidthLog2);
}
