// The choice of a device, what the context says it is, and waiting for it.
#include "gl/context.h"

#include <array>

#include "gl/api.h"
#include "gl/objects.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

using test::contains;
using test::messageOf;

class ContextTest : public test::GpuTest {};

TEST_F(ContextTest, AGpuOutOfRangeIsAnInputErrorThatNamesIt) {
  const int beyond = static_cast<int>(listGpus().size());
  for (const int gpu : {beyond, beyond + 1000, -2}) {
    const std::string message =
        messageOf<InputError>([&] { Context::createHeadless({.gpu = gpu}); });
    EXPECT_TRUE(contains(message, "--gpu: " + std::to_string(gpu) + " "));
  }
}

TEST_F(ContextTest, CapabilitiesDescribeTheCurrentContext) {
  const Capabilities found = queryCapabilities();
  EXPECT_FALSE(found.vendor.empty());
  EXPECT_FALSE(found.renderer.empty());
  EXPECT_FALSE(found.shadingLanguage.empty());
  EXPECT_EQ(found.version.rfind(std::to_string(found.major) + "." + std::to_string(found.minor), 0),
            0u)
      << found.version;
  EXPECT_TRUE(found.atLeast(3, 3));
  EXPECT_GE(found.maxTextureSize, 1024);  // OpenGL 3.3 promises as much
  EXPECT_EQ(found.software, found.renderer.find("llvmpipe") != std::string::npos ||
                                found.renderer.find("softpipe") != std::string::npos);
}

TEST_F(ContextTest, ItIsACoreProfile) {
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_EQ(profile & GL_CONTEXT_CORE_PROFILE_BIT, GL_CONTEXT_CORE_PROFILE_BIT);
}

TEST(CapabilitiesTest, VersionsCompareMajorFirst) {
  Capabilities capabilities;
  capabilities.major = 4;
  capabilities.minor = 1;
  EXPECT_TRUE(capabilities.atLeast(3, 3));
  EXPECT_TRUE(capabilities.atLeast(4, 0));
  EXPECT_TRUE(capabilities.atLeast(4, 1));
  EXPECT_FALSE(capabilities.atLeast(4, 3));
  EXPECT_FALSE(capabilities.atLeast(5, 0));
}

class WaitTest : public test::GpuTest {};

TEST_F(WaitTest, AfterFinishWhatWasAskedForIsThere) {
  const Texture target("target", GL_RGBA8, 64, 64);
  Framebuffer framebuffer("target");
  const Query query(GL_SAMPLES_PASSED);
  query.begin();
  framebuffer.bind(std::array{&target});
  glClear(GL_COLOR_BUFFER_BIT);
  query.end();
  finish();
  EXPECT_TRUE(query.available());
}

TEST_F(WaitTest, SpinningEndsAtAYes) {
  int asked = 0;
  spin([&] { return ++asked == 3; }, std::chrono::hours(1));
  EXPECT_EQ(asked, 3);
}

TEST_F(WaitTest, SpinningEndsWithoutAYes) {
  int asked = 0;
  spin(
      [&] {
        ++asked;
        return false;
      },
      std::chrono::milliseconds(0));
  EXPECT_EQ(asked, 1);
}

TEST_F(WaitTest, PollingLeavesASoftwareRendererAlone) {
  int asked = 0;
  poll([&] { return ++asked > 0; });
  EXPECT_EQ(asked, isSoftware() ? 0 : 1);
}

}  // namespace
}  // namespace gpubuck::gl
