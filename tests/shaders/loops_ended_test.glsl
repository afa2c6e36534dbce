// Loops end by their own conditions: always on a GPU, and up to 65,535 iterations on a software renderer.

#define SOFTWARE
#include "texel/loops_ended.glsl"

uniform int u_zero;  // never set, so that it is 0; a compiler does not know this

int turnsOf(int most) {
  int turns = 0;
  do {
    ++turns;
  } while (turns < most);
  return turns;
}

TEST(LoopOfFewIterationsEnds) {
  EXPECT_EQ(60000, turnsOf(60000 + u_zero));
  EXPECT_TRUE(loopsEnded(u_zero));
}

TEST(TruncatedLoopIsDetected) {
  int turns = turnsOf(70000 + u_zero);
  EXPECT_EQ(turns == 70000, loopsEnded(u_zero));
}
