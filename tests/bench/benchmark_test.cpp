#include "bench/bench.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gl/context.h"
#include "support/gpu_test.h"

namespace gpubuck::bench {
namespace {

class BenchmarkTest : public test::GpuTest {};

TEST(SpreadOf, Quantiles_AreInterpolated) {
  const Spread spread = spreadOf({40.0, 10.0, 20.0, 30.0});
  // The quantile q of 4 sorted samples is at index 3 q.
  EXPECT_DOUBLE_EQ(25.0, spread.median);
  EXPECT_DOUBLE_EQ(17.5, spread.lowerQuartile);
  EXPECT_DOUBLE_EQ(32.5, spread.upperQuartile);
  EXPECT_DOUBLE_EQ(10.0, spread.least);
  EXPECT_DOUBLE_EQ(40.0, spread.most);
  EXPECT_EQ(4, spread.samples);
}

TEST(SpreadOf, OddCount_HasItsMiddleSampleAsMedian) {
  EXPECT_DOUBLE_EQ(2.0, spreadOf({9.0, 1.0, 2.0}).median);
}

TEST(SpreadOf, OneSample_IsMedianAndQuantiles) {
  const Spread spread = spreadOf({7.0});
  for (const double value :
       {spread.median, spread.least, spread.lowerQuartile, spread.upperQuartile, spread.most}) {
    EXPECT_DOUBLE_EQ(7.0, value);
  }
  EXPECT_EQ(1, spread.samples);
}

/// Runs a benchmark of two jobs and returns the order in which they were called: each call adds the
/// letter of its job.
std::string callsOf(const Effort& effort, std::vector<Row>& rows) {
  const texel::Device device = test::makeDevice(texel::Engine::Paper);
  std::string calls;
  rows = benchmark({{&device, [&] { calls += 'a'; }, [](Row& row) { row.n = 1; }},
                    {&device, [&] { calls += 'b'; }}},
                   effort);
  return calls;
}

TEST_F(BenchmarkTest, Jobs_AlternateAndAreSampledAsRequested) {
  std::vector<Row> rows;
  std::string calls = callsOf({.samples = 5, .seconds = 10.0}, rows);
  ASSERT_EQ(2U, rows.size());
  EXPECT_EQ("paper", rows[0].engine);
  EXPECT_EQ(1, rows[0].n);
  EXPECT_EQ(0, rows[1].n);
  EXPECT_EQ(5, rows[0].spread.samples);
  EXPECT_EQ(5, rows[1].spread.samples);
  // The jobs take turns in two or more warm-up rounds and in five measured rounds. Then each job
  // runs alone to measure its stages.
  ASSERT_TRUE(calls.ends_with("aaabbb"));
  calls.resize(calls.size() - 6);
  ASSERT_GE(calls.size(), 2U * 7U);
  ASSERT_EQ(0U, calls.size() % 2);
  for (std::size_t k = 0; k < calls.size(); k += 2) ASSERT_EQ("ab", calls.substr(k, 2));
}

TEST_F(BenchmarkTest, TimeLimit_EndsAfterThreeRounds) {
  std::vector<Row> rows;
  callsOf({.samples = 100, .seconds = 1e-9}, rows);
  ASSERT_EQ(2U, rows.size());
  EXPECT_EQ(kLeastSamples, rows[0].spread.samples);
  EXPECT_EQ(kLeastSamples, rows[1].spread.samples);
}

TEST_F(BenchmarkTest, FewerThanThreeSamples_ArePossible) {
  std::vector<Row> rows;
  // There is one warm-up run, one measured run, and one run to measure the stages.
  const std::string calls = callsOf({.samples = 1, .seconds = 1e-9}, rows);
  EXPECT_TRUE(calls.ends_with("ababab"));
  if (gl::isSoftware()) {
    EXPECT_EQ(6U, calls.size());
  }
  ASSERT_EQ(2U, rows.size());
  EXPECT_EQ(1, rows[1].spread.samples);
}

}  // namespace
}  // namespace gpubuck::bench
