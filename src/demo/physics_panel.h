// The parameters of the fluid: those that take effect at once, and those that need another start.
#pragma once

#include "demo/demo_state.h"

namespace gpubuck::demo {

class PhysicsPanel {
 public:
  void draw(DemoState& state);

 private:
  void drawStart(DemoState& state);
  void drawSpecies(DemoState& state);
  void restartWithDraft(DemoState& state);

  scenario::Scenario running_;  ///< what the draft was made for
  scenario::Scenario draft_;    ///< counts in what cannot change while the fluid runs
};

}  // namespace gpubuck::demo
