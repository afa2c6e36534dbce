// What the sort does and what it costs, step by step.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "demo/demo_state.h"
#include "search/list_lengths.h"

namespace gpubuck::demo {

class StatisticsPanel {
 public:
  void draw(DemoState& state);

 private:
  void drawLists(DemoState& state);
  void countLists(FluidSession& session);

  struct Counting {
    Counting(const texel::Device& device, std::int64_t cells)
        : pass(device), lengths(device, "list lengths", texel::Format::Id, cells) {}

    search::ListLengths pass;
    texel::Array lengths;
  };
  std::optional<Counting> counting_;
  int generation_ = -1;  ///< of the session, when counting_ was made
  std::int64_t countedStep_ = -1;
  std::chrono::steady_clock::time_point countedAt_;
  std::vector<std::int64_t> cells_;  ///< how many cells have a list of length k
};

}  // namespace gpubuck::demo
