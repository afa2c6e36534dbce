// The size of text follows the size of the window.
#include <gtest/gtest.h>

#include "demo/widgets/gui.h"

namespace gpubuck::demo {
namespace {

TEST(TypeSizeTest, Text_FollowsTheHeightOfALargeWindow) {
  struct Case {
    float width, height, expected;
  };
  for (const Case& each :
       {Case{1152.0F, 648.0F, 1.0F}, Case{1280.0F, 900.0F, 1.0F}, Case{1920.0F, 1080.0F, 1.2F},
        Case{2560.0F, 1600.0F, 1.8F}, Case{7680.0F, 4320.0F, 2.0F}}) {
    EXPECT_FLOAT_EQ(typeFor({each.width, each.height}), each.expected) << each.height;
  }
}

TEST(TypeSizeTest, Text_StaysSmallInANarrowWindow) {
  EXPECT_FLOAT_EQ(typeFor({1080.0F, 1920.0F}), 1.0F);
  EXPECT_FLOAT_EQ(typeFor({390.0F, 844.0F}), 1.0F);
}

}  // namespace
}  // namespace gpubuck::demo
