// The expectations of tests/support/gpu_test.h fail when they should, and name the place.
#include <gtest/gtest-spi.h>

#include "gl/api.h"
#include "support/gpu_test.h"

namespace gpubuck::test {
namespace {

class GpuTestSupportTest : public GpuTest {
 protected:
  texel::Device device_ = makeDevice(texel::Engine::Paper);
};

TEST_F(GpuTestSupportTest, DifferingTexels_AreShownWithTheirIndex) {
  std::vector<texel::IdTexel> expected(100, 7u);
  std::vector<texel::IdTexel> actual = expected;
  expectSameTexels(expected, actual);
  actual[66] = 0xFF000100u;
  expected[67] = 0x00FFFFFFu;
  EXPECT_NONFATAL_FAILURE(
      expectSameTexels(expected, actual),
      "2 of 100 texels differ:\n"
      "  element 66 (column 2, row 1): expected id 7 flag 0, is id 256 flag 255\n"
      "  element 67 (column 3, row 1): expected id NULL flag 0, is id 7 flag 0\n");
  actual.pop_back();
  EXPECT_NONFATAL_FAILURE(expectSameTexels(expected, actual), "expected 100 texels, there are 99");
}

TEST_F(GpuTestSupportTest, Floats_AreComparedByBits) {
  const std::vector<glm::vec4> zero{glm::vec4(0.0f)};
  const std::vector<glm::vec4> negative{glm::vec4(0.0f, -0.0f, 0.0f, 0.0f)};
  EXPECT_NONFATAL_FAILURE(expectSameTexels(zero, negative),
                          "is (0, -0, 0, 0) = (00000000 80000000 00000000 00000000)");
}

TEST_F(GpuTestSupportTest, OverwrittenSentinel_IsDetected) {
  texel::IdArray ids(device_, "ids", 60);
  fillWithSentinel(ids);
  expectSentinelFrom(ids, 0);
  ids.upload(std::vector<texel::IdTexel>(60, 1u));
  expectSentinelFrom(ids, 60);
  EXPECT_NONFATAL_FAILURE(expectSentinelFrom(ids, 59), "element 59 (column 59, row 0)");
  texel::Vec4Array floats(device_, "floats", 64);
  floats.fill(glm::vec4(1.0f));
  EXPECT_NONFATAL_FAILURE(expectSentinelFrom(floats, 63), "element 63");
  texel::UInt4Array uints(device_, "uints", 64);
  uints.fill(glm::uvec4(1u));
  EXPECT_NONFATAL_FAILURE(expectSentinelFrom(uints, 0), "64 of 64 texels differ");
}

TEST_F(GpuTestSupportTest, SentinelThatChecksNothing_Fails) {
  texel::IdArray full(device_, "full", 64);
  fillWithSentinel(full);
  EXPECT_NONFATAL_FAILURE(expectSentinelFrom(full, 64), "the sentinel checks nothing");
}

class FillingTest : public FilledTest {};
INSTANTIATE_TEST_SUITE_P(Fillings, FillingTest, ::testing::ValuesIn(testedFillings()), fillingName);

TEST_P(FillingTest, Sentinels_AreThoseOfTheTest) {
  const texel::Device device = makeDevice(GetParam());
  texel::IdArray ids(device, "ids", 60);
  fillWithSentinel(ids);
  expectSentinelFrom(ids, 0);
  const bool isElement = texel::decodeId(ids.download().front()) < 60;
  EXPECT_EQ(isElement, GetParam().filling == Filling::Plausible);
}

TEST_F(GpuTestSupportTest, DriverError_FailsTheTest) {
  glEnable(GL_RED);  // not a capability: causes the driver's message and GL_INVALID_ENUM
  ::testing::TestPartResultArray failures;
  {
    const ::testing::ScopedFakeTestPartResultReporter reporter(
        ::testing::ScopedFakeTestPartResultReporter::INTERCEPT_ONLY_CURRENT_THREAD, &failures);
    TearDown();
  }
  ASSERT_GT(failures.size(), 0);
  EXPECT_NE(std::string(failures.GetTestPartResult(failures.size() - 1).message())
                .find("the driver reports: GL_INVALID_ENUM"),
            std::string::npos);
}

}  // namespace
}  // namespace gpubuck::test
