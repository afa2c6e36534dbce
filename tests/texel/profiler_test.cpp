// Times of passes by timer queries.
#include "texel/profiler.h"

#include "gl/context.h"
#include "support/gpu_test.h"
#include "texel/array.h"

namespace gpubuck::texel {
namespace {

class ProfilerTest : public test::GpuTest {
 protected:
  // On llvmpipe, queries before the first draw have a result that the profiler ignores. The
  // constructor therefore draws.
  ProfilerTest() {
    array_.fill(glm::vec4(1.0f));
    gl::finish();
  }

  void pass(const std::string& name) {
    const Profiler::Scope scope(profiler_, name);
    array_.fill(glm::vec4(0.0f));
  }

  Device device_ = test::makeDevice(Engine::Paper);
  Vec4Array array_{device_, "values", 100'000};
  Profiler profiler_;
};

TEST_F(ProfilerTest, IsOffAtFirst) {
  pass("a");
  EXPECT_TRUE(profiler_.times().empty());
}

TEST_F(ProfilerTest, Passes_AreSummedInOrderOfFirstRun) {
  profiler_.enable(true);
  pass("b");
  pass("a");
  pass("b");
  pass("b");
  const std::vector<PassTime> times = profiler_.times();
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].name, "b");
  EXPECT_EQ(times[0].runs, 3);
  EXPECT_EQ(times[1].name, "a");
  EXPECT_EQ(times[1].runs, 1);
  EXPECT_GE(times[0].milliseconds, 0.0);
  EXPECT_EQ(profiler_.times()[0].runs, 3) << "asking again counts nothing twice";
}

// The driver decides when a time is available, but all times are available once the GPU is idle.
TEST_F(ProfilerTest, LatestTimes_CountEveryPassOnce) {
  profiler_.enable(true);
  std::int64_t before = 0;
  for (int k = 1; k <= 20; ++k) {
    pass("a");
    const std::vector<PassTime> soFar = profiler_.latest();
    ASSERT_EQ(soFar.size(), 1u);
    EXPECT_GE(soFar[0].runs, before);
    EXPECT_LE(soFar[0].runs, k);
    before = soFar[0].runs;
  }
  gl::finish();
  ASSERT_EQ(profiler_.latest().size(), 1u);
  EXPECT_EQ(profiler_.latest()[0].name, "a");
  EXPECT_EQ(profiler_.latest()[0].runs, 20);
  EXPECT_EQ(profiler_.latest()[0].milliseconds, profiler_.times()[0].milliseconds);
}

TEST_F(ProfilerTest, Reset_ForgetsEverything) {
  profiler_.enable(true);
  pass("a");
  pass("b");
  profiler_.reset();
  EXPECT_TRUE(profiler_.times().empty());
  pass("b");
  ASSERT_EQ(profiler_.times().size(), 1u);
  EXPECT_EQ(profiler_.times()[0].name, "b");
  EXPECT_EQ(profiler_.times()[0].runs, 1);
}

TEST_F(ProfilerTest, AwaitedPasses_CountAtOnce) {
  profiler_.enable(true);
  profiler_.waitForPasses(true);
  pass("a");
  pass("b");
  pass("a");
  const std::vector<PassTime> times = profiler_.latest();
  ASSERT_EQ(times.size(), 2u);
  EXPECT_EQ(times[0].name, "a");
  EXPECT_EQ(times[0].runs, 2);
  EXPECT_GT(times[0].milliseconds, 0.0);
  EXPECT_EQ(times[1].runs, 1);
  profiler_.waitForPasses(false);
  pass("b");
  EXPECT_EQ(profiler_.times()[1].runs, 2);
}

TEST_F(ProfilerTest, Off_CountsNothing) {
  profiler_.enable(true);
  pass("a");
  profiler_.enable(false);
  pass("a");
  ASSERT_EQ(profiler_.times().size(), 1u);
  EXPECT_EQ(profiler_.times()[0].runs, 1);
}

}  // namespace
}  // namespace gpubuck::texel
