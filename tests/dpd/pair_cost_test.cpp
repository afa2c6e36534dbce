#include "dpd/model/pair_cost.h"

#include <gtest/gtest.h>

#include <numbers>

#include "dpd/fluids.h"

namespace gpubuck::dpd {
namespace {

std::vector<glm::vec4> randomPositions(const cells::Box& box, std::size_t count) {
  return test::randomState(test::plainFluid(box.size), count).position;
}

TEST(PairCost, UniformFluid_HasTheNeighboursOfItsDensity) {
  const Fluid fluid = test::plainFluid({10.0, 10.0, 10.0});
  const PairCost cost = findPairCost(fluid.box, randomPositions(fluid.box, 30'000));
  EXPECT_NEAR(cost.candidates, 30.0 * 27.0, 10.0);
  EXPECT_NEAR(cost.neighbours, 30.0 * 4.0 / 3.0 * std::numbers::pi, 2.0);
}

TEST(PairCost, Clump_CostsWhatItsOwnDensityDoes) {
  const Fluid fluid = test::plainFluid({10.0, 10.0, 10.0});
  const std::vector<glm::vec4> clump(1000, glm::vec4(4.5F, 4.5F, 4.5F, 0.0F));
  EXPECT_DOUBLE_EQ(findPairCost(fluid.box, clump).candidates, 1000.0);
  // Two clumps are in cells that touch across a periodic side, and a third clump is apart from
  // them.
  std::vector<glm::vec4> three(100, glm::vec4(0.5F, 4.5F, 4.5F, 0.0F));
  three.insert(three.end(), 100, glm::vec4(9.5F, 4.5F, 4.5F, 0.0F));
  three.insert(three.end(), 100, glm::vec4(5.5F, 4.5F, 4.5F, 0.0F));
  EXPECT_DOUBLE_EQ(findPairCost(fluid.box, three).candidates, (200.0 + 200.0 + 100.0) / 3.0);
}

TEST(PairCost, ThreeCells_AreEachCountedOnce) {
  const Fluid fluid = test::plainFluid({3.0, 3.0, 3.0});
  EXPECT_DOUBLE_EQ(findPairCost(fluid.box, randomPositions(fluid.box, 500)).candidates, 500.0);
}

TEST(PairCost, NoParticles_CostNothing) {
  EXPECT_EQ(findPairCost(test::plainFluid({3.0, 3.0, 3.0}).box, {}).candidates, 0.0);
}

}  // namespace
}  // namespace gpubuck::dpd
