#include "gl/memory.h"

#include <gtest/gtest.h>

#include <utility>

#include "gl/objects.h"
#include "support/gpu_test.h"

namespace gpubuck {
namespace {

class Memory : public test::GpuTest {};

TEST_F(Memory, CountsTexturesAndBuffersWhileTheyExist) {
  const std::int64_t before = gl::allocatedBytes();
  {
    const gl::Texture ids("ids", GL_RGBA8, 5, 3);
    EXPECT_EQ(gl::allocatedBytes() - before, 5 * 3 * 4);
    const gl::Texture vectors("vectors", GL_RGBA32F, 2, 1);
    const gl::Buffer buffer("bytes", 100, nullptr, GL_STREAM_COPY);
    EXPECT_EQ(gl::allocatedBytes() - before, 5 * 3 * 4 + 2 * 16 + 100);
  }
  EXPECT_EQ(gl::allocatedBytes(), before);
}

TEST_F(Memory, FollowsAnObjectThatMoves) {
  const std::int64_t before = gl::allocatedBytes();
  {
    gl::Buffer first("first", 100, nullptr, GL_STREAM_COPY);
    gl::Buffer second("second", 10, nullptr, GL_STREAM_COPY);
    const gl::Buffer third(std::move(first));
    EXPECT_EQ(gl::allocatedBytes() - before, 110);
    second = gl::Buffer("larger", 1000, nullptr, GL_STREAM_COPY);
    EXPECT_EQ(gl::allocatedBytes() - before, 1100);
  }
  EXPECT_EQ(gl::allocatedBytes(), before);
}

}  // namespace
}  // namespace gpubuck
