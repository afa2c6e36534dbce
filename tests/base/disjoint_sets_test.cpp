#include "base/disjoint_sets.h"

#include <gtest/gtest.h>

namespace gpubuck {
namespace {

TEST(DisjointSets, AreNamedByTheirLowestNumber) {
  DisjointSets sets(7);
  const auto names = [&] {
    std::vector<std::uint32_t> found;
    for (std::uint32_t k = 0; k < 7; ++k) found.push_back(sets.find(k));
    return found;
  };
  using Names = std::vector<std::uint32_t>;
  EXPECT_EQ(names(), (Names{0, 1, 2, 3, 4, 5, 6}));
  sets.join(6, 4);
  sets.join(2, 5);
  sets.join(5, 5);
  EXPECT_EQ(names(), (Names{0, 1, 2, 3, 4, 2, 4}));
  sets.join(6, 5);
  sets.join(4, 2);
  EXPECT_EQ(names(), (Names{0, 1, 2, 3, 2, 2, 2}));
  sets.join(0, 6);
  EXPECT_EQ(names(), (Names{0, 1, 0, 3, 0, 0, 0}));
  DisjointSets none(0);
}

}  // namespace
}  // namespace gpubuck
