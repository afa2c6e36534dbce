#include "gl/state_guard.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "gl/api.h"

namespace gpubuck::gl {
namespace {

constexpr int kTextureUnits = 16;
constexpr int kImageUnits = 8;
constexpr int kStorageBuffers = 16;

GLint integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

GLuint object(GLenum name) { return static_cast<GLuint>(integer(name)); }

GLint integer(GLenum name, GLuint index) {
  GLint value = 0;
  glGetIntegeri_v(name, index, &value);
  return value;
}

void set(GLenum capability, bool on) { on ? glEnable(capability) : glDisable(capability); }

bool isCompatibility() {
  return (integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

void requireNoQuery(GLenum target, const char* name) {
  GLint query = 0;
  glGetQueryiv(target, GL_CURRENT_QUERY, &query);
  if (query != 0) {
    throw RunError("OpenGL state", fmt::format("the query {} ({}) is active, which gpubuck's "
                                               "draws would spoil: end it before the call",
                                               query, name));
  }
}

void requireShareable() {
  requireNoQuery(GL_SAMPLES_PASSED, "samples passed");
  requireNoQuery(GL_ANY_SAMPLES_PASSED, "any samples passed");
  requireNoQuery(GL_PRIMITIVES_GENERATED, "primitives generated");
  if (GLEW_VERSION_4_3) {
    requireNoQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, "any samples passed, conservative");
  }
  if (GLEW_VERSION_4_0 && integer(GL_TRANSFORM_FEEDBACK_ACTIVE) != 0) {
    throw RunError("OpenGL state", "a transform feedback is active: end it before the call");
  }
  GLint isDeleted = 0;
  const GLuint program = object(GL_CURRENT_PROGRAM);
  if (program != 0) glGetProgramiv(program, GL_DELETE_STATUS, &isDeleted);
  if (isDeleted != 0) {
    throw RunError("OpenGL state",
                   fmt::format("the program in use, {}, is marked for deletion and would be lost: "
                               "use another before the call",
                               program));
  }
}

}  // namespace

StateGuard::StateGuard() {
  requireShareable();
  keepProgramAndVertices();
  keepFramebuffers();
  keepViewports();
  keepTextures();
  keepBuffers();
  if (GLEW_VERSION_4_3) keepStorage();
  if (GLEW_VERSION_4_2) keepImages();
  keepPixelStore();
  keepRasterizer();
  if (GLEW_VERSION_4_5 || GLEW_ARB_clip_control) keepClipControl();
  if (isCompatibility()) keepCompatibility();
}

StateGuard::~StateGuard() {
  for (auto undo = undo_.rbegin(); undo != undo_.rend(); ++undo) (*undo)();
}

void StateGuard::keepProgramAndVertices() {
  undo_.emplace_back([program = object(GL_CURRENT_PROGRAM)] { glUseProgram(program); });
  undo_.emplace_back([array = object(GL_VERTEX_ARRAY_BINDING)] { glBindVertexArray(array); });
  // What is bound for indices belongs to the vertex array, ours from now on.
  glBindVertexArray(0);
}

void StateGuard::keepFramebuffers() {
  for (const auto& [target, name] : {std::pair(GL_DRAW_FRAMEBUFFER, GL_DRAW_FRAMEBUFFER_BINDING),
                                     std::pair(GL_READ_FRAMEBUFFER, GL_READ_FRAMEBUFFER_BINDING)}) {
    undo_.emplace_back(
        [target = target, bound = object(name)] { glBindFramebuffer(target, bound); });
  }
}

void StateGuard::keepViewports() {
  if (!GLEW_VERSION_4_1 && !GLEW_ARB_viewport_array) {
    std::array<GLint, 4> v{};
    glGetIntegerv(GL_VIEWPORT, v.data());
    undo_.emplace_back([v] { glViewport(v[0], v[1], v[2], v[3]); });
    disable(GL_SCISSOR_TEST);
    return;
  }
  const GLint viewports = integer(GL_MAX_VIEWPORTS);
  for (GLuint index = 0; index < static_cast<GLuint>(viewports); ++index) {
    std::array<GLfloat, 4> v{};
    glGetFloati_v(GL_VIEWPORT, index, v.data());
    undo_.emplace_back([index, v] { glViewportIndexedfv(index, v.data()); });
  }
  disableEach(GL_SCISSOR_TEST, viewports);
}

void StateGuard::keepTextures() {
  undo_.emplace_back(
      [unit = static_cast<GLenum>(integer(GL_ACTIVE_TEXTURE))] { glActiveTexture(unit); });
  for (int k = kTextureUnits; k-- > 0;) {  // ends with unit 0
    const GLenum unit = GL_TEXTURE0 + static_cast<GLenum>(k);
    glActiveTexture(unit);
    undo_.emplace_back([unit, texture = object(GL_TEXTURE_BINDING_2D)] {
      glActiveTexture(unit);
      glBindTexture(GL_TEXTURE_2D, texture);
    });
    const auto index = static_cast<GLuint>(k);
    undo_.emplace_back(
        [index, sampler = object(GL_SAMPLER_BINDING)] { glBindSampler(index, sampler); });
    glBindSampler(index, 0);
  }
}

void StateGuard::keepBuffers() {
  for (const auto& [target, name] :
       {std::pair(GL_ARRAY_BUFFER, GL_ARRAY_BUFFER_BINDING),
        std::pair(GL_PIXEL_PACK_BUFFER, GL_PIXEL_PACK_BUFFER_BINDING),
        std::pair(GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_UNPACK_BUFFER_BINDING),
        // The targets of copies are also the names of their bindings, in OpenGL 3.3 and later.
        std::pair(GL_COPY_READ_BUFFER, GL_COPY_READ_BUFFER),
        std::pair(GL_COPY_WRITE_BUFFER, GL_COPY_WRITE_BUFFER)}) {
    undo_.emplace_back([target = target, buffer = object(name)] { glBindBuffer(target, buffer); });
    glBindBuffer(target, 0);
  }
}

void StateGuard::keepStorage() {
  undo_.emplace_back([buffer = object(GL_SHADER_STORAGE_BUFFER_BINDING)] {
    glBindBuffer(GL_SHADER_STORAGE_BUFFER, buffer);
  });
  const int count = std::min(kStorageBuffers, integer(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS));
  for (GLuint index = 0; index < static_cast<GLuint>(count); ++index) {
    const auto buffer = static_cast<GLuint>(integer(GL_SHADER_STORAGE_BUFFER_BINDING, index));
    GLint64 start = 0;
    GLint64 size = 0;
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, index, &start);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, index, &size);
    undo_.emplace_back([index, buffer, start, size] {
      if (size == 0) {
        glBindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffer);
      } else {
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, index, buffer, static_cast<GLintptr>(start),
                          static_cast<GLsizeiptr>(size));
      }
    });
  }
}

void StateGuard::keepImages() {
  const int count = std::min(kImageUnits, integer(GL_MAX_IMAGE_UNITS));
  for (GLuint unit = 0; unit < static_cast<GLuint>(count); ++unit) {
    const auto texture = static_cast<GLuint>(integer(GL_IMAGE_BINDING_NAME, unit));
    const GLint level = integer(GL_IMAGE_BINDING_LEVEL, unit);
    const auto layered = static_cast<GLboolean>(integer(GL_IMAGE_BINDING_LAYERED, unit));
    const GLint layer = integer(GL_IMAGE_BINDING_LAYER, unit);
    const auto access = static_cast<GLenum>(integer(GL_IMAGE_BINDING_ACCESS, unit));
    const auto format = static_cast<GLenum>(integer(GL_IMAGE_BINDING_FORMAT, unit));
    undo_.emplace_back(
        [=] { glBindImageTexture(unit, texture, level, layered, layer, access, format); });
  }
}

void StateGuard::keepPixelStore() {
  constexpr GLint kDefaultAlignment = 4;
  for (const GLenum name :
       {GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST, GL_PACK_ROW_LENGTH, GL_PACK_IMAGE_HEIGHT,
        GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_IMAGES, GL_PACK_ALIGNMENT,
        GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST, GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT,
        GL_UNPACK_SKIP_PIXELS, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES, GL_UNPACK_ALIGNMENT}) {
    undo_.emplace_back([name, value = integer(name)] { glPixelStorei(name, value); });
    const bool isAlignment = name == GL_PACK_ALIGNMENT || name == GL_UNPACK_ALIGNMENT;
    glPixelStorei(name, isAlignment ? kDefaultAlignment : 0);
  }
  undo_.emplace_back([clamp = static_cast<GLenum>(integer(GL_CLAMP_READ_COLOR))] {
    glClampColor(GL_CLAMP_READ_COLOR, clamp);
  });
  glClampColor(GL_CLAMP_READ_COLOR, GL_FIXED_ONLY);
}

void StateGuard::keepRasterizer() {
  const GLint drawBuffers = integer(GL_MAX_DRAW_BUFFERS);
  disableEach(GL_BLEND, drawBuffers);
  for (GLuint index = 0; index < static_cast<GLuint>(drawBuffers); ++index) {
    std::array<GLboolean, 4> mask{};
    glGetBooleani_v(GL_COLOR_WRITEMASK, index, mask.data());
    undo_.emplace_back([index, mask] { glColorMaski(index, mask[0], mask[1], mask[2], mask[3]); });
  }
  glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  // Without a depth buffer and with one sample several of these should not matter, but switching
  // them off is cheaper than relying on that.
  for (const GLenum capability :
       {GL_DEPTH_TEST, GL_DEPTH_CLAMP, GL_STENCIL_TEST, GL_CULL_FACE, GL_COLOR_LOGIC_OP, GL_DITHER,
        GL_FRAMEBUFFER_SRGB, GL_RASTERIZER_DISCARD, GL_PRIMITIVE_RESTART, GL_PROGRAM_POINT_SIZE,
        GL_POLYGON_SMOOTH, GL_SAMPLE_ALPHA_TO_COVERAGE, GL_SAMPLE_ALPHA_TO_ONE, GL_SAMPLE_COVERAGE,
        GL_SAMPLE_MASK}) {
    disable(capability);
  }
  if (GLEW_VERSION_4_0) disable(GL_SAMPLE_SHADING);
  const GLint clipDistances = integer(GL_MAX_CLIP_DISTANCES);
  for (GLint k = 0; k < clipDistances; ++k) disable(GL_CLIP_DISTANCE0 + static_cast<GLenum>(k));

  GLfloat pointSize = 1.0F;
  glGetFloatv(GL_POINT_SIZE, &pointSize);
  undo_.emplace_back([pointSize] { glPointSize(pointSize); });
  glPointSize(1.0F);
  std::array<GLint, 2> modes{};
  glGetIntegerv(GL_POLYGON_MODE, modes.data());
  undo_.emplace_back([front = static_cast<GLenum>(modes[0]), back = static_cast<GLenum>(modes[1])] {
    // A core profile has one mode, and may report only one.
    glPolygonMode(GL_FRONT_AND_BACK, front);
    if (back != front && isCompatibility()) glPolygonMode(GL_BACK, back);
  });
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
}

void StateGuard::keepClipControl() {
  undo_.emplace_back(
      [origin = static_cast<GLenum>(integer(GL_CLIP_ORIGIN)),
       depth = static_cast<GLenum>(integer(GL_CLIP_DEPTH_MODE))] { glClipControl(origin, depth); });
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
}

void StateGuard::keepCompatibility() {
  disable(GL_ALPHA_TEST);
  disable(GL_POINT_SMOOTH);
  disable(GL_POLYGON_STIPPLE);
  undo_.emplace_back([clamp = static_cast<GLenum>(integer(GL_CLAMP_FRAGMENT_COLOR))] {
    glClampColor(GL_CLAMP_FRAGMENT_COLOR, clamp);
  });
  glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE);
  for (const auto& [name, neutral] :
       {std::pair(GL_RED_SCALE, 1.0F), std::pair(GL_GREEN_SCALE, 1.0F),
        std::pair(GL_BLUE_SCALE, 1.0F), std::pair(GL_ALPHA_SCALE, 1.0F),
        std::pair(GL_RED_BIAS, 0.0F), std::pair(GL_GREEN_BIAS, 0.0F), std::pair(GL_BLUE_BIAS, 0.0F),
        std::pair(GL_ALPHA_BIAS, 0.0F), std::pair(GL_MAP_COLOR, 0.0F)}) {
    GLfloat value = 0.0F;
    glGetFloatv(name, &value);
    undo_.emplace_back([name = name, value] { glPixelTransferf(name, value); });
    glPixelTransferf(name, neutral);
  }
}

void StateGuard::disable(GLenum capability) {
  undo_.emplace_back([capability, on = glIsEnabled(capability) != 0] { set(capability, on); });
  glDisable(capability);
}

void StateGuard::disableEach(GLenum capability, int count) {
  for (GLuint index = 0; index < static_cast<GLuint>(count); ++index) {
    const bool on = glIsEnabledi(capability, index) != 0;
    undo_.emplace_back([capability, index, on] {
      on ? glEnablei(capability, index) : glDisablei(capability, index);
    });
  }
  glDisable(capability);
}

}  // namespace gpubuck::gl
