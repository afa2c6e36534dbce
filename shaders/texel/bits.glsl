// The bits of a word, for versions of GLSL without bitCount. Function.

/// Returns the number of set bits.
uint bitsSet(uint word) {
  word -= word >> 1 & 0x55555555u;
  word = (word & 0x33333333u) + (word >> 2 & 0x33333333u);
  return ((word + (word >> 4)) & 0x0F0F0F0Fu) * 0x01010101u >> 24;
}
