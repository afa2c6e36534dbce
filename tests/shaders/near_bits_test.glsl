// Tests of shaders/cells/near_bits.glsl with four elements per test, as on GPUs in the paper engine. Parts of a stretch
// begin at multiples of four, so that elements before the stretch are tested, too.

const int kNearTogether = 4;
const int kNearAlignment = 4;

#include "cells/near_bits.glsl"

// All elements are near, except elements whose number is divisible by five.
uint nearTogether(int place, vec3 image) {
  uint near = 0u;
  for (int k = 0; k < kNearTogether; ++k) near |= uint((place + k) % 5 != 0) << k;
  return near;
}

// Finds the bits of a part one by one.
uint expectedBits(int i, ivec2 places, int place) {
  uint near = 0u;
  for (int k = 0; k < 32; ++k) {
    int other = place + k;
    bool isIn = other >= places.x && other < places.y && other != i;
    near |= uint(isIn && other % 5 != 0) << k;
  }
  return near;
}

TEST(FirstPartBeginsAtAnAlignedPlace) {
  EXPECT_EQ(40, firstPart(ivec2(40, 50)));
  EXPECT_EQ(40, firstPart(ivec2(43, 50)));
  EXPECT_EQ(44, firstPart(ivec2(44, 50)));
  EXPECT_EQ(0, firstPart(ivec2(3, 4)));
}

TEST(PartHasTheElementsOfItsStretch) {
  for (int begin = 40; begin < 45; ++begin) {
    for (int end = begin + 1; end < begin + 80; ++end) {
      ivec2 places = ivec2(begin, end);
      for (int place = firstPart(places); place < end; place += 32) {
        EXPECT_EQ(expectedBits(-1, places, place), nearBits(-1, places, place, vec3(0.0)));
      }
    }
  }
}

TEST(ElementIsNotItsOwnNeighbour) {
  ivec2 places = ivec2(42, 99);
  for (int i = 38; i < 102; ++i) {
    for (int place = firstPart(places); place < places.y; place += 32) {
      EXPECT_EQ(expectedBits(i, places, place), nearBits(i, places, place, vec3(0.0)));
    }
  }
}
