// The rule by which a pair counts is exact to the last bit of its distance.
#include "pairs/pair_rule.h"

#include <gtest/gtest.h>

#include <random>

namespace gpubuck::pairs {
namespace {

// The squares of these vectors differ from the radius squared by a few units in the last place.
// Several squares that are a little smaller or larger than the radius squared have roots that are
// rounded to the radius.
TEST(PairRule, CountsByDistanceOrBySquare) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> exponent(-40.0, 40.0), share(0.1, 0.9);
  int same = 0, rootDecides = 0;
  for (int k = 0; k < 20'000; ++k) {
    const double radius = std::exp2(exponent(random)), square = radius * radius;
    const PairRule lessThan({}, radius, Within::LessThan), upTo({}, radius, Within::UpTo);
    const double x = share(random) * radius;
    double y = std::sqrt(square - x * x);
    for (int ulp = 0; ulp < 4; ++ulp) y = std::nextafter(y, 0.0);
    for (int ulp = -4; ulp <= 4; ++ulp, y = std::nextafter(y, HUGE_VAL)) {
      const glm::dvec3 apart(x, y, 0.0);
      const double squared = PairRule::squared(apart);
      EXPECT_EQ(lessThan.isPair(apart), std::sqrt(squared) < radius) << radius << ' ' << squared;
      EXPECT_EQ(upTo.isPair(apart), squared <= square) << radius << ' ' << squared;
      same += squared == square ? 1 : 0;
      rootDecides += (squared < square) != (std::sqrt(squared) < radius) ? 1 : 0;
    }
  }
  EXPECT_GT(same, 1000);
  EXPECT_GT(rootDecides, 1000);
}

}  // namespace
}  // namespace gpubuck::pairs
