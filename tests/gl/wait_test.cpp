// Waiting for the GPU.
#include "gl/wait.h"

#include <array>
#include <chrono>

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

TEST_F(WaitTest, PollingEndsAtAYesAndLeavesASoftwareRendererAlone) {
  int asked = 0;
  poll([&] { return ++asked == 3; });
  EXPECT_EQ(asked, isSoftware() ? 0 : 3);
}

TEST_F(WaitTest, PollingEndsWithoutAYes) {
  const auto start = std::chrono::steady_clock::now();
  poll([] { return false; });
  // 2 ms are meant; a busy machine may be away for long, but not for ever.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace gpubuck::gl
