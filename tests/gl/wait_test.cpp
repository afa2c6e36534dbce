// Waiting for the GPU.
#include "gl/wait.h"

#include <array>

#include "gl/context.h"
#include "gl/objects.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

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
