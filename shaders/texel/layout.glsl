// The texel of element i on a texture: row by row, kTexelWidth (a power of two, from the prologue) per row.

ivec2 texelOf(int i) {
  return ivec2(i & (kTexelWidth - 1), i >> kTexelWidthLog2);
}
