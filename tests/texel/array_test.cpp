// Arrays on textures: what goes in comes out, and nothing else is touched.
#include "texel/array.h"

#include <limits>
#include <random>

#include "gl/debug.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

using test::contains;
using test::expectSameTexels;
using test::makeDevice;
using test::messageOf;

// W - 1, W, W + 1 and several rows of the test device, W = 64.
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

TEST_F(ArrayTest, IdsComeBack) {
  for (const std::int64_t count : kSizes) {
    Array array(device_, "ids", Format::Id, count);
    array.upload(someIds(count));
    expectSameTexels(someIds(count), array.downloadIds());
  }
}

TEST_F(ArrayTest, FloatsComeBack) {
  for (const std::int64_t count : kSizes) {
    Array array(device_, "floats", Format::Vec4, count);
    array.upload(someVectors(count));
    expectSameTexels(someVectors(count), array.downloadVec4());
  }
}

TEST_F(ArrayTest, UintsComeBack) {
  for (const std::int64_t count : kSizes) {
    Array array(device_, "uints", Format::UInt4, count);
    array.upload(someUints(count));
    expectSameTexels(someUints(count), array.downloadUInt4());
  }
}

TEST_F(ArrayTest, AMillionIdsComeBackFromRowsOfTheDefaultWidth) {
  const Device device = makeDevice(Engine::Paper, 0);
  Array array(device, "ids", Format::Id, 1'000'000);
  std::vector<IdTexel> ids(1'000'000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<IdTexel>(i) | 0xFF000000u;
  array.upload(ids);
  expectSameTexels(ids, array.downloadIds(), device.textureWidth());
}

TEST_F(ArrayTest, AnUploadLeavesThePaddingAlone) {
  for (const std::int64_t count : {1, 63, 65, 300}) {
    Array ids(device_, "ids", Format::Id, count);
    test::fillWithSentinel(ids);
    ids.upload(someIds(count));
    test::expectSentinelFrom(ids, count);
    Array floats(device_, "floats", Format::Vec4, count);
    test::fillWithSentinel(floats);
    floats.upload(someVectors(count));
    test::expectSentinelFrom(floats, count);
    Array uints(device_, "uints", Format::UInt4, count);
    test::fillWithSentinel(uints);
    uints.upload(someUints(count));
    test::expectSentinelFrom(uints, count);
  }
}

TEST_F(ArrayTest, AFillSetsEveryTexel) {
  Array ids(device_, "ids", Format::Id, 100);
  ids.fill(glm::vec4(1.0f, 1.0f, 1.0f, 0.0f));
  expectSameTexels(std::vector<IdTexel>(128, 0x00FFFFFFu), ids.downloadIds(true));
  Array floats(device_, "floats", Format::Vec4, 100);
  floats.fill(glm::vec4(0.1f, -2.0f, 3e30f, 0.0f));
  expectSameTexels(std::vector<glm::vec4>(128, {0.1f, -2.0f, 3e30f, 0.0f}),
                   floats.downloadVec4(true));
  Array uints(device_, "uints", Format::UInt4, 100);
  uints.fill(glm::uvec4(1u, 0xFFFFFFFFu, 0u, 70'000u));
  expectSameTexels(std::vector<glm::uvec4>(128, {1u, 0xFFFFFFFFu, 0u, 70'000u}),
                   uints.downloadUInt4(true));
}

TEST_F(ArrayTest, ACopyHasAllRowsInOrder) {
  Array array(device_, "ids", Format::Id, 150);
  test::fillWithSentinel(array);
  array.upload(someIds(150));
  const std::size_t texels = 3 * 64;
  const gl::Buffer buffer("copy", texels * sizeof(IdTexel), nullptr, GL_STREAM_COPY);
  array.copyTo(buffer);
  std::vector<IdTexel> copied(texels);
  glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
  glGetBufferSubData(GL_COPY_READ_BUFFER, 0,
                     static_cast<GLsizeiptr>(copied.size() * sizeof(IdTexel)), copied.data());
  expectSameTexels(array.downloadIds(true), copied);
  copied.resize(150);
  expectSameTexels(someIds(150), copied);
}

TEST_F(ArrayTest, TheFirstElementIsReadAlone) {
  Array array(device_, "uints", Format::UInt4, 100);
  array.upload(someUints(100));
  expectSameTexels(std::vector{someUints(100).front()}, std::vector{array.first()});
  EXPECT_TRUE(contains(
      messageOf<RunError>([&] { Array(device_, "empty", Format::UInt4, 0).first(); }), "empty: "));
  EXPECT_TRUE(contains(messageOf<RunError>([&] { Array(device_, "ids", Format::Id, 1).first(); }),
                       "ids: "));
}

TEST_F(ArrayTest, AnArrayMovesWithItsContents) {
  Array first(device_, "ids", Format::Id, 100);
  first.upload(someIds(100));
  Array second(device_, "others", Format::Id, 100);
  second.fill(glm::vec4(0.0f));
  std::swap(first, second);
  first.fill(glm::vec4(1.0f));
  EXPECT_EQ(second.label(), "ids");
  expectSameTexels(someIds(100), second.downloadIds());
  expectSameTexels(std::vector<IdTexel>(100, 0xFFFFFFFFu), first.downloadIds());
}

TEST_F(ArrayTest, TooManyElementsIsAnInputErrorThatNamesTheArray) {
  EXPECT_EQ(messageOf<InputError>([&] { Array(device_, "heads", Format::Id, 16'777'216); }),
            "heads: 16777216 is more than the 16777215 that 24-bit ids can name");
}

TEST_F(ArrayTest, AnotherNumberOrFormatIsAnError) {
  Array ids(device_, "ids", Format::Id, 100);
  Array floats(device_, "floats", Format::Vec4, 100);
  Array uints(device_, "uints", Format::UInt4, 100);
  const auto refused = [](const std::string& label, auto action) {
    EXPECT_EQ(messageOf<RunError>(action).rfind(label + ": ", 0), 0u);
  };
  refused("ids", [&] { ids.upload(someIds(99)); });
  refused("ids", [&] { ids.upload(someIds(101)); });
  refused("ids", [&] { ids.upload(someVectors(100)); });
  refused("floats", [&] { floats.upload(someUints(100)); });
  refused("uints", [&] { uints.upload(someIds(100)); });
  refused("ids", [&] { ids.downloadVec4(); });
  refused("floats", [&] { floats.downloadUInt4(); });
  refused("uints", [&] { uints.downloadIds(); });
  refused("uints", [&] { uints.fill(glm::vec4(0.0f)); });
  refused("ids", [&] { ids.fill(glm::uvec4(0u)); });
  refused("floats", [&] { floats.fill(glm::uvec4(0u)); });
}

}  // namespace
}  // namespace gpubuck::texel
