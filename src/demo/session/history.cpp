#include "demo/session/history.h"

#include <algorithm>
#include <utility>

namespace gpubuck::demo {

std::int64_t KeptState::bytes() const {
  const dpd::ListState& lists = fluid.lists;
  const std::size_t ids = lists.mapping.size() + lists.head.size() + lists.next.size();
  return History::bytesOf(static_cast<std::int64_t>(fluid.particles.count())) +
         static_cast<std::int64_t>(ids * sizeof(std::uint32_t));
}

std::int64_t History::bytesOf(std::int64_t particles) {
  return particles * static_cast<std::int64_t>(3 * sizeof(glm::vec4));
}

std::optional<std::int64_t> History::add(run::RunState fluid, std::int64_t numbering) {
  goOn();
  states_.push_back({++ids_, line_, 0, std::move(fluid), numbering});
  thinOut();
  if (states_.empty()) return {};
  return states_.back().id;
}

const KeptState* History::find(std::int64_t id) const {
  const auto found = std::ranges::find(states_, id, &KeptState::id);
  return found != states_.end() ? &*found : nullptr;
}

void History::addHolders(std::int64_t id, int more) {
  const auto found = std::ranges::find(states_, id, &KeptState::id);
  if (found != states_.end()) found->holders += more;
}

void History::beginLine() {
  line_ = ++lines_;
  place_.reset();
  std::vector<std::int64_t> held;
  for (const KeptState& state : states_) {
    if (state.isHeld()) held.push_back(state.line);
  }
  std::erase_if(states_, [&](const KeptState& state) {
    return std::ranges::find(held, state.line) == held.end();
  });
}

void History::goTo(std::int64_t id) {
  const KeptState* state = find(id);
  line_ = state->line;
  place_ = id;
}

void History::goOn() {
  if (!place_) return;
  const std::int64_t place = *std::exchange(place_, {});
  for (KeptState& state : states_) {
    // Each held state after the present place gets a line of its own, since the other states after
    // the place are dropped.
    if (state.line == line_ && state.id > place && state.isHeld()) state.line = ++lines_;
  }
  std::erase_if(states_,
                [&](const KeptState& state) { return state.line == line_ && state.id > place; });
}

void History::drop(std::int64_t id) {
  std::erase_if(states_, [&](const KeptState& state) { return state.id == id; });
  if (place_ == id) place_.reset();
}

bool History::hasLine(std::int64_t line) const {
  return line == line_ || std::ranges::find(states_, line, &KeptState::line) != states_.end();
}

std::vector<const KeptState*> History::timeline() const {
  std::vector<const KeptState*> states;
  for (const KeptState& state : states_) {
    if (state.line == line_) states.push_back(&state);
  }
  return states;
}

const KeptState* History::latest() const {
  const KeptState* latest = nullptr;
  for (const KeptState* state : timeline()) {
    if (!place_ || state->id <= *place_) latest = state;
  }
  return latest;
}

std::int64_t History::bytes() const {
  std::int64_t sum = 0;
  for (const KeptState& state : states_) sum += state.bytes();
  return sum;
}

std::size_t History::leastWanted() const {
  std::vector<std::size_t> present;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    if (states_[k].line == line_) present.push_back(k);
    if (states_[k].line != line_ && !states_[k].isHeld()) return k;
  }
  std::optional<std::size_t> leastHeld;  // the oldest state with the fewest holders
  std::int64_t held = 0, heldBytes = 0;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    const KeptState& state = states_[k];
    if (!state.isHeld()) continue;
    ++held;
    heldBytes += state.bytes();
    if (!leastHeld || state.holders < states_[*leastHeld].holders) leastHeld = k;
  }
  if (held > 1 && heldBytes > mostBytes_ / 2) return *leastHeld;
  // For each state, the time between the state before it and the state after it is divided by the
  // state's age. Chooses the state for which this ratio is least.
  std::optional<std::size_t> least;
  double leastGap = 0.0;
  for (std::size_t k = 1; k + 1 < present.size(); ++k) {
    const KeptState& state = states_[present[k]];
    if (state.isHeld()) continue;
    const auto gap =
        static_cast<double>(states_[present[k + 1]].step() - states_[present[k - 1]].step());
    const double age = 1.0 + static_cast<double>(states_.back().step() - state.step());
    if (least && gap / age >= leastGap) continue;
    least = present[k];
    leastGap = gap / age;
  }
  if (least) return *least;
  return leastHeld.value_or(0);
}

void History::thinOut() {
  const auto isTooMany = [&] {
    std::size_t count = 0;
    for (const KeptState& state : states_) {
      if (state.line == line_ && !state.isHeld()) ++count;
    }
    return count > kMostStates;
  };
  while (!states_.empty() && (isTooMany() || bytes() > mostBytes_)) {
    states_.erase(states_.begin() + static_cast<std::ptrdiff_t>(leastWanted()));
  }
}

}  // namespace gpubuck::demo
