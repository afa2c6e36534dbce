// Tests of shaders/texel/id.glsl and layout.glsl: ids in the three bytes of a texel, and the places of elements on a
// texture.

#include "texel/id.glsl"
#include "texel/layout.glsl"

// Returns the texel as it is read back from an RGBA8 target, which stores round(255 c) (OpenGL 3.3, 2.1.6).
vec4 throughTexture(vec4 texel) {
  return floor(texel * 255.0 + 0.5) / 255.0;
}

TEST(EncodesTheLowByteInRed) {
  EXPECT_EQ(vec4(0.0), encodeId(0, 0.0));
  EXPECT_EQ(vec4(1.0, 0.0, 0.0, 0.0), encodeId(255, 0.0));
  EXPECT_EQ(vec4(0.0, 1.0, 0.0, 0.0) / 255.0, encodeId(256, 0.0));
  EXPECT_EQ(vec4(1.0, 1.0, 0.0, 0.0), encodeId(65535, 0.0));
  EXPECT_EQ(vec4(0.0, 0.0, 1.0, 0.0) / 255.0, encodeId(65536, 0.0));
  EXPECT_EQ(vec4(254.0, 255.0, 255.0, 0.0) / 255.0, encodeId(16777214, 0.0));
}

TEST(NullIsAllOnes) {
  EXPECT_EQ(16777215, kNull);
  EXPECT_EQ(vec4(1.0, 1.0, 1.0, 0.0), encodeId(kNull, 0.0));
  EXPECT_EQ(kNull, decodeId(vec4(1.0)));
}

TEST(FlagIsNotPartOfTheId) {
  EXPECT_EQ(1.0, encodeId(77, 1.0).a);
  EXPECT_EQ(0.0, encodeId(77, 0.0).a);
  EXPECT_EQ(77, decodeId(encodeId(77, 1.0)));
  EXPECT_EQ(77, decodeId(encodeId(77, 0.0)));
}

TEST(EdgeIdsSurviveARoundTrip) {
  int ids[] = int[](0, 1, 254, 255, 256, 257, 65535, 65536, 65537, 8388608, 16711680, 16777214, kNull);
  for (int k = 0; k < ids.length(); ++k) {
    EXPECT_EQ(ids[k], decodeId(throughTexture(encodeId(ids[k], 0.0))));
  }
}

TEST(BytesSurviveARoundTripInEveryChannel) {
  for (int value = 0; value < 256; ++value) {
    int id = value | ((255 - value) << 8) | ((value ^ 170) << 16);
    EXPECT_EQ(id, decodeId(throughTexture(encodeId(id, 0.0))));
  }
}

TEST(ElementsAreStoredRowByRow) {
  EXPECT_EQ(kTexelWidth, 1 << kTexelWidthLog2);
  EXPECT_EQ(ivec2(0, 0), texelOf(0));
  EXPECT_EQ(ivec2(kTexelWidth - 1, 0), texelOf(kTexelWidth - 1));
  EXPECT_EQ(ivec2(0, 1), texelOf(kTexelWidth));
  EXPECT_EQ(ivec2(1, 1), texelOf(kTexelWidth + 1));
  EXPECT_EQ(ivec2(16777214 % kTexelWidth, 16777214 / kTexelWidth), texelOf(16777214));
}
