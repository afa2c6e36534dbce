// The number of the lowest bit that is set in a word other than 0. Function.

int lowestBit(uint bits) {
#if __VERSION__ >= 400
  return findLSB(bits);
#else
  return (floatBitsToInt(float(bits & (~bits + 1u))) >> 23) - 127;
#endif
}
