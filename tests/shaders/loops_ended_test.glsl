// Loops end by their own conditions: always on a GPU; on a software renderer up to 65,535 iterations.

#define SOFTWARE
#include "texel/loops_ended.glsl"

uniform int u_zero;  // never set, so 0, which a compiler does not know

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
