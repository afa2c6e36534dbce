// A slab of many-body liquid of `gpubuck validate`, smaller and shorter.
#include "validation/many_body_checks.h"

#include <gtest/gtest.h>

#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/passes.h"

namespace gpubuck::validation {
namespace {

class ManyBodyFastTest : public test::GpuTest {};

TEST(LiquidDensity, FollowsTheFit) {
  // 2.901 + 27.2 * 20.91^-0.716 = 2.901 + 27.2 * 0.11341.
  EXPECT_NEAR(liquidDensity(-40.0, 25.0), 5.9857, 0.001);
}

// The slab keeps its density, which the fit knows to 2 %, and has a tension: standard error 0.4.
TEST_F(ManyBodyFastTest, Slab_KeepsTogether) {
  const validation::Setup setup{.engine = texel::Engine::Fast};
  const scenario::Scenario scenario = liquidSlab(setup, {5.0, 5.0, 14.0}, 6.0, -40.0, 25.0);
  const Slab slab = measureSlab(setup, scenario, 6.0, 10.0);
  EXPECT_NEAR(slab.density.mean, 6.05, 0.15);
  EXPECT_NEAR(slab.tension.mean, 7.6, 2.0);
  EXPECT_NEAR(slab.temperature.mean, 1.0, 0.03);
  if (test::longTests()) expectPasses(checkManyBody, setup);
}

}  // namespace
}  // namespace gpubuck::validation
