// The worked example of the paper's Figure 1, phase by phase, and a re-sort of the lists that the
// example ends with.
#include "sort/sort_fixture.h"

namespace gpubuck::sort {
namespace {

constexpr int kNone = reference::kNull;
const std::vector<int> kInput{0, 2, 3, 2, 0, 1, 3, 3};

struct Seen {
  Phase phase;
  int iteration;
  int subBuffers;
  Round round;
  std::vector<texel::IdTexel> head;
  std::vector<texel::IdTexel> next;
};

void observe(test::SortFixture& rig, std::vector<Seen>& seen) {
  rig.bucketSort().observe([&seen](const Observation& now) {
    seen.push_back({now.phase, now.iteration, now.subBuffers, now.round, now.lists.head.download(),
                    now.lists.next.download()});
  });
}

/// A phase with one sub-buffer, worked out by hand. `points` is kNone before the first scatter.
struct Expected {
  Phase phase;
  int iteration;
  int points;
  std::vector<int> head;
  std::vector<int> next;
  std::vector<bool> visited;
};

void expectPhases(const std::vector<Expected>& expected, const std::vector<Seen>& seen) {
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    SCOPED_TRACE(fmt::format("phase {}", k));
    EXPECT_EQ(seen[k].phase, expected[k].phase);
    EXPECT_EQ(seen[k].iteration, expected[k].iteration);
    EXPECT_EQ(seen[k].subBuffers, 1);
    EXPECT_EQ(seen[k].round,
              expected[k].points == kNone ? Round{} : Round({{0, expected[k].points}}));
    test::expectSameTexels(test::idTexels(expected[k].head), seen[k].head);
    test::expectSameTexels(test::nextTexels({{}, expected[k].next, expected[k].visited}),
                           seen[k].next);
  }
}

class Figure1Test : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, Figure1Test, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

// The phases are worked out by hand. A scatter changes only heads. Then each element that lost its
// bucket points at the winner. In iteration 2, elements 0, 1 and 6 become heads. They already point
// at 4, 3 and 7.
TEST_P(Figure1Test, HeadsAndNextsOfEveryPhase) {
  const std::vector<int> cleared(8, kNone);
  const std::vector<int> first{4, 3, 7, kNone, kNone, kNone, 7, kNone};
  const std::vector<int> second{4, 3, 6, kNone, kNone, kNone, 7, kNone};
  const std::vector<bool> none(8, false);
  const std::vector<bool> four{0, 0, 0, 1, 1, 1, 0, 1};
  const std::vector<bool> seven{1, 1, 0, 1, 1, 1, 1, 1};
  const std::vector<bool> all(8, true);
  const std::vector<Expected> expected{
      {Phase::Cleared, 0, kNone, {kNone, kNone, kNone, kNone}, cleared, none},
      {Phase::Scattered, 1, 8, {4, 5, 3, 7}, cleared, none},
      {Phase::Linked, 1, 8, {4, 5, 3, 7}, first, four},
      {Phase::Scattered, 2, 4, {0, 5, 1, 6}, first, four},
      {Phase::Linked, 2, 4, {0, 5, 1, 6}, second, seven},
      {Phase::Scattered, 3, 1, {0, 5, 1, 2}, second, seven},
      {Phase::Linked, 3, 1, {0, 5, 1, 2}, second, all},
      {Phase::Scattered, 3, 0, {0, 5, 1, 2}, second, all}};

  const texel::Device device = test::makeDevice(GetParam());
  test::SortFixture rig(
      device, {.algorithm = Algorithm::Bucket, .subBuffers = 1, .partition = Partition::Contiguous},
      kInput.size(), 4);
  std::vector<Seen> seen;
  observe(rig, seen);
  rig.sort(kInput);
  expectPhases(expected, seen);
  EXPECT_EQ(rig.statistics().iterations, 3);
  EXPECT_EQ(rig.statistics().pointsDrawn, 8 + 4 + 1);
}

// The sort leaves the list 0 4 in bucket 0, 5 in bucket 1, 1 3 in bucket 2, and 2 6 7 in bucket 3.
// Then the head of bucket 3 and the end of bucket 2 move to bucket 0, and the only element of
// bucket 1 moves to bucket 3.
TEST_P(Figure1Test, HeadsAndNextsOfEveryPhaseOfAResort) {
  const std::vector<bool> stay{1, 1, 0, 0, 1, 0, 1, 1};
  const std::vector<bool> allButOne{1, 1, 0, 1, 1, 1, 1, 1};
  const std::vector<bool> all(8, true);
  const std::vector<int> unlinked{4, kNone, kNone, kNone, kNone, kNone, 7, kNone};
  const std::vector<int> relinked{4, kNone, 0, 0, kNone, 6, 7, kNone};
  const std::vector<int> linked{4, kNone, 3, 0, kNone, 6, 7, kNone};
  const std::vector<Expected> expected{
      {Phase::Unlinked, 0, kNone, {0, kNone, 1, 6}, unlinked, stay},
      {Phase::Relinked, 0, kNone, {0, kNone, 1, 6}, relinked, stay},
      {Phase::Scattered, 1, 3, {3, kNone, 1, 5}, relinked, stay},
      {Phase::Linked, 1, 3, {3, kNone, 1, 5}, linked, allButOne},
      {Phase::Scattered, 2, 1, {2, kNone, 1, 5}, linked, allButOne},
      {Phase::Linked, 2, 1, {2, kNone, 1, 5}, linked, all},
      {Phase::Scattered, 2, 0, {2, kNone, 1, 5}, linked, all}};

  const texel::Device device = test::makeDevice(GetParam());
  test::SortFixture rig(
      device, {.algorithm = Algorithm::Bucket, .subBuffers = 1, .partition = Partition::Contiguous},
      kInput.size(), 4);
  rig.sort(kInput);
  std::vector<Seen> seen;
  observe(rig, seen);
  rig.resort({0, 2, 0, 0, 0, 3, 3, 3});
  expectPhases(expected, seen);
  seen.clear();
  rig.resort({0, 2, 0, 0, 0, 3, 3, 3});
  EXPECT_TRUE(seen.empty()) << "nothing moved";
}

// Each scatter is reported once, with the points of its sub-buffers, even if it drew no points.
TEST_P(Figure1Test, ScattersOfSubBuffers) {
  const texel::Device device = test::makeDevice(GetParam());
  test::SortFixture rig(
      device, {.algorithm = Algorithm::Bucket, .subBuffers = 4, .partition = Partition::Contiguous},
      kInput.size(), 4);
  std::vector<Seen> seen;
  observe(rig, seen);
  const auto expectRounds = [&](int subBuffers) {
    std::vector<Round> scattered;
    int linked = 0;
    for (const Seen& phase : seen) {
      EXPECT_EQ(phase.subBuffers, subBuffers);
      if (phase.phase == Phase::Scattered) scattered.push_back(phase.round);
      if (phase.phase == Phase::Linked) ++linked;
    }
    EXPECT_EQ(scattered, rig.statistics().rounds);
    EXPECT_EQ(linked, rig.statistics().iterations);
    EXPECT_GT(scattered.size(), 0u);
    seen.clear();
  };
  rig.sort(kInput);
  expectRounds(4);
  // Three of eight elements move: ceil(3 * 4 / 8) sub-buffers are left.
  rig.resort({0, 2, 0, 0, 0, 3, 3, 3});
  expectRounds(2);
}

TEST_P(Figure1Test, EmptyObserver_EndsObserving) {
  const texel::Device device = test::makeDevice(GetParam());
  test::SortFixture rig(device, {.algorithm = Algorithm::Bucket}, kInput.size(), 4);
  int calls = 0;
  rig.bucketSort().observe([&](const Observation&) { ++calls; });
  rig.sort(kInput);
  EXPECT_GT(calls, 0);
  calls = 0;
  rig.bucketSort().observe({});
  rig.sort(kInput);
  EXPECT_EQ(calls, 0);
  test::expectListsOf(kInput, rig);
}

}  // namespace
}  // namespace gpubuck::sort
