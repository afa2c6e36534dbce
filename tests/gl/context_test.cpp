// The choice of a device, the reported properties of the context, and waiting for the GPU.
#include "gl/context.h"

#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <optional>

#include "gl/api.h"
#include "gl/current_context.h"
#include "gl/objects.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

using test::messageOf;
using test::names;

class ContextTest : public test::GpuTest {};

TEST_F(ContextTest, GpuOutOfRange_IsInputErrorWithItsNumber) {
  const int beyond = static_cast<int>(listGpus().size());
  for (const int gpu : {beyond, beyond + 1000, -2}) {
    const std::string message =
        messageOf<InputError>([&] { Context::createHeadless({.gpu = gpu}); });
    EXPECT_TRUE(names(message, {std::to_string(gpu)}));
  }
}

TEST_F(ContextTest, Capabilities_DescribeTheCurrentContext) {
  const Capabilities found = queryCapabilities();
  EXPECT_FALSE(found.vendor.empty());
  EXPECT_FALSE(found.renderer.empty());
  EXPECT_FALSE(found.shadingLanguage.empty());
  const bool isEs = found.profile == Profile::Es3;
  EXPECT_EQ(found.version.rfind(
                fmt::format("{}{}.{}", isEs ? "OpenGL ES " : "", found.major, found.minor), 0),
            0u)
      << found.version;
  EXPECT_EQ(found.isCore(3, 3), !isEs);
  EXPECT_EQ(found.profile, defaultProfile());
  EXPECT_GE(found.maxTextureSize, 1024);  // OpenGL 3.3 guarantees this size
  EXPECT_EQ(found.software, found.renderer.find("llvmpipe") != std::string::npos ||
                                found.renderer.find("softpipe") != std::string::npos);
}

TEST_F(ContextTest, OnDesktop_IsACoreProfile) {
  GLint profile = 0;
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_EQ(profile & GL_CONTEXT_CORE_PROFILE_BIT, GL_CONTEXT_CORE_PROFILE_BIT);
}

TEST(CapabilitiesTest, Versions_CompareMajorFirst) {
  Capabilities capabilities;
  capabilities.major = 4;
  capabilities.minor = 1;
  EXPECT_TRUE(capabilities.isCore(3, 3));
  EXPECT_TRUE(capabilities.isCore(4, 0));
  EXPECT_TRUE(capabilities.isCore(4, 1));
  EXPECT_FALSE(capabilities.isCore(4, 3));
  EXPECT_FALSE(capabilities.isCore(5, 0));
}

TEST(CapabilitiesTest, OpenGlEs_IsNoVersionOfDesktopOpenGl) {
  Capabilities capabilities;
  capabilities.profile = Profile::Es3;
  capabilities.major = 3;
  capabilities.minor = 2;
  EXPECT_FALSE(capabilities.isCore(3, 0));
}

/// Sets GPUBUCK_OPENGL during its lifetime.
class ProfileVariable {
 public:
  explicit ProfileVariable(const char* value) {
    if (const char* before = std::getenv("GPUBUCK_OPENGL")) before_ = before;
    ::setenv("GPUBUCK_OPENGL", value, 1);
  }
  ~ProfileVariable() {
    if (before_) ::setenv("GPUBUCK_OPENGL", before_->c_str(), 1);
    if (!before_) ::unsetenv("GPUBUCK_OPENGL");
  }
  ProfileVariable(const ProfileVariable&) = delete;
  ProfileVariable& operator=(const ProfileVariable&) = delete;

 private:
  std::optional<std::string> before_;
};

TEST(ProfileTest, Environment_ChoosesTheProfile) {
  EXPECT_EQ((ProfileVariable("es3"), defaultProfile()), Profile::Es3);
  EXPECT_EQ((ProfileVariable("core"), defaultProfile()), Profile::Core);
  const ProfileVariable other("es2");
  EXPECT_TRUE(names(messageOf<InputError>([] { defaultProfile(); }),
                    {"GPUBUCK_OPENGL", "es2", "core", "es3"}));
}

// Both contexts use the driver of the tests.
TEST_F(ContextTest, EitherProfile_CanBeCreated) {
  const ContextRestorer restorer;
  for (const Profile profile : {Profile::Core, Profile::Es3}) {
    const auto context = Context::createHeadless({.profile = profile});
    EXPECT_EQ(queryCapabilities().profile, profile);
    EXPECT_EQ(features().profile, profile);
    EXPECT_EQ(features().sampleCounts, profile == Profile::Core);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
  }
}

class WaitTest : public test::GpuTest {};

TEST_F(WaitTest, Finish_CompletesTheQuery) {
  if (!isSoftware()) GTEST_SKIP() << "a driver of a GPU may tell of a query later than of a fence";
  const Texture target("target", GL_RGBA8, 64, 64);
  Framebuffer framebuffer("target");
  const Query query = test::makeSampleQuery();
  query.begin();
  framebuffer.bind(std::array{&target});
  glClear(GL_COLOR_BUFFER_BIT);
  query.end();
  finish();
  EXPECT_TRUE(query.available());
}

TEST_F(WaitTest, Spinning_EndsWhenTheConditionHolds) {
  int asked = 0;
  spin([&] { return ++asked == 3; }, std::chrono::hours(1));
  EXPECT_EQ(asked, 3);
}

TEST_F(WaitTest, Spinning_EndsAtItsTimeLimit) {
  int asked = 0;
  spin(
      [&] {
        ++asked;
        return false;
      },
      std::chrono::milliseconds(0));
  EXPECT_EQ(asked, 1);
}

TEST_F(WaitTest, SoftwareRenderer_IsNotPolled) {
  int asked = 0;
  poll([&] { return ++asked > 0; });
  EXPECT_EQ(asked, isSoftware() ? 0 : 1);
}

}  // namespace
}  // namespace gpubuck::gl
