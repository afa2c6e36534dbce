// The rows of the table of shows.
#include "demo/shows/shows.h"

#include <gtest/gtest.h>

#include "demo/demo_test.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

class ShowsTest : public DemoTest {
 protected:
  ShowsTest() : DemoTest(scenario::builtIn("equilibrium", {"box.size=[4,4,4]"})) {}
};

TEST_F(ShowsTest, EachRow_BeginsAndEndsByItsName) {
  ASSERT_FALSE(state_.shows.empty());
  for (const auto& row : state_.shows) {
    EXPECT_FALSE(row->isPlaying()) << row->name();
    EXPECT_EQ(state_.presentShow(), nullptr) << row->name();
    Show& show = state_.show(row->name());
    EXPECT_EQ(&show, row.get());
    show.begin(state_);
    EXPECT_TRUE(show.isPlaying()) << show.name();
    EXPECT_EQ(state_.presentShow() == &show, show.takesOver()) << show.name();
    show.end(state_);
    EXPECT_FALSE(show.isPlaying()) << show.name();
    EXPECT_FALSE(show.takesOver()) << show.name();
  }
}

}  // namespace
}  // namespace gpubuck::demo
