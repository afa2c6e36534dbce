// Arrays on textures: downloads equal uploads, and no other texel is changed.
#include "texel/array.h"

#include <limits>
#include <random>

#include "gl/debug.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

using test::expectSameTexels;
using test::makeDevice;
using test::messageOf;
using test::names;

// The sizes include W - 1, W, W + 1 and several rows of the test device, with W = 64.
constexpr std::int64_t kSizes[] = {0, 1, 63, 64, 65, 128, 300};

std::vector<IdTexel> someIds(std::int64_t count) {
  const IdTexel edges[] = {0u, 255u, 256u, 65'535u, 65'536u, 16'777'214u, 0xFFFFFFu, 0xFF000000u};
  std::vector<IdTexel> ids(static_cast<std::size_t>(count));
  std::mt19937 random(1);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    ids[i] = i < std::size(edges) ? edges[i] : static_cast<IdTexel>(random());
  }
  return ids;
}

std::vector<glm::vec4> someVectors(std::int64_t count) {
  using Limits = std::numeric_limits<float>;
  std::vector<glm::vec4> vectors(static_cast<std::size_t>(count));
  std::mt19937 random(2);
  std::normal_distribution<float> normal;
  for (glm::vec4& v : vectors) v = {normal(random), normal(random), normal(random), normal(random)};
  if (count > 1) vectors[1] = {-0.0f, Limits::max(), -Limits::infinity(), Limits::min()};
  return vectors;
}

std::vector<glm::uvec4> someUints(std::int64_t count) {
  std::vector<glm::uvec4> vectors(static_cast<std::size_t>(count));
  std::mt19937 random(3);
  for (glm::uvec4& v : vectors) v = {random(), random(), 0xFFFFFFFFu, random()};
  return vectors;
}

class ArrayTest : public test::GpuTest {
 protected:
  Device device_ = makeDevice(Engine::Paper);
};

TEST_F(ArrayTest, Ids_SurviveARoundTrip) {
  for (const std::int64_t count : kSizes) {
    expectSameTexels(someIds(count), IdArray(device_, "ids", someIds(count)).download());
  }
}

TEST_F(ArrayTest, Floats_SurviveARoundTrip) {
  for (const std::int64_t count : kSizes) {
    expectSameTexels(someVectors(count),
                     Vec4Array(device_, "floats", someVectors(count)).download());
  }
}

TEST_F(ArrayTest, Uints_SurviveARoundTrip) {
  for (const std::int64_t count : kSizes) {
    expectSameTexels(someUints(count), UInt4Array(device_, "uints", someUints(count)).download());
  }
}

TEST_F(ArrayTest, MillionIdsInDefaultRows_SurviveARoundTrip) {
  const Device device = makeDevice(Engine::Paper, 0);
  std::vector<IdTexel> ids(1'000'000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<IdTexel>(i) | 0xFF000000u;
  expectSameTexels(ids, IdArray(device, "ids", ids).download(), device.textureWidth());
}

TEST_F(ArrayTest, Upload_KeepsThePadding) {
  for (const std::int64_t count : {1, 63, 65, 300}) {
    IdArray ids(device_, "ids", count);
    test::fillWithSentinel(ids);
    ids.upload(someIds(count));
    test::expectSentinelFrom(ids, count);
    Vec4Array floats(device_, "floats", count);
    test::fillWithSentinel(floats);
    floats.upload(someVectors(count));
    test::expectSentinelFrom(floats, count);
    UInt4Array uints(device_, "uints", count);
    test::fillWithSentinel(uints);
    uints.upload(someUints(count));
    test::expectSentinelFrom(uints, count);
  }
}

TEST_F(ArrayTest, Fill_SetsEveryTexel) {
  IdArray ids(device_, "ids", 100);
  ids.fill(0x0102FE80u);
  expectSameTexels(std::vector<IdTexel>(128, 0x0102FE80u), ids.download(true));
  Vec4Array floats(device_, "floats", 100);
  floats.fill(glm::vec4(0.1f, -2.0f, 3e30f, 0.0f));
  expectSameTexels(std::vector<glm::vec4>(128, {0.1f, -2.0f, 3e30f, 0.0f}), floats.download(true));
  UInt4Array uints(device_, "uints", 100);
  uints.fill(glm::uvec4(1u, 0xFFFFFFFFu, 0u, 70'000u));
  expectSameTexels(std::vector<glm::uvec4>(128, {1u, 0xFFFFFFFFu, 0u, 70'000u}),
                   uints.download(true));
}

TEST_F(ArrayTest, Copy_HasAllRowsInOrder) {
  IdArray array(device_, "ids", 150);
  test::fillWithSentinel(array);
  array.upload(someIds(150));
  const std::size_t texels = 3 * 64;
  const gl::Buffer buffer("copy", texels * sizeof(IdTexel), nullptr, GL_STREAM_COPY);
  array.copyTo(buffer);
  auto copied = test::readBuffer<IdTexel>(buffer, texels);
  expectSameTexels(array.download(true), copied);
  copied.resize(150);
  expectSameTexels(someIds(150), copied);
}

TEST_F(ArrayTest, FirstElement_CanBeReadAlone) {
  const auto expectFirst = [](const auto& expected, const auto& array) {
    expectSameTexels(std::vector{expected}, std::vector{array.first()});
  };
  const IdTexel id = 0xFE010203u;
  expectFirst(id, IdArray(device_, "ids", std::vector<IdTexel>{id, 7u}));
  expectFirst(someVectors(100)[0], Vec4Array(device_, "floats", someVectors(100)));
  expectFirst(someUints(100)[0], UInt4Array(device_, "uints", someUints(100)));
  EXPECT_TRUE(names(messageOf<RunError>([&] { UInt4Array(device_, "array", 0).first(); }),
                    {"array", "0 elements", "1"}));
}

TEST_F(ArrayTest, AnyElement_CanBeReadAlone) {
  const auto expectEach = [](const auto& expected, const auto& array) {
    for (const std::size_t i : {0u, 1u, 63u, 64u, 130u, 149u}) {
      expectSameTexels(std::vector{expected[i]}, std::vector{array.at(std::int64_t(i))});
    }
  };
  const IdArray ids(device_, "ids", someIds(150));
  expectEach(someIds(150), ids);
  expectEach(someVectors(150), Vec4Array(device_, "floats", someVectors(150)));
  expectEach(someUints(150), UInt4Array(device_, "uints", someUints(150)));
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { ids.at(150); }), {"ids", "150 elements", "element 150"}));
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { ids.at(-1); }), {"ids", "150 elements", "element -1"}));
}

TEST_F(ArrayTest, FirstElements_CanBeReadAlone) {
  const IdArray array(device_, "ids", someIds(150));
  for (const std::size_t number : {0, 1, 63, 64, 65, 150}) {
    std::vector<IdTexel> expected = someIds(150);
    expected.resize(number);
    expectSameTexels(expected, array.front(static_cast<std::int64_t>(number)));
  }
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { array.front(151); }), {"ids", "150 elements", "151"}));
}

TEST_F(ArrayTest, MovedArray_KeepsItsContents) {
  IdArray first(device_, "ids", someIds(100));
  IdArray second(device_, "others", 100);
  second.fill(0u);
  std::swap(first, second);
  first.fill(0xFFFFFFFFu);
  EXPECT_EQ(second.label(), "ids");
  expectSameTexels(someIds(100), second.download());
  expectSameTexels(std::vector<IdTexel>(100, 0xFFFFFFFFu), first.download());
}

TEST_F(ArrayTest, TooManyElements_IsInputErrorNamingTheArray) {
  EXPECT_TRUE(names(messageOf<InputError>([&] { IdArray(device_, "heads", 16'777'216); }),
                    {"heads", "16777216", "16777215", "24-bit"}));
}

TEST_F(ArrayTest, UploadOfAnotherSize_IsAnError) {
  IdArray ids(device_, "ids", 100);
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { ids.upload(someIds(99)); }), {"ids", "100 elements", "99"}));
  EXPECT_TRUE(names(messageOf<RunError>([&] { ids.upload(someIds(101)); }),
                    {"ids", "100 elements", "101"}));
}

}  // namespace
}  // namespace gpubuck::texel
