#include "gl/state_guard.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/error.h"
#include "gl/context.h"
#include "gl/undo_list.h"

namespace gpubuck::gl {
namespace {

constexpr int kTextureUnits = 16;

[[noreturn]] void fail(const std::string& why) { throw RunError("OpenGL state", why); }

bool isEs() { return features().profile == Profile::Es3; }

void requireShareable() {
#ifndef __EMSCRIPTEN__
  if (!isEs()) requireNoDesktopQuery();
#endif
  requireNoQuery(GL_ANY_SAMPLES_PASSED, "any samples passed");
  if (isEs() || features().isCore(4, 3)) {
    requireNoQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, "any samples passed, conservative");
  }
  if ((isEs() || features().isCore(4, 0)) && integer(GL_TRANSFORM_FEEDBACK_ACTIVE) != 0) {
    fail("a transform feedback is active: end it before the call");
  }
  GLint isDeleted = 0;
  const auto program = static_cast<GLuint>(integer(GL_CURRENT_PROGRAM));
  if (program != 0) glGetProgramiv(program, GL_DELETE_STATUS, &isDeleted);
  if (isDeleted != 0) {
    fail(
        fmt::format("the program in use, {}, is marked for deletion and would be lost: use another "
                    "before the call",
                    program));
  }
}

void keepTextures(UndoList& undo) {
  keep(undo, GL_ACTIVE_TEXTURE, glActiveTexture);
  for (int k = kTextureUnits; k-- > 0;) {  // ends with unit 0
    const GLenum unit = GL_TEXTURE0 + static_cast<GLenum>(k);
    glActiveTexture(unit);
    keep(undo, GL_TEXTURE_BINDING_2D, [unit](GLuint texture) {
      glActiveTexture(unit);
      glBindTexture(GL_TEXTURE_2D, texture);
    });
    keep(
        undo, GL_SAMPLER_BINDING,
        [k](GLint id) { glBindSampler(static_cast<GLuint>(k), static_cast<GLuint>(id)); }, 0);
  }
}

void keepBuffers(UndoList& undo) {
  // The targets of copies are also the names of their bindings in OpenGL 3.3 and later.
  for (const auto& [target, name] :
       {std::pair(GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING),
        std::pair(GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING),
        std::pair(GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING),
        std::pair(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER),
        std::pair(GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER)}) {
    keep(
        undo, name, [target = target](GLint id) { glBindBuffer(target, static_cast<GLuint>(id)); },
        0);
  }
}

/// Keeps all other state on which passes depend, as far as OpenGL ES has it.
void keepEsState(UndoList& undo) {
  std::array<GLint, 4> v{};
  glGetIntegerv(GL_VIEWPORT, v.data());
  undo.emplace_back([v] { glViewport(v[0], v[1], v[2], v[3]); });
  for (const GLenum name :
       {GL_PACK_ROW_LENGTH, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_PACK_ALIGNMENT,
        GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS,
        GL_UNPACK_SKIP_IMAGES, GL_UNPACK_ALIGNMENT}) {
    const bool isAlignment = name == GL_PACK_ALIGNMENT || name == GL_UNPACK_ALIGNMENT;
    keep(
        undo, name, [name](GLint value) { glPixelStorei(name, value); }, isAlignment ? 4 : 0);
  }
  for (const GLenum capability :
       {GL_SCISSOR_TEST, GL_BLEND, GL_DEPTH_TEST, GL_STENCIL_TEST, GL_CULL_FACE, GL_DITHER,
        GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART_FIXED_INDEX, GL_POLYGON_OFFSET_FILL,
        GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_COVERAGE}) {
    disable(undo, capability);
  }
  std::array<GLboolean, 4> mask{};
  glGetBooleanv(GL_COLOR_WRITEMASK, mask.data());
  undo.emplace_back([mask] { glColorMask(mask[0], mask[1], mask[2], mask[3]); });
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  keep(undo, GL_DEPTH_FUNC, glDepthFunc, GL_LESS);
  keep(
      undo, GL_DEPTH_WRITEMASK, [](GLint on) { glDepthMask(static_cast<GLboolean>(on)); }, GL_TRUE);
  std::array<GLfloat, 2> range{};
  glGetFloatv(GL_DEPTH_RANGE, range.data());
  undo.emplace_back([range] { glDepthRangef(range[0], range[1]); });
  glDepthRangef(0.0F, 1.0F);
  std::array<GLfloat, 4> c{};
  glGetFloatv(GL_COLOR_CLEAR_VALUE, c.data());
  undo.emplace_back([c] { glClearColor(c[0], c[1], c[2], c[3]); });
  keepFloat(
      undo, GL_DEPTH_CLEAR_VALUE, [](GLfloat depth) { glClearDepthf(depth); }, 1.0F);
  keep(undo, GL_FRONT_FACE, glFrontFace, GL_CCW);
}

}  // namespace

void requireNoQuery(GLenum target, const char* name) {
  GLint query = 0;
  glGetQueryiv(target, GL_CURRENT_QUERY, &query);
  if (query == 0) return;
  fail(
      fmt::format("the query {} ({}) is active, which gpubuck's draws would spoil: end it before "
                  "the call",
                  query, name));
}

StateGuard::StateGuard() {
  requireShareable();
  keep(undo_, GL_CURRENT_PROGRAM, glUseProgram);
  // The index buffer binding belongs to the vertex array, which is ours from now on.
  keep(undo_, GL_VERTEX_ARRAY_BINDING, glBindVertexArray, 0);
  keep(undo_, GL_DRAW_FRAMEBUFFER_BINDING,
       [](GLuint id) { glBindFramebuffer(GL_DRAW_FRAMEBUFFER, id); });
  keep(undo_, GL_READ_FRAMEBUFFER_BINDING,
       [](GLuint id) { glBindFramebuffer(GL_READ_FRAMEBUFFER, id); });
  keepTextures(undo_);
  keepBuffers(undo_);
#ifndef __EMSCRIPTEN__
  if (!isEs()) keepDesktopState(undo_);
#endif
  if (isEs()) keepEsState(undo_);
}

StateGuard::~StateGuard() {
  for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) (*undo)();
}

}  // namespace gpubuck::gl
