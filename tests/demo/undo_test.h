// A fluid of few particles whose changes are undone, and all settings that undo restores.
#pragma once

#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "demo/demo_test.h"
#include "demo/ui/actions/undo.h"
#include "file/temporary_folder.h"

namespace gpubuck::demo {

inline constexpr const char* kFewParticles = R"(
[box]
size = [3, 3, 4]
boundary = ["periodic", "periodic", "reflecting"]
[fluid]
density = 1.5
[sort]
algorithm = "bucket"
reorder_every = 3
)";

/// kFewParticles with eight chains of three beads.
inline const std::string kFewMolecules = std::string(kFewParticles) + R"(
[[bond]]
name = "link"
[[angle]]
name = "bend"
k = 5
[[molecule]]
name = "chain"
beads = "particle3"
count = 8
)";

/// The fluid and the settings that undo restores.
struct WindowState {
  std::string scenario;  ///< except the solids
  std::string opened;
  texel::Engine engine;
  Look look;
  Playback playback;
  ToolSettings tool;
  std::int64_t step;
  double time;
  std::vector<glm::vec4> particles;  ///< positions, velocities and predicted velocities by id
  dpd::Molecules molecules;

  bool hasFluidOf(const WindowState& other) const {
    return step == other.step && time == other.time && molecules == other.molecules &&
           particles.size() == other.particles.size() &&
           std::memcmp(particles.data(), other.particles.data(),
                       particles.size() * sizeof(glm::vec4)) == 0;
  }
  /// Returns whether the settings of all tools are the same. The chosen tool may differ.
  bool hasToolSettingsOf(const WindowState& other) const {
    ToolSettings settings = tool;
    settings.chosen = other.tool.chosen;
    return settings == other.tool;
  }
  bool hasValuesOf(const WindowState& other) const {
    return scenario == other.scenario && opened == other.opened && engine == other.engine &&
           look == other.look && playback == other.playback && hasToolSettingsOf(other);
  }
  void takeFluidOf(const WindowState& other) {
    step = other.step;
    time = other.time;
    particles = other.particles;
    molecules = other.molecules;
  }
};

class UndoTest : public DemoTest {
 protected:
  explicit UndoTest(const std::string& toml = kFewParticles) : DemoTest(toml) {
    std::ofstream(other_) << "[box]\nsize = [4, 3, 3]\n[fluid]\ndensity = 1.5\n";
    setDefaults(state_);
    look();
  }

  /// Does the window's work between two frames, after a gesture.
  void look() {
    state_.runPending();
    watchChanges(state_);
    ++state_.gesture;
  }

  WindowState windowState() {
    dpd::Simulation& fluid = session_.simulation();
    const dpd::ParticleState state = fluid.downloadState();
    WindowState result{scenario::toToml(session_.scenario()),
                       scenario::toToml(state_.opened),
                       session_.engine(),
                       state_.look,
                       state_.playback,
                       state_.tool,
                       fluid.stepNumber(),
                       fluid.time(),
                       std::vector<glm::vec4>(3 * state.count()),
                       state.molecules};
    for (std::size_t i = 0; i < state.count(); ++i) {
      const std::size_t id = dpd::idOf(state.predicted[i]);
      result.particles[3 * id] = state.position[i];
      result.particles[3 * id + 1] = state.velocity[i];
      result.particles[3 * id + 2] = state.predicted[i];
    }
    return result;
  }

  void play(std::int64_t steps) { session_.advance(steps, 100.0, {}); }

  void pull(std::int64_t steps) {
    beginChange(state_, "pull");
    session_.advance(
        steps, 100.0,
        {.effect = dpd::Effect{.kind = dpd::EffectKind::Pull,
                               .tube = dpd::Tube{{1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, 2.0},
                               .strength = 5.0}});
    endChange(state_);
  }

  template <typename Edit>
  void edit(Edit change) {
    scenario::Scenario changed = session_.scenario();
    change(changed);
    demo::change(state_, changed);
  }

  std::string lastNotice() {
    return journal_.notices().empty() ? "" : journal_.notices().back().text;
  }

  const test::TemporaryFolder folder_{};
  const std::string other_ = folder_ / "other.toml";
};

}  // namespace gpubuck::demo
