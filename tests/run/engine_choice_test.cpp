// The rule by which an engine is chosen. This executable has no OpenGL context, which proves that
// the choice needs no context and makes no step.
#include "run/live_fluid.h"

#include <gtest/gtest.h>

#include "dpd/steps/buffer_step.h"

namespace gpubuck::run {
namespace {

using texel::Engine;

constexpr std::int64_t kMebi = 1 << 20;

gl::Capabilities context(gl::Profile profile, int major, int minor) {
  gl::Capabilities capabilities;
  capabilities.profile = profile;
  capabilities.major = major;
  capabilities.minor = minor;
  return capabilities;
}

gl::Capabilities core(int major, int minor) { return context(gl::Profile::Core, major, minor); }

/// Returns the limits of Mesa's llvmpipe. `software` decides whether shaders are made for a
/// software renderer or for a GPU.
texel::ComputeLimits limits(bool software = false, std::int64_t bufferBytes = 128 * kMebi,
                            int storageBlocks = 16) {
  return {.groupSize = 1024,
          .sharedBytes = 32768,
          .storageBlocks = storageBlocks,
          .bufferBytes = bufferBytes,
          .bufferTexels = 128 * kMebi,
          .software = software};
}

scenario::Scenario boxOf(const glm::dvec3& size, int dimensions = 3) {
  scenario::Scenario scenario;
  scenario.fluid.box.size = size;
  scenario.fluid.box.dimensions = dimensions;
  return scenario;
}

scenario::Scenario cube(double side) { return boxOf(glm::dvec3(side)); }

struct Case {
  const char* name;
  gl::Capabilities capabilities;
  texel::ComputeLimits limits;
  scenario::Scenario scenario;
  std::int64_t particles;
  Engine engine;
};

TEST(EngineChoice, FollowsTheContextAndTheFluid) {
  const texel::ComputeLimits none{};
  // A buffer of 128 MiB has room for 2,796,202 particles of 12 numbers.
  const std::int64_t most = 128 * kMebi / 48;
  scenario::Scenario bucket = cube(100.0);
  bucket.step.sort.algorithm = sort::Algorithm::Bucket;
  scenario::Scenario paper = cube(10.0);
  paper.step = dpd::withMethod(paper.step, dpd::StepMethod::Year2007);
  scenario::Scenario slab = boxOf({3.5, 20.0, 20.0});  // too few cells along x for lists
  const Case cases[]{
      {"OpenGL 3.3", core(3, 3), none, cube(10.0), 3'000, Engine::Paper},
      {"OpenGL 4.2", core(4, 2), none, cube(10.0), 3'000, Engine::Paper},
      {"OpenGL ES 3.0", context(gl::Profile::Es3, 3, 0), none, cube(10.0), 3'000, Engine::Paper},
      {"OpenGL ES 3.2", context(gl::Profile::Es3, 3, 2), none, cube(10.0), 3'000, Engine::Paper},
      {"OpenGL 4.3", core(4, 3), limits(), cube(10.0), 3'000, Engine::Fast},
      {"OpenGL 4.6", core(4, 6), limits(), cube(10.0), 3'000, Engine::Fast},
      {"software", core(4, 5), limits(true), cube(10.0), 3'000, Engine::Fast},
      {"the method of 2007", core(4, 5), limits(), paper, 3'000, Engine::Paper},
      {"one particle", core(4, 5), limits(true), cube(3.0), 1, Engine::Fast},
      {"software, two dimensions", core(4, 5), limits(true), boxOf({100.0, 100.0, 1.0}, 2), 40'000,
       Engine::Fast},
      {"software, no lists", core(4, 5), limits(true), slab, 4'200, Engine::Fast},
      {"software, too many for lists", core(4, 5), limits(true), cube(70.0), 1'000'000,
       Engine::Fast},
      {"most particles", core(4, 5), limits(), cube(100.0), most, Engine::Fast},
      {"one more", core(4, 5), limits(), cube(100.0), most + 1, Engine::Paper},
      {"one more in software", core(4, 5), limits(true), cube(100.0), most + 1, Engine::Paper},
      {"larger buffers", core(4, 5), limits(false, 2048 * kMebi), cube(100.0), most + 1,
       Engine::Fast},
      {"sorted by the bucket sort, which needs none", core(4, 5), limits(), bucket, most + 1,
       Engine::Fast},
      {"few particles in many cells", core(4, 3), limits(false, 16 * kMebi), cube(120.0), 100,
       Engine::Fast},
      {"and in more", core(4, 3), limits(false, 16 * kMebi), cube(130.0), 100, Engine::Paper},
      {"with lists there are fewer counters", core(4, 3), limits(true, 16 * kMebi), cube(130.0),
       100, Engine::Fast},
      {"8 buffers in a shader", core(4, 3), limits(false, 128 * kMebi, 8), cube(10.0), 3'000,
       Engine::Paper},
  };
  for (const Case& each : cases) {
    SCOPED_TRACE(each.name);
    for (int k = 0; k < 3; ++k) {
      const EngineChoice choice =
          chooseEngine(each.capabilities, each.limits, each.scenario, each.particles);
      EXPECT_EQ(choice.engine, each.engine);
      const bool is2007 = each.scenario.step.method == dpd::StepMethod::Year2007;
      EXPECT_EQ(choice.why.starts_with("fast "), each.engine == Engine::Paper && !is2007)
          << choice.why;
      EXPECT_EQ(choice.why.starts_with("the method of 2007 "), is2007) << choice.why;
    }
  }
}

TEST(EngineChoice, SaysWhy) {
  const auto why = [](const gl::Capabilities& capabilities, const texel::ComputeLimits& limits,
                      std::int64_t particles) {
    return chooseEngine(capabilities, limits, cube(100.0), particles).why;
  };
  EXPECT_EQ(why(core(4, 5), limits(), 3'000),
            "this context has OpenGL 4.5, and its buffers hold the fluid");
  EXPECT_EQ(why(core(3, 3), {}, 3'000), "fast needs OpenGL 4.3, this context has 3.3");
  EXPECT_EQ(why(core(4, 5), limits(), 3'000'000),
            "fast has no room for 3,000,000 particles in this driver's largest shader buffer");
}

TEST(EngineChoice, Checkpoint_KeepsItsEngineIfItRuns) {
  const auto choose = [](const gl::Capabilities& capabilities, const texel::ComputeLimits& limits,
                         std::int64_t particles, Engine soFar) {
    return chooseEngine(capabilities, limits, cube(100.0), particles, soFar).engine;
  };
  EXPECT_EQ(choose(core(4, 5), limits(), 3'000, Engine::Paper), Engine::Paper);
  EXPECT_EQ(choose(core(4, 5), limits(), 3'000, Engine::Fast), Engine::Fast);
  EXPECT_EQ(choose(core(3, 3), {}, 3'000, Engine::Fast), Engine::Paper);
  EXPECT_EQ(choose(core(4, 5), limits(), 3'000'000, Engine::Fast), Engine::Paper);
  EXPECT_EQ(chooseEngine(core(4, 5), limits(), cube(10.0), 3'000, Engine::Paper).why,
            "it made the earlier steps");
}

}  // namespace
}  // namespace gpubuck::run
