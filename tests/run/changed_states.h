// States that differ from a good state in one field, so that no run can have them: files of such
// states must be refused.
#pragma once

#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "cells/cell_grid.h"
#include "run/run_state.h"

namespace gpubuck::test {

/// Returns a state with two species, bonds, angles and lists.
inline run::RunState goodState() {
  std::string pairs;
  for (const char* species : {"\"A\", \"A\"", "\"A\", \"B\"", "\"B\", \"B\""}) {
    pairs += std::string("[[pair]]\nspecies = [") + species + "]\na = 25\ngamma = 4.5\n";
  }
  run::RunState state = run::beginRun(scenario::parseScenario(
      "[box]\nsize = [3, 3, 3]\n[[species]]\nname = \"A\"\nfraction = 0.5\n"
      "[[species]]\nname = \"B\"\nfraction = 0.5\n[[bond]]\nname = \"link\"\n"
      "[[angle]]\nname = \"bend\"\n[[molecule]]\nname = \"chain\"\nbeads = \"A3\"\ncount = 4\n" +
          pairs,
      "good.toml", {}));
  state.clock = {.step = 7, .dt = 0.02, .sinceStep = 3, .sinceTime = 0.1};
  cells::ListState& lists = state.lists;
  lists.head.assign(27, kNullId);
  for (const glm::vec4& r : state.particles.position) {
    const glm::uvec3 cell(r);
    lists.mapping.push_back(cell.x + 3 * (cell.y + 3 * cell.z));
    lists.next.push_back(lists.head[lists.mapping.back()]);
    lists.head[lists.mapping.back()] = static_cast<std::uint32_t>(lists.next.size() - 1);
  }
  return state;
}

struct ChangedState {
  const char* name;
  std::function<void(run::RunState&)> change;
};

inline const std::vector<ChangedState>& changedStates() {
  using State = run::RunState;
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  constexpr float kNanF = std::numeric_limits<float>::quiet_NaN();
  static const std::vector<ChangedState> changes{
      {"step below 0", [](State& s) { s.clock.step = -1; }},
      {"step too large", [](State& s) { s.clock.step = dpd::kMaxStep + 1; }},
      {"change of dt before the run", [](State& s) { s.clock.sinceStep = -1; }},
      {"change of dt after the step", [](State& s) { s.clock.sinceStep = 8; }},
      {"dt 0", [](State& s) { s.clock.dt = 0.0; }},
      {"dt below 0", [](State& s) { s.clock.dt = -0.02; }},
      {"dt nan", [](State& s) { s.clock.dt = kNan; }},
      {"dt infinite", [](State& s) { s.clock.dt = HUGE_VAL; }},
      {"time below 0", [](State& s) { s.clock.sinceTime = -0.1; }},
      {"time nan", [](State& s) { s.clock.sinceTime = kNan; }},
      {"x nan", [](State& s) { s.particles.position[5].x = kNanF; }},
      {"y below the box", [](State& s) { s.particles.position[5].y = -0.5F; }},
      {"z at the end of the box", [](State& s) { s.particles.position[5].z = 3.0F; }},
      {"species of none", [](State& s) { s.particles.position[5].w = 2.0F; }},
      {"species below 0", [](State& s) { s.particles.position[5].w = -1.0F; }},
      {"species and a half", [](State& s) { s.particles.position[5].w = 0.5F; }},
      {"vx nan", [](State& s) { s.particles.velocity[5].x = kNanF; }},
      {"vy infinite", [](State& s) { s.particles.velocity[5].y = HUGE_VALF; }},
      {"vz nan", [](State& s) { s.particles.velocity[80].z = kNanF; }},
      {"noise nan", [](State& s) { s.particles.velocity[5].w = kNanF; }},
      {"noise 2", [](State& s) { s.particles.velocity[5].w = 2.0F; }},
      {"predicted vx nan", [](State& s) { s.particles.predicted[5].x = kNanF; }},
      {"predicted vy nan", [](State& s) { s.particles.predicted[80].y = kNanF; }},
      {"predicted vz infinite", [](State& s) { s.particles.predicted[5].z = -HUGE_VALF; }},
      {"id of another", [](State& s) { s.particles.predicted[5].w = s.particles.predicted[6].w; }},
      {"id too large", [](State& s) { s.particles.predicted[5].w = 81.0F; }},
      {"id below 0", [](State& s) { s.particles.predicted[5].w = -1.0F; }},
      {"id and a half", [](State& s) { s.particles.predicted[5].w += 0.5F; }},
      {"a velocity less", [](State& s) { s.particles.velocity.pop_back(); }},
      {"a predicted velocity less", [](State& s) { s.particles.predicted.pop_back(); }},
      {"another cell", [](State& s) { s.lists.mapping[5] = (s.lists.mapping[5] + 1) % 27; }},
      {"no cell", [](State& s) { s.lists.mapping[5] = 27; }},
      {"list without its head", [](State& s) { s.lists.head[s.lists.mapping[5]] = kNullId; }},
      {"head of none", [](State& s) { s.lists.head[0] = 81; }},
      {"list in a circle", [](State& s) { s.lists.next[5] = 5; }},
      {"next of none", [](State& s) { s.lists.next[5] = 81; }},
      {"a head less", [](State& s) { s.lists.head.pop_back(); }},
      {"no heads", [](State& s) { s.lists.head.clear(); }},
      {"a next less", [](State& s) { s.lists.next.pop_back(); }},
      {"no cells", [](State& s) { s.lists.mapping.clear(); }},
      {"bond of no kind", [](State& s) { s.particles.molecules.bonds[0].kind = 1; }},
      {"bond below all kinds", [](State& s) { s.particles.molecules.bonds[0].kind = -1; }},
      {"bond to none", [](State& s) { s.particles.molecules.bonds[0].ids[1] = 81; }},
      {"bond to itself",
       [](State& s) {
         auto& ids = s.particles.molecules.bonds[0].ids;
         ids[1] = ids[0];
       }},
      {"angle of no kind", [](State& s) { s.particles.molecules.angles[0].kind = 1; }},
      {"angle of none", [](State& s) { s.particles.molecules.angles[0].ids[2] = 81; }},
      {"angle of two",
       [](State& s) {
         auto& ids = s.particles.molecules.angles[0].ids;
         ids[2] = ids[0];
       }},
  };
  return changes;
}

}  // namespace gpubuck::test
