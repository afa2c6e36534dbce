// The algorithm that the settings choose, and the settings that are refused.
#include <limits>

#include "base/error.h"
#include "sort/sort_fixture.h"
#include "support/errors.h"
#include "support/sorts.h"

namespace gpubuck::sort {
namespace {

class SettingsTest : public test::EngineTest {
 protected:
  /// Returns the message of the error of type E that makeSort() throws. Fails if makeSort() throws
  /// no such error.
  template <typename E>
  std::string errorOf(const Settings& settings, std::int64_t elements = 10,
                      std::int64_t buckets = 10) {
    return test::messageOf<E>([&] { makeSort(device_, settings, elements, buckets); });
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Engines, SettingsTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(SettingsTest, OutOfRange_IsInputError) {
  EXPECT_TRUE(test::names(errorOf<InputError>({.subBuffers = 0}), {"sub-buffers", "0", "1"}));
  EXPECT_TRUE(test::names(errorOf<InputError>({.subBuffers = -3}), {"sub-buffers", "-3", "1"}));
  EXPECT_TRUE(
      test::names(errorOf<InputError>({.threshold = -0.5}), {"threshold", "-0.5", "0", "1"}));
  EXPECT_TRUE(test::names(errorOf<InputError>({.threshold = 1.5}), {"threshold", "1.5", "0", "1"}));
  EXPECT_TRUE(test::names(errorOf<InputError>({.threshold = std::nan("")}),
                          {"threshold", "nan", "0", "1"}));
}

TEST_P(SettingsTest, MoreThanIds_IsInputError) {
  const Settings bucket{.algorithm = Algorithm::Bucket};
  EXPECT_NE(errorOf<InputError>(bucket, kMaxCount + 1, 10).find("16777216 is more than"),
            std::string::npos);
  EXPECT_NE(errorOf<InputError>(bucket, 10, kMaxCount + 1).find("16777216 is more than"),
            std::string::npos);
  EXPECT_THROW(BucketLists(device_, kMaxCount + 1, 10), InputError);
  EXPECT_THROW(BucketLists(device_, 10, kMaxCount + 1), InputError);
}

TEST_P(SettingsTest, Auto_FollowsTheEngine) {
  EXPECT_EQ(resolve(Algorithm::Auto, texel::Engine::Paper), Algorithm::Bucket);
  EXPECT_EQ(resolve(Algorithm::Auto, texel::Engine::Fast), Algorithm::Atomic);
  for (const texel::Engine engine : {texel::Engine::Paper, texel::Engine::Fast}) {
    for (const Algorithm algorithm : test::sortsOf(texel::Engine::Fast)) {
      EXPECT_EQ(resolve(algorithm, engine), algorithm);
      EXPECT_EQ(resolve(algorithm, engine, ResultKind::Ranges), algorithm);
    }
  }
  const auto made = makeSort(device_, {}, 5, 2);
  EXPECT_EQ(made->statistics() == nullptr, GetParam() == texel::Engine::Fast);
  EXPECT_NE(made->lists(), nullptr);
}

TEST(WhyNot, Compute_NeedsOpenGl43AndDrawingDoesNot) {
  gl::Capabilities old;
  old.major = 4;
  old.minor = 2;
  gl::Capabilities able = old;
  able.minor = 3;
  for (const AlgorithmInfo& info : algorithms()) {
    EXPECT_EQ(whyNot(info.algorithm, old),
              info.needs == texel::Engine::Fast ? "needs OpenGL 4.3, this context has 4.2" : "");
    EXPECT_EQ(whyNot(info.algorithm, able), "");
  }
}

// The test takes the first branch on OpenGL 3.3 and OpenGL ES, and the second branch on other
// contexts.
TEST_P(SettingsTest, Compute_InOlderContext_IsRefused) {
  for (const AlgorithmInfo& info : algorithms()) {
    if (info.needs != texel::Engine::Fast) continue;
    const Settings settings{.algorithm = info.algorithm};
    if (!device_.capabilities().isCore(4, 3)) {
      EXPECT_EQ(errorOf<RunError>(settings),
                std::string("sort algorithm ") + info.name + ": " +
                    texel::whyNot(texel::Engine::Fast, device_.capabilities()));
    } else {
      EXPECT_NE(makeSort(device_, settings, 3, 2), nullptr);
    }
  }
}

}  // namespace
}  // namespace gpubuck::sort
