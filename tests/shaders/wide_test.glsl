// Tests of shaders/texel/wide.glsl: 128-bit fixed-point numbers.

#include "texel/wide.glsl"

const uint kOnes = 0xFFFFFFFFu;

TEST(CarryRunsThroughAllWords) {
  uvec4 one = uvec4(1u, 0u, 0u, 0u);
  EXPECT_EQ(uvec4(0u, 1u, 0u, 0u), addWide(uvec4(kOnes, 0u, 0u, 0u), one));
  EXPECT_EQ(uvec4(0u, 0u, 1u, 0u), addWide(uvec4(kOnes, kOnes, 0u, 0u), one));
  EXPECT_EQ(uvec4(0u, 0u, 0u, 1u), addWide(uvec4(kOnes, kOnes, kOnes, 0u), one));
  EXPECT_EQ(uvec4(0u), addWide(uvec4(kOnes), one));
}

TEST(WordReceivesAndPassesACarry) {
  // The middle word overflows, and also takes a carry from the word below.
  EXPECT_EQ(uvec4(kOnes - 1u, kOnes, kOnes, 1u),
            addWide(uvec4(kOnes, kOnes, kOnes, 0u), uvec4(kOnes, kOnes, kOnes, 0u)));
}

TEST(WordOfAllOnesPassesACarryOn) {
  EXPECT_EQ(uvec4(0u, 0u, 6u, 0u), addWide(uvec4(2u, kOnes, 5u, 0u), uvec4(kOnes - 1u, 0u, 0u, 0u)));
}

TEST(NegatingTwiceChangesNothing) {
  uvec4 values[] = uvec4[](uvec4(0u), uvec4(1u, 0u, 0u, 0u), uvec4(0u, 0u, 1u, 0u), uvec4(7u, kOnes, 0u, 9u));
  for (int k = 0; k < values.length(); ++k) {
    EXPECT_EQ(values[k], negateWide(negateWide(values[k])));
    EXPECT_EQ(uvec4(0u), addWide(values[k], negateWide(values[k])));
  }
  EXPECT_EQ(uvec4(kOnes), negateWide(uvec4(1u, 0u, 0u, 0u)));
}

TEST(OutOfRangeIsKept) {
  EXPECT_EQ(kOutOfRange, addWide(kOutOfRange, uvec4(1u, 2u, 3u, 4u)));
  EXPECT_EQ(kOutOfRange, addWide(uvec4(1u, 2u, 3u, 4u), kOutOfRange));
  EXPECT_EQ(kOutOfRange, addWide(kOutOfRange, kOutOfRange));
}

TEST(PowersOfTwoSetOneBit) {
  for (int power = -64; power < 39; ++power) {
    int bit = power + 64;
    uvec4 expected = uvec4(0u);
    expected[bit / 32] = 1u << uint(bit % 32);
    EXPECT_EQ(expected, toWide(uintBitsToFloat(uint(power + 127) << 23)));
  }
}

TEST(MantissaSpansTwoWords) {
  // 2^9 - 2^-15 has 24 ones, from bit 49 to bit 72.
  EXPECT_EQ(uvec4(0u, 0xFFFE0000u, 0x1FFu, 0u), toWide(511.99996948242188));
  EXPECT_EQ(uvec4(0u, 0u, 0xFFFFFFFEu, kOnes), toWide(-2.0));
}

TEST(NonFiniteAndTooLargeAreOutOfRange) {
  uint bits[] = uint[](0x7FC00000u, 0xFFC00000u, 0x7F800000u, 0xFF800000u, 0x53000000u, 0xD3000000u);
  for (int k = 0; k < bits.length(); ++k) EXPECT_EQ(kOutOfRange, toWide(uintBitsToFloat(bits[k])));
  EXPECT_NE(kOutOfRange.w, toWide(uintBitsToFloat(0x52FFFFFFu)).w);
}

TEST(PartsBelowTheUnitAreTruncated) {
  EXPECT_EQ(uvec4(1u, 0u, 0u, 0u), toWide(uintBitsToFloat(0x1FC00000u)));  // 1.5 2^-64
  EXPECT_EQ(uvec4(kOnes), toWide(uintBitsToFloat(0x9FC00000u)));           // its negative
  EXPECT_EQ(uvec4(0u), toWide(uintBitsToFloat(0x1F7FFFFFu)));              // just below 2^-64
  EXPECT_EQ(uvec4(0u), toWide(uintBitsToFloat(0x00000001u)));
  EXPECT_EQ(uvec4(0u), toWide(-0.0));
}
