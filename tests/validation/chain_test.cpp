// The chains of `gpubuck validate`, in smaller numbers and shorter runs.
#include <gtest/gtest.h>

#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/chain_checks.h"
#include "validation/passes.h"

namespace gpubuck::validation {
namespace {

class ChainsFastTest : public test::GpuTest {};

// The beads do not repel each other, so that each bond adds 3 kT / k to the mean square of the
// distance between the ends. Over 40 time units, with 150 and 100 chains, these mean squares have
// errors of 3 %.
TEST_F(ChainsFastTest, IdealChains_AddTheSquaresOfTheirBonds) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  const std::vector<Chains> chains{{5, 100}, {2, 150}};
  scenario::Scenario scenario = chainsInWater(setup, 8.0, chains);
  scenario.fluid.pairs[0].a = 0.0;
  const std::vector<Estimate> squares = squaresOfEnds(setup, scenario, chains, 5.0, 40.0);
  ASSERT_EQ(squares.size(), 2U);
  EXPECT_NEAR(squares[0].mean, 4.0 * 0.75, 0.15 * 3.0);
  EXPECT_NEAR(squares[1].mean, 0.75, 0.15 * 0.75);
  EXPECT_LT(squares[0].error, 0.3);
  if (test::longTests()) expectPasses(checkChains, setup);
}

}  // namespace
}  // namespace gpubuck::validation
