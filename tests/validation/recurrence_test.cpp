// What the paper's literal recurrence does to a fluid: the negative control of the checks.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <string>
#include <vector>

#include "scenario/initial_state.h"
#include "support/gpu_test.h"
#include "support/long_tests.h"
#include "validation/check.h"
#include "validation/fluids.h"
#include "validation/statistics.h"

namespace gpubuck::validation {
namespace {

const Setup kRecurrence{.noise = dpd::NoiseKind::KarpinskiSequence};

TEST(Recurrence, IsNotNoise) {
  std::vector<std::string> failed;
  checkNoise(kRecurrence, [&](const Row& row) {
    if (!row.pass()) failed.push_back(row.check);
  });
  EXPECT_GE(failed.size(), 2U);
  EXPECT_EQ(std::count(failed.begin(), failed.end(),
                       "noise, largest covariance with 1 to 500 steps before"),
            1);
}

/// Averages over pairs that are closer than 0.8: of twins, whose noise states are equal, and of
/// others.
class NearPairs {
 public:
  explicit NearPairs(const search::Box& box) : box_(box) {}

  void add(const dpd::ParticleState& state) {
    std::array<double, 2> squares{}, near{}, all{};
    for (std::size_t i = 0; i < state.count(); ++i) {
      for (std::size_t j = i + 1; j < state.count(); ++j) {
        const std::size_t kind = state.velocity[i].w == state.velocity[j].w ? 1 : 0;
        ++all[kind];
        glm::dvec3 d = glm::dvec3(state.position[i]) - glm::dvec3(state.position[j]);
        for (int axis = 0; axis < 3; ++axis) {
          d[axis] -= box_.size[axis] * std::round(d[axis] / box_.size[axis]);
        }
        if (glm::dot(d, d) >= 0.64) continue;
        const glm::dvec3 v = glm::dvec3(state.velocity[i]) - glm::dvec3(state.velocity[j]);
        squares[kind] += glm::dot(v, v) / 6.0;
        ++near[kind];
      }
    }
    for (std::size_t kind = 0; kind < 2; ++kind) {
      if (near[kind] == 0.0) continue;
      temperature_[kind].push_back(squares[kind] / near[kind]);
      frequency_[kind].push_back(near[kind] / all[kind]);
    }
  }

  /// <(v_i - v_j)^2> / 6 of near pairs.
  Estimate temperature(bool twins) const { return blockAverage(temperature_[twins ? 1 : 0]); }
  /// Which share of all pairs is near.
  Estimate frequency(bool twins) const { return blockAverage(frequency_[twins ? 1 : 0]); }

 private:
  search::Box box_;
  std::array<std::vector<double>, 2> temperature_, frequency_;
};

// After 1,000 steps most particles have the state of another one. They feel the same noise from
// everybody, so less of it goes into their relative motion: with GPUBUCK_LONG_TESTS=1 the
// temperature of that is measured. It was 0.954 +- 0.011 for twins and 0.992 +- 0.003 for others.
TEST(Recurrence, MakesTwinsFast) {
  validation::Setup setup = kRecurrence;
  setup.engine = texel::Engine::Fast;
  const double side = test::longTests() ? 6.0 : 4.0;
  const scenario::Scenario scenario = water(setup, glm::dvec3(side));
  const texel::Device device(setup.deviceFor(scenario::particleCount(scenario.fluid)));
  dpd::Simulation simulation = simulate(device, scenario);
  advance(simulation, 12.0);
  std::vector<float> states;
  for (const glm::vec4& v : simulation.downloadState().velocity) states.push_back(v.w);
  const std::size_t all = states.size();
  std::sort(states.begin(), states.end());
  states.erase(std::unique(states.begin(), states.end()), states.end());
  EXPECT_LT(states.size(), all * 2 / 3);
  if (!test::longTests()) return;

  NearPairs pairs(scenario.fluid.box);
  for (int sample = 0; sample < 750; ++sample) {
    advance(simulation, 0.2);
    pairs.add(simulation.downloadState());
  }
  for (const bool twins : {false, true}) {
    fmt::print("{}: relative temperature {:.4f} +- {:.4f}, near are {:.5f} +- {:.5f} of all\n",
               twins ? "twins" : "others", pairs.temperature(twins).mean,
               pairs.temperature(twins).error, pairs.frequency(twins).mean,
               pairs.frequency(twins).error);
  }
  EXPECT_LT(pairs.temperature(true).mean, pairs.temperature(false).mean);
}

}  // namespace
}  // namespace gpubuck::validation
