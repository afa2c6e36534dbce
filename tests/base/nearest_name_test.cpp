#include "base/text.h"

#include <gtest/gtest.h>

namespace gpubuck {
namespace {

TEST(NearestName, Typo_FindsTheClosestName) {
  const std::vector<std::string> names{"density", "kT", "gravity", "drag", "gamma"};
  EXPECT_EQ(nearestName("densty", names), "density");
  EXPECT_EQ(nearestName("dennsity", names), "density");
  EXPECT_EQ(nearestName("desnity", names), "density");  // two swapped letters are one error
  EXPECT_EQ(nearestName("DENSITY", names), "density");
  EXPECT_EQ(nearestName("kt", names), "kT");
  EXPECT_EQ(nearestName("darg", names), "drag");
  EXPECT_EQ(nearestName("gama", names), "gamma");
  EXPECT_EQ(nearestName("gamma", names), "gamma");
}

TEST(NearestName, UnrelatedWord_FindsNothing) {
  const std::vector<std::string> names{"density", "kT", "drag"};
  for (const char* word : {"", "temperature", "dense", "brag-dar", "k", "to"}) {
    EXPECT_EQ(nearestName(word, names), word == std::string("k") ? "kT" : "") << word;
  }
  EXPECT_EQ(nearestName("density", {}), "");
  EXPECT_EQ(nearestName(std::string(1'000'000, 'd'), names), "");
}

}  // namespace
}  // namespace gpubuck
