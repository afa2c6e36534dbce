#include "demo/history.h"

#include <utility>

namespace gpubuck::demo {

std::int64_t History::bytesOf(std::int64_t particles) {
  return particles * static_cast<std::int64_t>(3 * sizeof(glm::vec4));
}

void History::add(scenario::RunState state) {
  const std::int64_t bytes = bytesOf(static_cast<std::int64_t>(state.particles.count()));
  if (bytes > kMostBytes) return;
  states_.push_back(std::move(state));
  while (states_.size() > kMostStates || std::ssize(states_) * bytes > kMostBytes) {
    states_.pop_front();
  }
}

std::optional<std::int64_t> History::latestStep() const {
  if (states_.empty()) return {};
  return states_.back().clock.step;
}

scenario::RunState History::takeLatest() {
  scenario::RunState state = std::move(states_.back());
  states_.pop_back();
  return state;
}

}  // namespace gpubuck::demo
