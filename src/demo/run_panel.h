// What runs: the scenario, its pace, seed and engine.
#pragma once

#include <cstdint>
#include <string>

#include "demo/demo_state.h"

namespace gpubuck::demo {

class RunPanel {
 public:
  void draw(DemoState& state);

 private:
  void drawScenario(DemoState& state);
  void drawSeed(DemoState& state);

  std::string path_;               ///< of a scenario to be opened
  std::uint32_t runningSeed_ = 0;  ///< what the draft was made for
  std::int64_t seed_ = -1;         ///< the draft
};

}  // namespace gpubuck::demo
