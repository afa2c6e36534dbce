// Ownership of OpenGL objects, framebuffers and what the driver says about wrong use.
#include "gl/objects.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "gl/debug.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

using ObjectsTest = test::GpuTest;

TEST_F(ObjectsTest, ATextureDiesWithItsLastOwner) {
  GLuint id = 0;
  {
    Texture first("first", GL_RGBA8, 4, 2);
    id = first.id();
    const Texture second(std::move(first));
    EXPECT_EQ(first.id(), 0u);
    EXPECT_EQ(second.id(), id);
    EXPECT_TRUE(glIsTexture(id));
  }
  EXPECT_FALSE(glIsTexture(id));
}

}  // namespace
}  // namespace gpubuck::gl
