// The method of 2007, which sets several other keys.
#include <gtest/gtest.h>

#include "base/error.h"
#include "scenario/parsing.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

const std::string kMethodBox = "[box]\nsize = [8, 8, 8]\n";

/// Expects the settings of the paper's method, as read by hand from sections 2.1 (parts), 2.2
/// (re-sort) and 3 (lists) of the paper. The method moves no particle in memory.
void expectThePapers(const dpd::StepSettings& step) {
  EXPECT_EQ(step.method, dpd::StepMethod::Year2007);
  EXPECT_EQ(step.sort.algorithm, sort::Algorithm::Bucket);
  EXPECT_EQ(step.sort.partition, sort::Partition::Contiguous);
  EXPECT_EQ(step.reorderEvery, 0);
  EXPECT_EQ(step.traversal, dpd::Traversal::Lists);
}

TEST(Method, In2007_SetsItsKeysAndLeavesItsParameters) {
  const Scenario paper = test::parse("method = \"2007\"\n" + kMethodBox);
  expectThePapers(paper.step);
  EXPECT_EQ(paper.step.mode, dpd::SortMode::Resort);
  const Scenario other =
      test::parse("method = \"2007\"\n" + kMethodBox +
                  "[sort]\nmode = \"sort\"\nsub_buffers = 3\nthreshold = 0.25\n");
  expectThePapers(other.step);
  EXPECT_EQ(other.step.mode, dpd::SortMode::Sort);
  EXPECT_EQ(other.step.sort.subBuffers, 3);
  EXPECT_EQ(other.step.sort.threshold, 0.25);
  EXPECT_EQ(test::parse(kMethodBox).step, dpd::StepSettings{}) << "it is not the default";
}

TEST(Method, WrittenAndRead_IsTheSame) {
  const Scenario paper = test::parse(kMethodBox, {"method=2007", "sort.threshold=0.25"});
  EXPECT_EQ(test::parse(toToml(paper)).step, paper.step);
}

// A saved file has every key.
TEST(Method, AsOverride_ReplacesWhatTheFileSays) {
  const std::string saved =
      toToml(test::parse(kMethodBox, {"sort.sub_buffers=3", "sort.partition=turns"}));
  const Scenario paper = test::parse(saved, {"method=2007"});
  expectThePapers(paper.step);
  EXPECT_EQ(paper.step.sort.subBuffers, 3);
  EXPECT_EQ(test::parse(saved, {"method=\"2007\""}).step, paper.step) << "quotes are TOML";
  dpd::StepSettings today;
  today.sort.subBuffers = 3;
  EXPECT_EQ(test::parse(toToml(paper), {"method=today"}).step, today);
}

TEST(Method, ContradictedByAKey_IsRefusedByItsName) {
  EXPECT_TRUE(test::names(
      test::errorOf("method = \"2007\"\n" + kMethodBox + "[sort]\npartition = \"turns\"\n"),
      {"x.toml:5", "sort.partition", "turns", "2007", "contiguous"}));
  for (const auto& [change, key] : {std::pair("sort.algorithm=bitonic", "sort.algorithm"),
                                    {"sort.reorder_every=7", "sort.reorder_every"},
                                    {"search.traversal=copies", "search.traversal"}}) {
    const std::string error = test::errorOf(kMethodBox, {"method=2007", change});
    EXPECT_TRUE(test::names(error, {std::string(change), key}));
  }
}

TEST(Method, Lists_NeedASortThatMakesLists) {
  EXPECT_TRUE(
      test::names(test::errorOf(kMethodBox, {"search.traversal=lists", "sort.algorithm=bitonic"}),
                  {"search.traversal=lists", "search.traversal", "lists", "bitonic"}));
}

TEST(Method, ChosenByItsKey_KeepsItsParametersBothWays) {
  Scenario scenario = test::parse(kMethodBox, {"sort.sub_buffers=3", "sort.mode=sort",
                                               "sort.threshold=0.25", "sort.reorder_every=7"});
  const Key& key = keyAt("method");
  key.set(scenario, 0, std::string("2007"));
  expectThePapers(scenario.step);
  key.set(scenario, 0, std::string("today"));
  dpd::StepSettings today{.mode = dpd::SortMode::Sort};
  today.sort.subBuffers = 3;
  today.sort.threshold = 0.25;
  EXPECT_EQ(scenario.step, today);
  scenario.step.reorderEvery = 9;
  key.set(scenario, 0, std::string("today"));
  EXPECT_EQ(scenario.step.reorderEvery, 9) << "it is chosen already";
}

}  // namespace
}  // namespace gpubuck::scenario
