// Bodies in a fluid keep their shape. Light bodies float, and heavy bodies sink.
#include <algorithm>
#include <cmath>
#include <glm/vec3.hpp>
#include <string>

#include "dpd/model/particle_state.h"
#include "run/run_state.h"
#include "scenario/scenario.h"
#include "support/gpu_test.h"

namespace gpubuck::run {
namespace {

class BodiesTest : public test::GpuTest {};

/// Returns a ball at the surface of a pool that is 3.5 units deep.
scenario::Scenario ballInPool(double mass) {
  return scenario::parseScenario(
      "[box]\nsize = [5, 5, 7]\nboundary = [\"periodic\", \"periodic\", \"reflecting\"]\n"
      "[fluid]\nlaw = \"many-body\"\ngravity = [0, 0, -1.5]\n"
      "[[species]]\nname = \"water\"\n[[species]]\nname = \"ball\"\nmass = " +
          std::to_string(mass) +
          "\n[[pair]]\nspecies = [\"water\", \"water\"]\na = -40\ngamma = 4.5\n"
          "[[pair]]\nspecies = [\"water\", \"ball\"]\na = -20\ngamma = 4.5\n"
          "[[pair]]\nspecies = [\"ball\", \"ball\"]\na = -40\ngamma = 4.5\n"
          "[integrator]\nkind = \"leapfrog-ab2\"\ndt = 0.01\n"
          "[[bond]]\nname = \"stiff\"\nk = 400\nlength = 0.6\n"
          "[[region]]\nshape = \"layer\"\nto = 3.5\ndensity = 6\nplaces = \"even\"\n"
          "[[region]]\nshape = \"sphere\"\nspecies = \"ball\"\nbond = \"stiff\"\n"
          "centre = [3, 4.5, 3.5]\nradius = 1.25\n",
      "pool.toml", {});
}

/// The mean height of a ball over the last steps of a run, and the ball's shape at the begin and
/// the end.
struct Floating {
  double height = 0.0;
  double gyration = 0.0, gyrationBefore = 0.0;
  double longest = 0.0;  ///< largest ratio of the mean squares along two axes
};

Floating floating(double mass, int steps) {
  const RunState state = beginRun(ballInPool(mass));
  const std::size_t beads = state.particles.molecules.bonds.back().ids[1] + 1;
  const texel::Device device = test::makeDevice(texel::Engine::Paper);
  dpd::Simulation simulation = makeSimulation(device, state);
  const cells::Box& box = state.scenario.fluid.box;
  Floating result;
  glm::dvec3 squares(0.0);
  const auto measure = [&] {
    const dpd::Particles particles = dpd::unpacked(simulation.downloadState());
    glm::dvec3 sum(0.0), sumOfSquares(0.0);
    const glm::dvec3 from(particles.position[0]);
    for (std::size_t i = 0; i < beads; ++i) {
      const glm::dvec3 apart = box.nearestImage(glm::dvec3(particles.position[i]) - from);
      sum += apart;
      sumOfSquares += apart * apart;
    }
    const glm::dvec3 middle = sum / double(beads);
    squares = sumOfSquares / double(beads) - middle * middle;
    result.gyration = std::sqrt(squares.x + squares.y + squares.z);
    return from.z + middle.z;
  };
  measure();
  result.gyrationBefore = result.gyration;
  constexpr int kSamples = 10;
  for (int k = 0; k < steps; ++k) {
    simulation.step();
    if ((steps - k) % 20 == 0 && steps - k <= 20 * kSamples) result.height += measure() / kSamples;
  }
  simulation.checkFailure();
  measure();
  result.longest =
      std::max({squares.x, squares.y, squares.z}) / std::min({squares.x, squares.y, squares.z});
  return result;
}

TEST_F(BodiesTest, LightBall_FloatsAndHeavyOneSinks) {
  constexpr int kSteps = 300;
  const Floating light = floating(0.5, kSteps);
  EXPECT_GT(light.height, 2.8);
  EXPECT_LT(light.height, 4.5);
  EXPECT_LT(floating(8.0, kSteps).height, 2.0);
  EXPECT_NEAR(light.gyration, light.gyrationBefore, 0.04 * light.gyrationBefore);
  EXPECT_LT(light.longest, 1.3);
}

}  // namespace
}  // namespace gpubuck::run
