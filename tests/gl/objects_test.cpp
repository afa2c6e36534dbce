// Ownership of OpenGL objects and of their memory, and framebuffers that follow their textures.
#include "gl/objects.h"

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "gl/context.h"
#include "gl/debug.h"
#include "gl/memory.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

using test::messageOf;
using test::names;

class ObjectsTest : public test::GpuTest {};

/// Moves objects that `make` returns, and expects that each object exists exactly until its last
/// owner is destroyed. `lives` is glIsTexture or a similar function. `make` must also bind the
/// object, since OpenGL creates it only then.
template <typename Make, typename Lives>
void expectOneOwner(Make make, Lives lives) {
  auto first = std::make_optional(make());
  const GLuint id = first->id();
  ASSERT_NE(id, 0u);
  ASSERT_TRUE(lives(id));
  auto second = std::make_optional(std::move(*first));
  EXPECT_EQ(first->id(), 0u);
  EXPECT_EQ(second->id(), id);
  first.reset();
  EXPECT_TRUE(lives(id));

  auto third = std::make_optional(make());
  const GLuint replaced = third->id();
  *third = std::move(*second);
  EXPECT_EQ(third->id(), id);
  second.reset();
  EXPECT_FALSE(lives(replaced));
  EXPECT_TRUE(lives(id));
  third.reset();
  EXPECT_FALSE(lives(id));
}

TEST_F(ObjectsTest, Texture_HasOneOwner) {
  expectOneOwner([] { return Texture("texture", GL_RGBA8, 4, 2); },
                 [](GLuint id) { return glIsTexture(id) == GL_TRUE; });
}

TEST_F(ObjectsTest, Buffer_HasOneOwner) {
  expectOneOwner([] { return Buffer("buffer", 16, nullptr, GL_STATIC_DRAW); },
                 [](GLuint id) { return glIsBuffer(id) == GL_TRUE; });
}

TEST_F(ObjectsTest, VertexArray_HasOneOwner) {
  expectOneOwner(
      [] {
        VertexArray made;
        glBindVertexArray(made.id());
        return made;
      },
      [](GLuint id) { return glIsVertexArray(id) == GL_TRUE; });
}

TEST_F(ObjectsTest, Framebuffer_HasOneOwner) {
  const Texture texture("texture", GL_RGBA8, 4, 2);
  expectOneOwner(
      [&] {
        Framebuffer made("framebuffer");
        made.bind(std::array{&texture});
        return made;
      },
      [](GLuint id) { return glIsFramebuffer(id) == GL_TRUE; });
}

TEST_F(ObjectsTest, OnDesktop_TextureKnowsItsShape) {
  const Texture texture("texture", GL_RGBA32UI, 8, 3);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  const auto ask = [](GLenum what) {
    GLint value = 0;
    glGetTexLevelParameteriv(GL_TEXTURE_2D, 0, what, &value);
    return value;
  };
  EXPECT_EQ(ask(GL_TEXTURE_WIDTH), texture.width());
  EXPECT_EQ(ask(GL_TEXTURE_HEIGHT), texture.height());
  EXPECT_EQ(ask(GL_TEXTURE_INTERNAL_FORMAT), static_cast<GLint>(texture.internalFormat()));
  EXPECT_EQ(texture.width(), 8);
  EXPECT_EQ(texture.height(), 3);
}

TEST_F(ObjectsTest, Buffer_HoldsItsData) {
  const std::array<GLuint, 4> data{1, 70'000, 0, 0xFFFFFFFFu};
  const Buffer buffer("buffer", sizeof data, data.data(), GL_STATIC_DRAW);
  EXPECT_EQ(test::readBuffer<GLuint>(buffer, 4), std::vector(data.begin(), data.end()));
}

std::vector<GLubyte> clearAndRead(Framebuffer& framebuffer, const Texture& texture, float red) {
  framebuffer.bind(std::array{&texture});
  const std::array<GLfloat, 4> colour{red, 0.0f, 0.0f, 1.0f};
  glClearBufferfv(GL_COLOR, 0, colour.data());
  return test::readBytes(texture);
}

TEST_F(ObjectsTest, Framebuffer_FollowsItsTextures) {
  Framebuffer framebuffer("framebuffer");
  const Texture first("first", GL_RGBA8, 1, 1);
  const Texture second("second", GL_RGBA8, 1, 1);
  EXPECT_EQ(clearAndRead(framebuffer, first, 1.0f)[0], 255);
  EXPECT_EQ(clearAndRead(framebuffer, second, 0.2f)[0], 51);
  EXPECT_EQ(clearAndRead(framebuffer, first, 0.4f)[0], 102);
}

// A driver may give a new texture the name of a deleted one (NVIDIA does, Mesa does not); a
// framebuffer that remembers names would continue to render to the deleted texture.
TEST_F(ObjectsTest, Framebuffer_DetectsReusedTextureNames) {
  Framebuffer framebuffer("framebuffer");
  Framebuffer other("other");
  const Texture bystander("bystander", GL_RGBA8, 1, 1);
  for (int round = 1; round <= 4; ++round) {
    const Texture texture("short-lived", GL_RGBA8, 1, 1);
    EXPECT_EQ(clearAndRead(framebuffer, texture, static_cast<float>(round) / 5.0f)[0], 51 * round);
    other.bind(std::array{&bystander});  // only a bound framebuffer drops a deleted texture
  }
}

TEST_F(ObjectsTest, Framebuffer_DropsUnusedAttachments) {
  Framebuffer framebuffer("framebuffer");
  const Texture wide("wide", GL_RGBA8, 4, 1);
  const Texture narrow("narrow", GL_RGBA32UI, 1, 1);
  framebuffer.bind(std::array{&wide, &narrow});
  framebuffer.bind(std::array{&wide});
  GLint kind = -1;
  glGetFramebufferAttachmentParameteriv(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1,
                                        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &kind);
  EXPECT_EQ(kind, GL_NONE);
}

TEST_F(ObjectsTest, IncompleteFramebuffer_IsAnErrorEachTime) {
  Framebuffer framebuffer("the target");
  const Texture colour("colour", GL_RGBA8, 2, 2);
  const Texture notDepth("not depth", GL_RGBA8, 2, 2);
  for (int attempt = 0; attempt < 2; ++attempt) {
    const std::string message =
        messageOf<RunError>([&] { framebuffer.bind(std::array{&colour}, &notDepth); });
    EXPECT_TRUE(names(message, {"the target", "textures"}));
  }
}

TEST_F(ObjectsTest, TextureBeyondTheLimits_IsAnError) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const std::string message =
      messageOf<RunError>([&] { Texture("too wide", GL_RGBA8, largest + 1, 1); });
  EXPECT_TRUE(names(message, {"too wide", std::to_string(largest + 1) + " x 1"}));
  EXPECT_FALSE(takeDebugMessages().empty());
}

class Memory : public test::GpuTest {};

TEST_F(Memory, SoftwareRenderer_ReportsFreeMemory) {
  if (!isSoftware()) return;
  const auto free = freeBytes();
  ASSERT_TRUE(free);
  EXPECT_GT(*free, 0);
  const Texture large("large", GL_RGBA32F, 2048, 1024);  // 32 MiB that are not written yet
  EXPECT_LE(*freeBytes(), *free - 33'000'000);
}

TEST_F(Memory, MoreThanFree_IsRefusedBeforeAllocation) {
  if (!freeBytes()) return;
  constexpr std::int64_t kPetabyte = 1'000'000'000'000'000;
  EXPECT_NO_THROW(requireFree("the array", 100));
  const std::string message = messageOf<RunError>([&] { requireFree("the array", kPetabyte); });
  EXPECT_TRUE(names(message, {"the array", "1000000000 MB", "free"}));
}

TEST_F(Memory, CountsExistingTexturesAndBuffers) {
  const std::int64_t before = allocatedBytes();
  {
    const Texture ids("ids", GL_RGBA8, 5, 3);
    EXPECT_EQ(allocatedBytes() - before, 5 * 3 * 4);
    const Texture vectors("vectors", GL_RGBA32F, 2, 1);
    const Buffer buffer("bytes", 100, nullptr, GL_STREAM_COPY);
    EXPECT_EQ(allocatedBytes() - before, 5 * 3 * 4 + 2 * 16 + 100);
  }
  EXPECT_EQ(allocatedBytes(), before);
}

TEST_F(Memory, SeveralObjects_AreAllocatedTogetherOrNotAtAll) {
  const std::int64_t before = allocatedBytes();
  const std::array<GLuint, 2> data{1, 2};
  {
    AllocateTogether together("all");
    const Texture ids("ids", GL_RGBA8, 5, 3);
    const Buffer buffer("numbers", sizeof data, data.data(), GL_STATIC_DRAW);
    EXPECT_EQ(allocatedBytes(), before);
    EXPECT_EQ(together.waitingBytes(), 5 * 3 * 4 + 8);
    // Only an existing texture or buffer can get a label. If the object does not exist yet,
    // NVIDIA's driver reports an error; Mesa's does not.
    EXPECT_TRUE(glIsTexture(ids.id()));
    EXPECT_TRUE(glIsBuffer(buffer.id()));
    together.allocate();
    EXPECT_EQ(allocatedBytes() - before, 5 * 3 * 4 + 8);
    const Texture later("later", GL_RGBA8, 1, 1);
    EXPECT_EQ(allocatedBytes() - before, 5 * 3 * 4 + 8 + 4);
    EXPECT_EQ(test::readBytes(ids).size(), 4u * 5 * 3);
    EXPECT_EQ(test::readBuffer<GLuint>(buffer, 2), std::vector(data.begin(), data.end()));
  }
  EXPECT_EQ(allocatedBytes(), before);
  {
    const AllocateTogether never("all");
    const Texture ids("ids", GL_RGBA8, 5, 3);
  }
  EXPECT_EQ(allocatedBytes(), before);
  const Texture alone("alone", GL_RGBA8, 5, 3);
  EXPECT_EQ(allocatedBytes() - before, 5 * 3 * 4);
}

TEST_F(Memory, ObjectRefusedByTheDriver_IsNamed) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  AllocateTogether together("all");
  const Texture ids("ids", GL_RGBA8, 5, 3);
  const Texture wide("too wide", GL_RGBA8, largest + 1, 1);
  const std::string message = messageOf<RunError>([&] { together.allocate(); });
  EXPECT_TRUE(names(message, {"too wide", std::to_string(largest + 1) + " x 1"}));
  EXPECT_FALSE(takeDebugMessages().empty());
}

TEST_F(Memory, MovedObject_IsCountedOnce) {
  const std::int64_t before = allocatedBytes();
  {
    Buffer first("first", 100, nullptr, GL_STREAM_COPY);
    Buffer second("second", 10, nullptr, GL_STREAM_COPY);
    const Buffer third(std::move(first));
    EXPECT_EQ(allocatedBytes() - before, 110);
    second = Buffer("larger", 1000, nullptr, GL_STREAM_COPY);
    EXPECT_EQ(allocatedBytes() - before, 1100);
  }
  EXPECT_EQ(allocatedBytes(), before);
}

}  // namespace
}  // namespace gpubuck::gl
