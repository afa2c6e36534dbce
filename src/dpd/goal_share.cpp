#include "dpd/goal_share.h"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace gpubuck::dpd {
namespace {

texel::MapPass inGoalPass(const texel::Device& device, const Fluid& fluid,
                          const Neighbourhood& step) {
  return {device,
          {.name = "dpd/in_goal",
           .outputs = {{"o_inGoal", texel::Format::Vec4}},
           .reads = step.blocks(),
           .prologue = cells::gridPrologue(step.grid()) + step.particlesPrologue() +
                       fmt::format("const int kSpecies = {};\n", fluid.species.size())}};
}

}  // namespace

GoalShare::GoalShare(const texel::Device& device, const Fluid& fluid, const Neighbourhood& step,
                     std::int64_t particles)
    : device_(&device),
      particles_(particles),
      species_(fluid.species.size()),
      pass_(inGoalPass(device, fluid, step)),
      inGoal_(device, "particles in goal", particles),
      sum_(device, particles) {}

void GoalShare::setStep(const Fluid& fluid, const Neighbourhood& step) {
  pass_ = inGoalPass(*device_, fluid, step);
}

double GoalShare::find(const Goal& goal, Step& step) {
  std::vector<float> counts;
  for (std::size_t k = 0; k < species_; ++k) {
    counts.push_back(goal.counts(static_cast<int>(k)) ? 1.0F : 0.0F);
  }
  pass_.set("u_goalLow", glm::vec3(goal.low));
  pass_.set("u_goalHigh", glm::vec3(goal.high));
  pass_.set("u_goalCounts", counts);
  pass_.run(particles_, step.particles(), {{"o_inGoal", inGoal_}});
  const std::array<double, 4> sums = sum_(inGoal_, particles_);
  return sums[1] > 0.0 ? sums[0] / sums[1] : 0.0;
}

}  // namespace gpubuck::dpd
