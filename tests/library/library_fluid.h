// The fluid that tests of the library run, on each engine.
#pragma once

#include "gpubuck/fluid.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck {

// There are two species, so that ids and species must stay together. The paper's sort makes the
// same lists in every run, so that the sums of forces are the same bit for bit. The particles are
// often reordered.
inline constexpr const char* kScenario = R"(
box.size = [4, 3.5, 5]
box.boundary = ["periodic", "reflecting", "periodic"]
fluid.gravity = [0, -0.1, 0]
sort = {algorithm = "bucket", reorder_every = 4}
species = [{name = "light", fraction = 0.75}, {name = "heavy", mass = 2.0, fraction = 0.25}]
pair = [
  {species = ["light", "light"], a = 25.0, gamma = 4.5},
  {species = ["light", "heavy"], a = 30.0, gamma = 4.5},
  {species = ["heavy", "heavy"], a = 25.0, gamma = 4.5},
]
)";
inline constexpr int kSteps = 10;

class LibraryFluidTest : public test::EngineTest {
 protected:
  LibraryFluidTest()
      : context_(Context::headless(
            {.engine = GetParam() == texel::Engine::Fast ? Engine::Fast : Engine::Paper})) {}

  Context context_;
};

}  // namespace gpubuck
