// The checks of `gpubuck validate` that take seconds, as tests. Every figure is within its
// tolerance, and is averaged so well that the tolerance has room for four standard errors, which
// are estimated from blocks. The tests require room for three of these four errors.
#include <cmath>
#include <vector>

#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/check.h"

namespace gpubuck::validation {
namespace {

struct Case {
  texel::Engine engine;
  dpd::NoiseKind noise;
};

std::vector<Case> allCases() {
  std::vector<Case> result;
  for (const texel::Engine engine : test::testedEngines()) {
    for (const auto noise : {dpd::NoiseKind::Karpinski, dpd::NoiseKind::Philox}) {
      result.push_back({engine, noise});
    }
  }
  return result;
}

/// Both engines run the same code of shaders, so that each engine is tested with only one kind of
/// noise, except in long tests. The engine that is the default for users is tested with the default
/// noise.
std::vector<Case> costlyCases() {
  if (test::longTests()) return allCases();
  std::vector<Case> result;
  for (const texel::Engine engine : test::testedEngines()) {
    result.push_back({engine, engine == texel::Engine::Fast ? dpd::NoiseKind::Karpinski
                                                            : dpd::NoiseKind::Philox});
  }
  return result;
}

std::string caseName(const ::testing::TestParamInfo<Case>& info) {
  return std::string(info.param.engine == texel::Engine::Fast ? "Fast" : "Paper") +
         (info.param.noise == dpd::NoiseKind::Philox ? "Philox" : "Karpinski");
}
void PrintTo(const Case& one, std::ostream* out) { *out << caseName({one, 0}); }

class CheckTest : public test::GpuTest, public ::testing::WithParamInterface<Case> {
 protected:
  std::vector<Row> run(decltype(Check::run) check, double length = 1.0) {
    std::vector<Row> rows;
    const validation::Setup setup{
        .engine = GetParam().engine, .noise = GetParam().noise, .length = length};
    check(setup, [&](const Row& row) {
      // `length` is the length of the run as a share of the full run. The error of a shortened run
      // is 1 / sqrt(length) times the error of the full run. Three times the difference is added to
      // the tolerance.
      Row judged = row;
      judged.tolerance += 3.0 * (1.0 - std::sqrt(length)) * row.value.error;
      EXPECT_TRUE(judged.pass()) << row.check << ": " << row.value.mean << " +- " << row.value.error
                                 << ", expected " << row.expected << " +- " << judged.tolerance;
      // For a run of the full length, the error must be at most a quarter of the tolerance. The
      // test allows a third more, since an error that is estimated from few blocks scatters.
      EXPECT_LE(3.0 * std::sqrt(length) * row.value.error, row.tolerance) << row.check;
      EXPECT_GE(row.value.error, 0.0) << row.check;
      rows.push_back(row);
    });
    return rows;
  }
};

class CheapCheckTest : public CheckTest {};
INSTANTIATE_TEST_SUITE_P(Cases, CheapCheckTest, ::testing::ValuesIn(allCases()), caseName);

class CostlyCheckTest : public CheckTest {};
INSTANTIATE_TEST_SUITE_P(Cases, CostlyCheckTest, ::testing::ValuesIn(costlyCases()), caseName);

TEST_P(CheapCheckTest, Noise) { EXPECT_EQ(run(checkNoise).size(), 8U); }

TEST_P(CheapCheckTest, Pairs) { EXPECT_EQ(run(checkPairs).size(), 11U); }

TEST_P(CostlyCheckTest, Equilibrium) {
  EXPECT_EQ(run(checkEquilibrium, test::longTests() ? 1.0 : 0.6).size(), 7U);
}

TEST_P(CostlyCheckTest, Conservation) { EXPECT_EQ(run(checkConservation).size(), 4U); }

}  // namespace
}  // namespace gpubuck::validation
