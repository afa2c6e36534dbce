#include <gtest/gtest.h>

#include "support/errors.h"

namespace gpubuck::test {
namespace {

struct Case {
  const char *message, *fact;
};

// Every comparison of errors relies on this comparison: a fact must not be found if it is only a
// part of a number or of a key.
TEST(NamedFacts, PartOfAValueOrKey_IsNotFound) {
  for (const auto& [message, fact] : {Case{"x.toml:4: fluid.kT: 12 is below 1.5", "1"},
                                      {"fluid.kT: -1 is below 0", "1"},
                                      {"fluid.kT: 1e-1 is below 2", "-1"},
                                      {"fluid.kT2: -1 is below 0", "fluid.kT"},
                                      {"box.size.1: -1 is not above 0", "box.size"},
                                      {"fluid.kT=-1: -1 is below 0", "fluid.kT"},
                                      {"fluid.kT=2: 3 is above 1", "2"},
                                      {"x.toml:4: -1 is below 0", "x.toml"},
                                      {"x.toml:44: -1 is below 0", "x.toml:4"},
                                      {"other.xyz: is empty", "xyz"},
                                      {"velocity-verlet: has no lambda", "velocity"},
                                      {"u_inner is not bound", "u_in"},
                                      {"fluid.kT: -1 is below 0", ""},
                                      {"", "0"}}) {
    EXPECT_FALSE(names(message, {fact})) << message << " / " << fact;
  }
}

TEST(NamedFacts, WholeValueOrKey_IsFound) {
  const std::string message =
      "/folder/x.toml:4: fluid.kT: '-1.5' is not in 0..1000000 (kT = 0 is the least)";
  for (const char* fact : {"x.toml:4", "/folder/x.toml:4", "fluid.kT", "-1.5", "0", "1000000", "kT",
                           "not in 0..1000000"}) {
    EXPECT_TRUE(names(message, {fact}));
  }
  EXPECT_TRUE(names(message, {"1000000", "fluid.kT", "x.toml:4"})) << "in any order";
}

TEST(NamedFacts, FailedComparison_ShowsMessageAndFact) {
  const ::testing::AssertionResult result = names("a: b", {"a", "c"});
  EXPECT_FALSE(result);
  EXPECT_STREQ(result.message(), "no \"c\" in \"a: b\"");
}

TEST(NamedFacts, MessageOfTwoLines_IsRefused) { EXPECT_FALSE(names("a\nb", {"a"})); }

}  // namespace
}  // namespace gpubuck::test
