// The parameters of the fluid: those that take effect at once, and those that need another start.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <vector>

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// What a fluid begins with and cannot change while it runs.
struct StartConditions {
  double density = 0.0;
  glm::dvec3 size{0.0};
  scenario::InitialKind kind = scenario::InitialKind::Random;
  double perturbation = 0.0;
  std::array<int, 2> modes{};
  std::vector<double> fractions;
  std::vector<double> masses;

  bool operator==(const StartConditions&) const = default;
};

class PhysicsPanel {
 public:
  void draw(DemoState& state);

 private:
  void drawStart(DemoState& state);
  void drawInitial(DemoState& state);
  void drawSpecies(DemoState& state);
  void restartWithDraft(DemoState& state);

  StartConditions running_;  ///< what the draft was made for
  StartConditions draft_;
};

}  // namespace gpubuck::demo
