// The molecules of `gpubuck validate`, and the results of its checks if molecules are wrong.
#include <gtest/gtest.h>

#include "support/gpu_test.h"
#include "validation/check.h"
#include "validation/passes.h"

namespace gpubuck::validation {
namespace {

class MoleculesFastTest : public test::GpuTest {};

TEST_F(MoleculesFastTest, FreeMolecules_HaveExactAverages) {
  expectPasses(checkMolecules, {.engine = texel::Engine::Fast});
}

TEST_F(MoleculesFastTest, ExactAverages_AreThoseOfQuadrature) {
  std::vector<double> expected;
  checkMolecules({.engine = texel::Engine::Fast, .length = 0.1},
                 [&](const Row& row) { expected.push_back(row.expected); });
  ASSERT_EQ(expected.size(), 5U);
  // Gaussian integrals of r^2 exp(-50 (r - 1/2)^2): with the variance s = 1/100 and the mean m =
  // 1/2 they give (m^4 + 6 m^2 s + 3 s^2) / (m^2 + s) = 0.0778 / 0.26.
  EXPECT_NEAR(expected[0], 0.0778 / 0.26, 1e-6);
  // The mean of x over -1..1 with the weight exp(-5 (1 + x)) is 1 / 5 - 1 / tanh(5).
  EXPECT_NEAR(expected[2], 0.2 - 1.0 / std::tanh(5.0), 1e-6);
}

}  // namespace
}  // namespace gpubuck::validation
