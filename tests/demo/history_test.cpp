// The states that are kept if memory cannot hold all states.
#include "demo/session/history.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

namespace gpubuck::demo {
namespace {

run::RunState stateAt(std::int64_t step, std::size_t particles = 1) {
  run::RunState state;
  state.clock.step = step;
  state.particles.position.resize(particles);
  return state;
}

std::vector<std::int64_t> stepsOf(const History& history) {
  std::vector<std::int64_t> steps;
  for (const KeptState* state : history.timeline()) steps.push_back(state->step());
  return steps;
}

RC_GTEST_PROP(HistoryTest, Spacing_GrowsWithAge, (const std::vector<std::uint8_t>& gaps)) {
  History history;
  constexpr std::int64_t kMostGap = 8;
  std::int64_t step = 0;
  for (int round = 0; round < 20; ++round) {
    for (const std::uint8_t gap : gaps) {
      step += 1 + gap % kMostGap;
      history.add(stateAt(step));
    }
  }
  const std::vector<std::int64_t> steps = stepsOf(history);
  RC_ASSERT(steps.size() <= History::kMostStates);
  RC_ASSERT(std::ranges::is_sorted(steps));
  if (steps.empty()) return;
  RC_ASSERT(steps.back() == step);
  // Two neighbouring states are at most 2 kMostGap steps apart, or at most a quarter of the age of
  // the earlier state if this is more.
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const double age = static_cast<double>(step - steps[k - 1]);
    RC_ASSERT(static_cast<double>(steps[k] - steps[k - 1]) <=
              std::max(0.25 * age, static_cast<double>(2 * kMostGap)));
  }
}

RC_GTEST_PROP(HistoryTest, Memory_IsBoundedAndTheLatestStays, ()) {
  const std::int64_t bound = 10 * History::bytesOf(10);
  History history(bound);
  std::vector<std::int64_t> held;
  const int count = *rc::gen::inRange(1, 60);
  for (int k = 0; k < count; ++k) {
    const int action = *rc::gen::inRange(0, 6);
    if (action == 0) history.beginLine();
    const auto particles = static_cast<std::size_t>(*rc::gen::inRange(1, 30));
    const auto id = history.add(stateAt(k, particles));
    RC_ASSERT(id.has_value());
    RC_ASSERT(history.latest() != nullptr && history.latest()->id == *id);
    RC_ASSERT(history.bytes() <= bound);
    if (action < 3) history.hold(*id), held.push_back(*id);
    if (action == 5 && !held.empty()) {
      if (history.find(held.back()) != nullptr) history.goTo(held.back());
      history.release(held.back());
      held.pop_back();
    }
  }
}

TEST(HistoryTest, StateLargerThanTheLimit_IsNotKept) {
  History history(History::bytesOf(10));
  EXPECT_FALSE(history.add(stateAt(0, 11)));
  EXPECT_TRUE(history.timeline().empty());
}

TEST(HistoryTest, Lists_CountAsMemory) {
  run::RunState state = stateAt(0, 10);
  state.lists.mapping.resize(10);
  state.lists.next.resize(10);
  state.lists.head.resize(3000);
  const std::int64_t bytes = History::bytesOf(10) + std::int64_t{4} * (10 + 10 + 3000);
  History history(bytes);
  ASSERT_TRUE(history.add(state).has_value());
  EXPECT_EQ(history.bytes(), bytes);
  EXPECT_FALSE(History(bytes - 1).add(state).has_value());
}

TEST(HistoryTest, OnlyHeldState_StaysThoughLarge) {
  History history(5 * History::bytesOf(10));
  const std::int64_t held = *history.add(stateAt(0, 30));
  history.hold(held);
  for (int k = 1; k < 7; ++k) history.add(stateAt(k, 10));
  EXPECT_NE(history.find(held), nullptr);
  EXPECT_EQ(stepsOf(history).back(), 6);
}

TEST(HistoryTest, StateWithMoreHolders_StaysLonger) {
  History history(5 * History::bytesOf(10));
  std::vector<std::int64_t> ids;
  for (int k = 0; k < 4; ++k) {
    ids.push_back(*history.add(stateAt(k, 10)));
    history.hold(ids.back());
  }
  history.hold(ids[0]);
  for (int k = 4; k < 6; ++k) history.add(stateAt(k, 10));
  EXPECT_NE(history.find(ids[0]), nullptr) << "the oldest, but held twice";
  EXPECT_EQ(history.find(ids[1]), nullptr);
  history.release(ids[0]);
  history.add(stateAt(6, 10));
  EXPECT_EQ(history.find(ids[0]), nullptr);
  EXPECT_NE(history.find(ids[2]), nullptr);
}

TEST(HistoryTest, Continuing_DropsLaterStates) {
  History history;
  std::vector<std::int64_t> ids;
  for (int k = 0; k < 6; ++k) ids.push_back(*history.add(stateAt(k)));
  history.hold(ids[4]);
  history.goTo(ids[2]);
  EXPECT_EQ(stepsOf(history).size(), 6u) << "until the next step";
  EXPECT_EQ(history.latest()->step(), 2);
  history.goOn();
  EXPECT_EQ(stepsOf(history), (std::vector<std::int64_t>{0, 1, 2}));
  EXPECT_NE(history.find(ids[4]), nullptr) << "somebody means to come back to it";
  EXPECT_EQ(history.find(ids[5]), nullptr);
  history.goTo(ids[4]);
  EXPECT_EQ(stepsOf(history), (std::vector<std::int64_t>{4}));
  history.goTo(ids[1]);
  EXPECT_EQ(stepsOf(history).size(), 3u);
}

}  // namespace
}  // namespace gpubuck::demo
