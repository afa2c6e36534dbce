// Programs that share compiled stages: the stages that are compiled and released, and the uniforms
// that a program sees.
#include "gl/program.h"

#include <fmt/format.h>

#include <array>
#include <glm/vec4.hpp>
#include <optional>

#include "base/error.h"
#include "gl/debug.h"
#include "gl/objects.h"
#include "support/compilations.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::gl {
namespace {

using test::CountedCompilations;

std::vector<Stage> stagesOf(const std::string& fragment, const ShaderLibrary& library = {}) {
  return {{GL_VERTEX_SHADER, 330, ShaderLibrary().load("texel/map_pass.vert")},
          {GL_FRAGMENT_SHADER, 330, library.resolve("test.frag", fragment)}};
}

/// A shader that outputs u_a, u_b[0], u_b[1] and u_c.
constexpr const char* kUniforms =
    "uniform int u_a;\nuniform float u_b[2];\nuniform uint u_c;\nout vec4 o_value;\n"
    "void main() { o_value = vec4(float(u_a), u_b[0], u_b[1], float(u_c)); }\n";

std::string constant(int value) {
  return fmt::format("out vec4 o_value;\nvoid main() {{ o_value = vec4({}.0); }}\n", value);
}

class ProgramCacheTest : public test::GpuTest {
 protected:
  glm::vec4 valueOf(Program& program) {
    framebuffer_.bind(std::array<const Texture*, 1>{&target_});
    glViewport(0, 0, 1, 1);
    glBindVertexArray(vertices_.id());
    program.use();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glm::vec4 value(-1.0F);
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, &value);
    return value;
  }

  ProgramCache cache_;

 private:
  Texture target_{"target", GL_RGBA32F, 1, 1};
  Framebuffer framebuffer_{"target"};
  VertexArray vertices_;
};

TEST_F(ProgramCacheTest, Stages_AreCompiledOnce) {
  const CountedCompilations compilations;
  std::optional<Program> first = cache_.get("first", stagesOf(constant(1)));
  EXPECT_EQ(compilations.count(), 2);
  const Program second = cache_.get("second", stagesOf(constant(1)));
  EXPECT_EQ(second.id(), first->id());
  EXPECT_EQ(first->label(), "first");
  EXPECT_EQ(second.label(), "second");
  first.reset();
  Program third = cache_.get("third", stagesOf(constant(1)));
  EXPECT_EQ(compilations.count(), 2);
  EXPECT_EQ(valueOf(third), glm::vec4(1.0F));
}

TEST_F(ProgramCacheTest, OtherTextOrVersion_IsAnotherProgram) {
  Program one = cache_.get("pass", stagesOf(constant(1)));
  Program two = cache_.get("pass", stagesOf(constant(2)));
  EXPECT_EQ(valueOf(one), glm::vec4(1.0F));
  EXPECT_EQ(valueOf(two), glm::vec4(2.0F));
  std::vector<Stage> newer = stagesOf(constant(1));
  for (Stage& stage : newer) stage.version = 150;
  EXPECT_NE(cache_.get("pass", newer).id(), one.id());
}

TEST_F(ProgramCacheTest, ChangedFile_IsAnotherProgram) {
  test::ShaderFolder folder;
  const ShaderLibrary library = folder.library();
  const std::string fragment = "#include \"t/value.glsl\"\n";
  folder.write("t/value.glsl", constant(1));
  Program before = cache_.get("pass", stagesOf(fragment, library));
  folder.write("t/value.glsl", constant(2));
  Program after = cache_.get("pass", stagesOf(fragment, library));
  EXPECT_EQ(valueOf(before), glm::vec4(1.0F));
  EXPECT_EQ(valueOf(after), glm::vec4(2.0F));
}

TEST_F(ProgramCacheTest, Uniforms_AreSeparatePerUser) {
  Program first = cache_.get("first", stagesOf(kUniforms));
  Program second = cache_.get("second", stagesOf(kUniforms));
  ASSERT_EQ(first.id(), second.id());
  first.set("u_a", 3);
  first.set("u_b", std::array{0.5F, 0.25F});
  first.set("u_c", 7U);
  EXPECT_EQ(valueOf(first), glm::vec4(3.0F, 0.5F, 0.25F, 7.0F));
  EXPECT_EQ(valueOf(second), glm::vec4(0.0F)) << "what was never set is 0";
  second.set("u_a", 5);
  EXPECT_EQ(valueOf(first), glm::vec4(3.0F, 0.5F, 0.25F, 7.0F));
  EXPECT_EQ(valueOf(second), glm::vec4(5.0F, 0.0F, 0.0F, 0.0F));
  // If the same user uses a program twice in a row, only changed uniforms are set.
  second.set("u_c", 9U);
  EXPECT_EQ(valueOf(second), glm::vec4(5.0F, 0.0F, 0.0F, 9.0F));
  first.set("u_c", 8U);
  second.set("u_a", 6);
  EXPECT_EQ(valueOf(second), glm::vec4(6.0F, 0.0F, 0.0F, 9.0F));
  EXPECT_EQ(valueOf(first), glm::vec4(3.0F, 0.5F, 0.25F, 8.0F));
  Program third = cache_.get("third", stagesOf(kUniforms));
  EXPECT_EQ(valueOf(third), glm::vec4(0.0F));
}

TEST_F(ProgramCacheTest, MovedProgram_KeepsItsUniforms) {
  Program first = cache_.get("first", stagesOf(kUniforms));
  Program second = cache_.get("second", stagesOf(kUniforms));
  first.set("u_a", 3);
  second.set("u_a", 4);
  EXPECT_EQ(valueOf(first).x, 3.0F);
  Program moved = std::move(first);
  EXPECT_EQ(valueOf(moved).x, 3.0F);
  second = std::move(moved);
  EXPECT_EQ(valueOf(second).x, 3.0F);
}

TEST_F(ProgramCacheTest, Failure_IsNotCached) {
  const std::string wrong = "void main() { nothing; }\n";
  EXPECT_THROW(cache_.get("pass", stagesOf(wrong)), RunError);
  EXPECT_THROW(cache_.get("pass", stagesOf(wrong)), RunError);
  takeDebugMessages();
}

TEST_F(ProgramCacheTest, UnusedPrograms_AreKeptUpToALimit) {
  const Program used = cache_.get("used", stagesOf(constant(0)));
  constexpr int kMore = static_cast<int>(ProgramCache::kMaxUnused) + 2;
  for (int value = 1; value <= kMore; ++value) cache_.get("unused", stagesOf(constant(value)));
  const CountedCompilations compilations;
  cache_.get("used", stagesOf(constant(0)));
  for (int value = kMore; value > 2; --value) cache_.get("unused", stagesOf(constant(value)));
  EXPECT_EQ(compilations.count(), 0);
  cache_.get("unused", stagesOf(constant(1)));
  EXPECT_EQ(compilations.count(), 2);
}

TEST_F(ProgramCacheTest, Reuse_MakesAProgramTheMostRecent) {
  constexpr int kMost = static_cast<int>(ProgramCache::kMaxUnused);
  for (int value = 1; value <= kMost; ++value) cache_.get("unused", stagesOf(constant(value)));
  cache_.get("used again", stagesOf(constant(1)));
  for (int more = 1; more <= 3; ++more) cache_.get("unused", stagesOf(constant(kMost + more)));
  const CountedCompilations compilations;
  cache_.get("used again", stagesOf(constant(1)));
  EXPECT_EQ(compilations.count(), 0);
  cache_.get("unused", stagesOf(constant(2)));
  EXPECT_EQ(compilations.count(), 2);
}

TEST_F(ProgramCacheTest, ProgramInUse_OutlivesTheCache) {
  std::optional<ProgramCache> cache(std::in_place);
  Program program = cache->get("pass", stagesOf(constant(4)));
  const GLuint unused = cache->get("unused", stagesOf(constant(5))).id();
  EXPECT_TRUE(glIsProgram(unused));
  cache.reset();
  EXPECT_FALSE(glIsProgram(unused));
  EXPECT_EQ(valueOf(program), glm::vec4(4.0F));
}

}  // namespace
}  // namespace gpubuck::gl
