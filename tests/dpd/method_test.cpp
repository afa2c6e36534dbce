// The method of 2007: the paper's sort, and forces along the lists of this sort.
#include <algorithm>
#include <set>

#include "base/error.h"
#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "sort/passes_run.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

StepSettings paper() { return withMethod({}, StepMethod::Year2007); }

std::set<std::string> passesOf(const texel::Device& device, Simulation& simulation, int steps) {
  device.profiler().enable(true);
  device.profiler().reset();
  for (int k = 0; k < steps; ++k) simulation.step();
  return test::passesOf(device);
}

TEST(MethodTest, In2007_RunsThePassesOfThePaperAlone) {
  const texel::Device device = test::makeDevice(texel::Engine::Paper);
  const Fluid fluid = test::plainFluid(glm::dvec3(5.0));
  Simulation simulation(device, fluid, paper(), test::randomState(fluid, 300));
  simulation.step();
  const std::set<std::string> expected{
      "cells/assign_cells", "sort/mark_moved",    "sort/unlink_heads", "sort/unlink_next",
      "sort/update_next",   "sort/scatter_heads", "dpd/force_move"};
  EXPECT_EQ(passesOf(device, simulation, 20), expected);
  StepSettings sorts = paper();
  sorts.mode = SortMode::Sort;
  Simulation sorting(device, fluid, sorts, test::randomState(fluid, 300));
  const std::set<std::string> ofListing{"cells/assign_cells", "sort/update_next",
                                        "sort/scatter_heads", "dpd/force_move"};
  EXPECT_EQ(passesOf(device, sorting, 20), ofListing);
}

TEST(MethodTest, In2007_NeedsThePaperEngineAndItsSettings) {
  const Fluid fluid = test::plainFluid(glm::dvec3(5.0));
  const auto errorOf = [&](texel::Engine engine, const StepSettings& settings) -> std::string {
    const texel::Device device = test::makeDevice(engine);
    try {
      const Simulation simulation(device, fluid, settings, test::randomState(fluid, 30));
      return {};
    } catch (const InputError& error) {
      return error.what();
    }
  };
  EXPECT_EQ(errorOf(texel::Engine::Paper, paper()), "");
  StepSettings other = paper();
  other.reorderEvery = 5;
  EXPECT_TRUE(test::names(errorOf(texel::Engine::Paper, other), {"method", "2007", "settings"}));
  EXPECT_TRUE(test::names(
      errorOf(texel::Engine::Paper,
              {.sort = {.algorithm = sort::Algorithm::Bitonic}, .traversal = Traversal::Lists}),
      {"search.traversal", "lists", "bitonic"}));
  if (std::ranges::count(test::testedEngines(), texel::Engine::Fast) == 0) return;
  EXPECT_TRUE(
      test::names(errorOf(texel::Engine::Fast, paper()), {"method", "2007", "paper", "fast"}));
}

}  // namespace
}  // namespace gpubuck::dpd
