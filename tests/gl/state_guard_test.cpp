// The state that a caller has set: a StateGuard replaces it during its lifetime, and then restores
// it. The tests in tests/library compare the whole state of desktop OpenGL.
#include "gl/state_guard.h"

#include <array>
#include <vector>

#include "gl/objects.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

constexpr std::array kSwitches{GL_SCISSOR_TEST,       GL_BLEND,
                               GL_DEPTH_TEST,         GL_STENCIL_TEST,
                               GL_CULL_FACE,          GL_DITHER,
                               GL_RASTERIZER_DISCARD, GL_POLYGON_OFFSET_FILL,
                               GL_SAMPLE_COVERAGE,    GL_SAMPLE_ALPHA_TO_COVERAGE};
constexpr std::array kNumbers{GL_ACTIVE_TEXTURE,
                              GL_ARRAY_BUFFER_BINDING,
                              GL_PIXEL_PACK_BUFFER_BINDING,
                              GL_PIXEL_UNPACK_BUFFER_BINDING,
                              GL_COPY_READ_BUFFER,
                              GL_COPY_WRITE_BUFFER,
                              GL_VERTEX_ARRAY_BINDING,
                              GL_DRAW_FRAMEBUFFER_BINDING,
                              GL_READ_FRAMEBUFFER_BINDING,
                              GL_PACK_ALIGNMENT,
                              GL_PACK_ROW_LENGTH,
                              GL_PACK_SKIP_ROWS,
                              GL_UNPACK_ALIGNMENT,
                              GL_UNPACK_ROW_LENGTH,
                              GL_UNPACK_SKIP_PIXELS,
                              GL_DEPTH_FUNC,
                              GL_DEPTH_WRITEMASK,
                              GL_FRONT_FACE};

/// The texture and the sampler that are bound to each unit.
using Units = std::array<std::array<GLint, 2>, 3>;

struct State {
  std::vector<GLint> numbers{};
  std::vector<bool> switches{};
  Units units{};
  std::array<GLint, 4> viewport{};
  std::array<GLint, 4> mask{};
  std::array<GLfloat, 4> clearColour{};
  std::array<GLfloat, 2> depthRange{};
  GLfloat clearDepth = 0.0F;

  bool operator==(const State&) const = default;
};

State presentState() {
  State state;
  for (const GLenum name : kNumbers) glGetIntegerv(name, &state.numbers.emplace_back());
  for (const GLenum name : kSwitches) state.switches.push_back(glIsEnabled(name) != 0);
  for (std::size_t k = 0; k < state.units.size(); ++k) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(k));
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &state.units[k][0]);
    glGetIntegerv(GL_SAMPLER_BINDING, &state.units[k][1]);
  }
  glActiveTexture(static_cast<GLenum>(state.numbers.front()));
  glGetIntegerv(GL_VIEWPORT, state.viewport.data());
  glGetIntegerv(GL_COLOR_WRITEMASK, state.mask.data());
  glGetFloatv(GL_COLOR_CLEAR_VALUE, state.clearColour.data());
  glGetFloatv(GL_DEPTH_RANGE, state.depthRange.data());
  glGetFloatv(GL_DEPTH_CLEAR_VALUE, &state.clearDepth);
  return state;
}

/// Sets the state to values that no pass expects, or to OpenGL's defaults.
void setOddState(const Texture& texture, const Buffer& buffer, const VertexArray& vertices,
                 GLuint sampler, bool isOdd) {
  for (const GLenum name : kSwitches) isOdd ? glEnable(name) : glDisable(name);
  for (int k = 0; k < 3; ++k) {
    glActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(k));
    glBindTexture(GL_TEXTURE_2D, isOdd ? texture.id() : 0);
    glBindSampler(static_cast<GLuint>(k), isOdd ? sampler : 0);
  }
  if (!isOdd) glActiveTexture(GL_TEXTURE0);
  glBindVertexArray(isOdd ? vertices.id() : 0);
  for (const GLenum target : {GL_ARRAY_BUFFER, GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER,
                              GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER}) {
    glBindBuffer(target, isOdd ? buffer.id() : 0);
  }
  glPixelStorei(GL_PACK_ALIGNMENT, isOdd ? 8 : 4);
  glPixelStorei(GL_PACK_ROW_LENGTH, isOdd ? 77 : 0);
  glPixelStorei(GL_PACK_SKIP_ROWS, isOdd ? 3 : 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, isOdd ? 1 : 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, isOdd ? 55 : 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, isOdd ? 2 : 0);
  glDepthFunc(isOdd ? GL_GREATER : GL_LESS);
  glDepthMask(isOdd ? GL_FALSE : GL_TRUE);
  glFrontFace(isOdd ? GL_CW : GL_CCW);
  glViewport(isOdd ? 1 : 0, isOdd ? 2 : 0, 3, 4);
  glColorMask(isOdd ? GL_FALSE : GL_TRUE, GL_TRUE, isOdd ? GL_FALSE : GL_TRUE, GL_TRUE);
  glClearColor(isOdd ? 0.5F : 0.0F, 0.0F, isOdd ? 1.0F : 0.0F, 0.0F);
}

class StateGuardTest : public test::GpuTest {};

TEST_F(StateGuardTest, PassesGetDefaultsAndTheCallersStateIsRestored) {
  const Texture texture("texture", GL_RGBA8, 1, 1);
  const Buffer buffer("buffer", 16, nullptr, GL_STATIC_DRAW);
  const VertexArray vertices;
  const Handle sampler(glGenSamplers, glDeleteSamplers);
  setOddState(texture, buffer, vertices, sampler.id(), true);
  const State odd = presentState();
  {
    const StateGuard guard;
    const State inside = presentState();
    EXPECT_EQ(inside.switches, std::vector<bool>(kSwitches.size(), false));
    EXPECT_EQ(inside.mask, (std::array{1, 1, 1, 1}));
    EXPECT_EQ(inside.numbers[0], static_cast<GLint>(GL_TEXTURE0));
    for (const auto& unit : inside.units) EXPECT_EQ(unit[1], 0) << "a sampler";
    setOddState(texture, buffer, vertices, sampler.id(), false);
    EXPECT_FALSE(presentState() == odd);
  }
  EXPECT_TRUE(presentState() == odd);
  setOddState(texture, buffer, vertices, sampler.id(), false);
}

TEST_F(StateGuardTest, ActiveQuery_IsRefused) {
  const Query query(GL_ANY_SAMPLES_PASSED);
  query.begin();
  const std::string message = test::messageOf<RunError>([] { const StateGuard guard; });
  query.end();
  EXPECT_TRUE(test::names(message, {"any samples passed", "active"}));
}

}  // namespace
}  // namespace gpubuck::gl
