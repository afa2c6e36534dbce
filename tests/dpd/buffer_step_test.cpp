// The limits that are predicted for the fast engine's steps are the real limits.
#include "dpd/steps/buffer_step.h"

#include "dpd/fluids.h"
#include "dpd/simulation.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::dpd {
namespace {

class FastBufferStepTest : public test::GpuTest {
 protected:
  static texel::Device makeDevice(bool software) {
    return texel::Device({.engine = texel::Engine::Fast,
                          .textureWidth = test::kTestTextureWidth,
                          .software = software});
  }

  /// More buffer names than the tests of this executable use at a time.
  static constexpr GLuint kNames = 20'000;

  static std::vector<bool> buffersThatAreThere() {
    std::vector<bool> there(kNames);
    for (GLuint name = 1; name < kNames; ++name) there[name] = glIsBuffer(name) != GL_FALSE;
    return there;
  }

  /// Returns the size in bytes of the largest buffer created since `before` was taken.
  static std::int64_t largestBuffer(const std::vector<bool>& before) {
    const std::vector<bool> now = buffersThatAreThere();
    GLint64 largest = 0;
    for (GLuint name = 1; name < kNames; ++name) {
      if (!now[name] || before[name]) continue;
      GLint64 bytes = 0;
      glBindBuffer(GL_COPY_READ_BUFFER, name);
      glGetBufferParameteri64v(GL_COPY_READ_BUFFER, GL_BUFFER_SIZE, &bytes);
      largest = std::max(largest, bytes);
    }
    glBindBuffer(GL_COPY_READ_BUFFER, 0);
    return largest;
  }
};

TEST_F(FastBufferStepTest, LargestBuffer_IsComparedWithTheLimits) {
  struct Case {
    glm::dvec3 size;
    std::size_t particles;
  };
  const texel::Device device = makeDevice(false);
  for (const auto& [size, particles] :
       {Case{{4.0, 4.0, 4.0}, 2000}, Case{{40.0, 30.0, 20.0}, 50}}) {
    SCOPED_TRACE(particles);
    const Fluid fluid = test::plainFluid(size);
    const std::vector<bool> before = buffersThatAreThere();
    Simulation simulation(device, fluid, {}, test::randomState(fluid, particles));
    simulation.step();
    simulation.measure();
    texel::ComputeLimits limits = device.computeLimits("test");
    limits.bufferBytes = largestBuffer(before);
    ASSERT_GT(limits.bufferBytes, 0);
    EXPECT_EQ(whyNoBufferStep(limits, simulation.grid(), simulation.count()), "");
    limits.bufferBytes -= 4;
    EXPECT_NE(whyNoBufferStep(limits, simulation.grid(), simulation.count()), "");
  }
}

TEST_F(FastBufferStepTest, Lists_FitWhereverTheyAreAccepted) {
  const texel::Device device = makeDevice(true);
  const Fluid fluid = test::plainFluid({20.0, 20.0, 20.0});
  const std::vector<bool> before = buffersThatAreThere();
  Simulation simulation(device, fluid, {}, test::randomState(fluid, 3000));
  simulation.step();
  simulation.measure();
  texel::ComputeLimits limits = device.computeLimits("test");
  limits.bufferBytes = largestBuffer(before);
  EXPECT_EQ(whyNoBufferStep(limits, simulation.grid(), simulation.count()), "");
}

TEST_F(FastBufferStepTest, ShaderBuffers_MatchTheCheckedLimits) {
  const Fluid fluid = test::plainFluid({5.0, 5.0, 5.0});
  GLint most = 0;
  for (const bool software : {false, true}) {
    const texel::Device device = makeDevice(software);
    const Simulation simulation(device, fluid, {}, test::randomState(fluid, 300));
    for (GLuint name = 1; name < kNames; ++name) {
      if (glIsProgram(name) == GL_FALSE) continue;
      GLint blocks = 0;
      glGetProgramInterfaceiv(name, GL_SHADER_STORAGE_BLOCK, GL_ACTIVE_RESOURCES, &blocks);
      most = std::max(most, blocks);
    }
  }
  const texel::Device device = makeDevice(false);
  texel::ComputeLimits limits = device.computeLimits("test");
  limits.storageBlocks = most;
  const cells::CellGrid grid = cells::makeCellGrid(fluid.box, 1.0);
  EXPECT_EQ(whyNoBufferStep(limits, grid, 300), "");
  --limits.storageBlocks;
  EXPECT_TRUE(test::names(whyNoBufferStep(limits, grid, 300), {"9 buffers", "8"}));
}

}  // namespace
}  // namespace gpubuck::dpd
