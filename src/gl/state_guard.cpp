#include "gl/state_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "gl/api.h"
#include "gl/context.h"

namespace gpubuck::gl {
namespace {

using UndoList = std::vector<std::function<void()>>;

inline GLint integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

/// Adds to `undo` a call of `restore` with the present value of the state `name`, which is an
/// integer or the name of an object.
template <typename Restore>
void keep(UndoList& undo, GLenum name, const Restore& restore) {
  undo.emplace_back([restore, value = integer(name)] { restore(value); });
}
/// Does the same as the function above, and sets the state to `neutral`.
template <typename Restore>
void keep(UndoList& undo, GLenum name, const Restore& restore, GLint neutral) {
  keep(undo, name, restore);
  restore(neutral);
}
/// Does the same as the functions above for a floating-point number.
template <typename Restore>
void keepFloat(UndoList& undo, GLenum name, const Restore& restore, GLfloat neutral) {
  GLfloat value = 0.0F;
  glGetFloatv(name, &value);
  undo.emplace_back([restore, value] { restore(value); });
  restore(neutral);
}

inline void disable(UndoList& undo, GLenum capability) {
  undo.emplace_back([capability, on = glIsEnabled(capability) != 0] {
    on ? glEnable(capability) : glDisable(capability);
  });
  glDisable(capability);
}

/// Returns the factors and equations of blending. `value` returns the value of a state.
template <typename Value>
std::array<GLenum, 6> blending(const Value& value) {
  return {value(GL_BLEND_SRC_RGB),   value(GL_BLEND_DST_RGB),      value(GL_BLEND_SRC_ALPHA),
          value(GL_BLEND_DST_ALPHA), value(GL_BLEND_EQUATION_RGB), value(GL_BLEND_EQUATION_ALPHA)};
}

/// Keeps the factors and equations of blending, the same for all draw buffers.
void keepBlending(UndoList& undo) {
  const auto kept = blending([](GLenum name) { return static_cast<GLenum>(integer(name)); });
  undo.emplace_back([b = kept] {
    glBlendFuncSeparate(b[0], b[1], b[2], b[3]);
    glBlendEquationSeparate(b[4], b[5]);
  });
  glBlendFunc(GL_ONE, GL_ZERO);
  glBlendEquation(GL_FUNC_ADD);
}

constexpr int kTextureUnits = 16;

[[noreturn]] void fail(const std::string& why) { throw RunError("OpenGL state", why); }

/// Throws RunError if a query of this target is active.
void requireNoQuery(GLenum target, const char* name) {
  GLint query = 0;
  glGetQueryiv(target, GL_CURRENT_QUERY, &query);
  if (query == 0) return;
  fail(
      fmt::format("the query {} ({}) is active, and gpubuck's draws would spoil its result: end it "
                  "before the call",
                  query, name));
}

#ifndef __EMSCRIPTEN__
// The functions below keep state that only desktop OpenGL has, or that differs in OpenGL ES.
GLint integer(GLenum name, GLuint index) {
  GLint value = 0;
  glGetIntegeri_v(name, index, &value);
  return value;
}

constexpr int kImageUnits = 8;
constexpr int kStorageBuffers = 16;

void disableEach(UndoList& undo, GLenum capability, GLint count) {
  for (GLuint index = 0; index < static_cast<GLuint>(count); ++index) {
    undo.emplace_back([capability, index, on = glIsEnabledi(capability, index) != 0] {
      on ? glEnablei(capability, index) : glDisablei(capability, index);
    });
  }
  glDisable(capability);
}

bool isCompatibility() {
  return (integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

void keepViewports(UndoList& undo) {
  if (!features().isCore(4, 1) && !GLEW_ARB_viewport_array) {
    std::array<GLint, 4> v{};
    glGetIntegerv(GL_VIEWPORT, v.data());
    undo.emplace_back([v] { glViewport(v[0], v[1], v[2], v[3]); });
    return disable(undo, GL_SCISSOR_TEST);
  }
  const GLint viewports = integer(GL_MAX_VIEWPORTS);
  for (GLuint index = 0; index < static_cast<GLuint>(viewports); ++index) {
    std::array<GLfloat, 4> v{};
    glGetFloati_v(GL_VIEWPORT, index, v.data());
    undo.emplace_back([index, v] { glViewportIndexedfv(index, v.data()); });
  }
  disableEach(undo, GL_SCISSOR_TEST, viewports);
}

void keepBufferTextures(UndoList& undo) {
  for (int k = kTextureUnits; k-- > 0;) {  // the loop ends with unit 0
    const GLenum unit = GL_TEXTURE0 + static_cast<GLenum>(k);
    glActiveTexture(unit);
    keep(undo, GL_TEXTURE_BINDING_BUFFER, [unit](GLuint texture) {
      glActiveTexture(unit);
      glBindTexture(GL_TEXTURE_BUFFER, texture);
    });
  }
}

void keepStorage(UndoList& undo) {
  keep(undo, GL_SHADER_STORAGE_BUFFER_BINDING,
       std::bind_front(glBindBuffer, GL_SHADER_STORAGE_BUFFER));
  const int count = std::min(kStorageBuffers, integer(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
  for (GLuint index = 0; index < static_cast<GLuint>(count); ++index) {
    const auto buffer = static_cast<GLuint>(integer(GL_SHADER_STORAGE_BUFFER_BINDING, index));
    GLint64 start = 0;
    GLint64 size = 0;
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, index, &start);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, index, &size);
    undo.emplace_back([index, buffer, start, size] {
      if (size == 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffer);
      } else {
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, index, buffer, static_cast<GLintptr>(start),
                          static_cast<GLsizeiptr>(size));
      }
    });
  }
}

void keepImages(UndoList& undo) {
  const int count = std::min(kImageUnits, integer(GL_MAX_IMAGE_UNITS));
  for (GLuint unit = 0; unit < static_cast<GLuint>(count); ++unit) {
    const auto texture = static_cast<GLuint>(integer(GL_IMAGE_BINDING_NAME, unit));
    const GLint level = integer(GL_IMAGE_BINDING_LEVEL, unit);
    const auto layered = static_cast<GLboolean>(integer(GL_IMAGE_BINDING_LAYERED, unit));
    const GLint layer = integer(GL_IMAGE_BINDING_LAYER, unit);
    const auto access = static_cast<GLenum>(integer(GL_IMAGE_BINDING_ACCESS, unit));
    const auto format = static_cast<GLenum>(integer(GL_IMAGE_BINDING_FORMAT, unit));
    undo.emplace_back(
        [=] { glBindImageTexture(unit, texture, level, layered, layer, access, format); });
  }
}

void keepPixelStore(UndoList& undo) {
  for (const GLenum name :
       {GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST, GL_PACK_ROW_LENGTH, GL_PACK_IMAGE_HEIGHT,
        GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_IMAGES, GL_PACK_ALIGNMENT,
        GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST, GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT,
        GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES, GL_UNPACK_ALIGNMENT}) {
    const bool isAlignment = name == GL_PACK_ALIGNMENT || name == GL_UNPACK_ALIGNMENT;
    keep(undo, name, std::bind_front(glPixelStorei, name), isAlignment ? 4 : 0);
  }
  keep(undo, GL_CLAMP_READ_COLOR, std::bind_front(glClampColor, GL_CLAMP_READ_COLOR),
       GL_FIXED_ONLY);
}

/// Keeps the factors and equations of blending of each draw buffer, and leaves them unchanged.
void keepBlendingOfEach(UndoList& undo, GLint drawBuffers) {
  for (GLuint index = 0; index < static_cast<GLuint>(drawBuffers); ++index) {
    const auto kept =
        blending([index](GLenum name) { return static_cast<GLenum>(integer(name, index)); });
    undo.emplace_back([index, b = kept] {
      glBlendFuncSeparatei(index, b[0], b[1], b[2], b[3]);
      glBlendEquationSeparatei(index, b[4], b[5]);
    });
  }
}

void keepRasterizer(UndoList& undo) {
  const GLint drawBuffers = integer(GL_MAX_DRAW_BUFFERS);
  disableEach(undo, GL_BLEND, drawBuffers);
  // The values of each draw buffer are restored last.
  if (features().isCore(4, 0)) keepBlendingOfEach(undo, drawBuffers);
  keepBlending(undo);
  for (GLuint index = 0; index < static_cast<GLuint>(drawBuffers); ++index) {
    std::array<GLboolean, 4> mask{};
    glGetBooleani_v(GL_COLOR_WRITEMASK, index, mask.data());
    undo.emplace_back([index, mask] { glColorMaski(index, mask[0], mask[1], mask[2], mask[3]); });
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  // Several of these capabilities should have no effect without a depth buffer and with one sample.
  // To be sure, all of them are switched off.
  for (const GLenum capability :
       {GL_DEPTH_TEST, GL_DEPTH_CLAMP, GL_STENCIL_TEST, GL_CULL_FACE, GL_COLOR_LOGIC_OP, GL_DITHER,
        GL_FRAMEBUFFER_SRGB, GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART, GL_PROGRAM_POINT_SIZE,
        GL_POLYGON_SMOOTH, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE,
        GL_SAMPLE_MASK}) {
    disable(undo, capability);
  }
  if (features().isCore(4, 0)) disable(undo, GL_SAMPLE_SHADING);
  const GLint clipDistances = integer(GL_MAX_CLIP_DISTANCES);
  for (GLint k = 0; k < clipDistances; ++k)
    disable(undo, GL_CLIP_DISTANCE0 + static_cast<GLenum>(k));

  // The vertex whose flat outputs count also decides with which vertex a driver begins to
  // interpolate, and so the last bit of a colour.
  keep(undo, GL_PROVOKING_VERTEX, glProvokingVertex, GL_LAST_VERTEX_CONVENTION);
  keepFloat(undo, GL_POINT_SIZE, glPointSize, 1.0F);
  std::array<GLint, 2> modes{};
  glGetIntegerv(GL_POLYGON_MODE, modes.data());
  undo.emplace_back([front = static_cast<GLenum>(modes[0]), back = static_cast<GLenum>(modes[1])] {
    // A core profile has one mode for both faces, and may report only one number.
    glPolygonMode(GL_FRONT_AND_BACK, front);
    if (back != front && isCompatibility()) glPolygonMode(GL_BACK, back);
  });
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

/// Keeps state that affects passes that draw pictures, but not passes that compute numbers.
void keepDepthAndClearing(UndoList& undo) {
  keep(undo, GL_DEPTH_FUNC, glDepthFunc, GL_LESS);
  keep(
      undo, GL_DEPTH_WRITEMASK, [](GLint mask) { glDepthMask(static_cast<GLboolean>(mask)); },
      GL_TRUE);
  std::array<GLdouble, 2> range{};
  glGetDoublev(GL_DEPTH_RANGE, range.data());
  if (features().isCore(4, 1)) {  // for the first viewport, the only one in use
    undo.emplace_back([range] { glDepthRangeIndexed(0, range[0], range[1]); });
    glDepthRangeIndexed(0, 0.0, 1.0);
  } else {
    undo.emplace_back([range] { glDepthRange(range[0], range[1]); });
    glDepthRange(0.0, 1.0);
  }
  std::array<GLfloat, 4> c{};
  glGetFloatv(GL_COLOR_CLEAR_VALUE, c.data());
  undo.emplace_back([c] { glClearColor(c[0], c[1], c[2], c[3]); });
  GLdouble depth = 1.0;
  glGetDoublev(GL_DEPTH_CLEAR_VALUE, &depth);
  undo.emplace_back([depth] { glClearDepth(depth); });
  glClearDepth(1.0);
  keep(undo, GL_FRONT_FACE, glFrontFace, GL_CCW);
  disable(undo, GL_POLYGON_OFFSET_FILL);
  keepFloat(
      undo, GL_POINT_SPRITE_COORD_ORIGIN,
      [](GLfloat origin) { glPointParameterf(GL_POINT_SPRITE_COORD_ORIGIN, origin); },
      static_cast<GLfloat>(GL_UPPER_LEFT));
  keepFloat(
      undo, GL_POINT_FADE_THRESHOLD_SIZE,
      [](GLfloat size) { glPointParameterf(GL_POINT_FADE_THRESHOLD_SIZE, size); }, 1.0F);
}

void keepClipControl(UndoList& undo) {
  undo.emplace_back(
      [origin = static_cast<GLenum>(integer(GL_CLIP_ORIGIN)),
       depth = static_cast<GLenum>(integer(GL_CLIP_DEPTH_MODE))] { glClipControl(origin, depth); });
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}

void keepCompatibility(UndoList& undo) {
  for (const GLenum capability : {GL_ALPHA_TEST, GL_POINT_SMOOTH, GL_POLYGON_STIPPLE}) {
    disable(undo, capability);
  }
  disable(undo, GL_POINT_SPRITE);
  glEnable(GL_POINT_SPRITE);  // in a core profile, points are always sprites
  keep(undo, GL_CLAMP_FRAGMENT_COLOR, std::bind_front(glClampColor, GL_CLAMP_FRAGMENT_COLOR),
       GL_FALSE);
  for (const GLenum name : {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE}) {
    keepFloat(undo, name, std::bind_front(glPixelTransferf, name), 1.0F);
  }
  for (const GLenum name :
       {GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS, GL_MAP_COLOR}) {
    keepFloat(undo, name, std::bind_front(glPixelTransferf, name), 0.0F);
  }
}

void requireNoDesktopQuery() {
  requireNoQuery(GL_SAMPLES_PASSED, "samples passed");
  requireNoQuery(GL_PRIMITIVES_GENERATED, "primitives generated");
}

void keepDesktopState(UndoList& undo) {
  keepViewports(undo);
  keepBufferTextures(undo);
  const Features& has = features();
  if (has.isCore(4, 3)) keepStorage(undo);
  if (has.isCore(4, 2)) keepImages(undo);
  keepPixelStore(undo);
  keepRasterizer(undo);
  keepDepthAndClearing(undo);
  if (has.isCore(4, 5) || GLEW_ARB_clip_control) keepClipControl(undo);
  if (isCompatibility()) keepCompatibility(undo);
}
#endif

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
    fail(fmt::format(
        "the program in use, {}, is marked for deletion and would be lost: use another program "
        "before the call",
        program));
  }
}

void keepTextures(UndoList& undo) {
  keep(undo, GL_ACTIVE_TEXTURE, glActiveTexture);
  for (int k = kTextureUnits; k-- > 0;) {  // the loop ends with unit 0
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
  // For the targets of copies, the name of the binding equals the target in OpenGL 3.3 and later.
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

/// Keeps the other state of OpenGL ES on which passes depend.
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
  keepBlending(undo);
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

StateGuard::StateGuard() {
  requireShareable();
  keep(undo_, GL_CURRENT_PROGRAM, glUseProgram);
  // The binding of the index buffer belongs to the vertex array. From here on, the bound vertex
  // array is gpubuck's own.
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
