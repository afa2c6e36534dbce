#include "library/gl_state.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <utility>

namespace gpubuck::test {
namespace {

struct Name {
  GLenum value;
  const char* text;
};
#define NAME(name) \
  Name { name, #name }

constexpr std::array kValues{NAME(GL_CURRENT_PROGRAM),
                             NAME(GL_VERTEX_ARRAY_BINDING),
                             NAME(GL_DRAW_FRAMEBUFFER_BINDING),
                             NAME(GL_READ_FRAMEBUFFER_BINDING),
                             NAME(GL_RENDERBUFFER_BINDING),
                             NAME(GL_ARRAY_BUFFER_BINDING),
                             NAME(GL_ELEMENT_ARRAY_BUFFER_BINDING),
                             NAME(GL_COPY_READ_BUFFER),
                             NAME(GL_COPY_WRITE_BUFFER),
                             NAME(GL_PIXEL_PACK_BUFFER_BINDING),
                             NAME(GL_PIXEL_UNPACK_BUFFER_BINDING),
                             NAME(GL_UNIFORM_BUFFER_BINDING),
                             NAME(GL_TRANSFORM_FEEDBACK_BUFFER_BINDING),
                             NAME(GL_ACTIVE_TEXTURE),
                             NAME(GL_VIEWPORT),
                             NAME(GL_SCISSOR_BOX),
                             NAME(GL_COLOR_CLEAR_VALUE),
                             NAME(GL_DEPTH_CLEAR_VALUE),
                             NAME(GL_STENCIL_CLEAR_VALUE),
                             NAME(GL_COLOR_WRITEMASK),
                             NAME(GL_DEPTH_WRITEMASK),
                             NAME(GL_STENCIL_WRITEMASK),
                             NAME(GL_STENCIL_BACK_WRITEMASK),
                             NAME(GL_STENCIL_FUNC),
                             NAME(GL_STENCIL_REF),
                             NAME(GL_DEPTH_FUNC),
                             NAME(GL_DEPTH_RANGE),
                             NAME(GL_BLEND_SRC_RGB),
                             NAME(GL_BLEND_DST_RGB),
                             NAME(GL_BLEND_SRC_ALPHA),
                             NAME(GL_BLEND_DST_ALPHA),
                             NAME(GL_BLEND_EQUATION_RGB),
                             NAME(GL_BLEND_EQUATION_ALPHA),
                             NAME(GL_BLEND_COLOR),
                             NAME(GL_CULL_FACE_MODE),
                             NAME(GL_FRONT_FACE),
                             NAME(GL_LOGIC_OP_MODE),
                             NAME(GL_LINE_WIDTH),
                             NAME(GL_POINT_SIZE),
                             NAME(GL_POINT_FADE_THRESHOLD_SIZE),
                             NAME(GL_POLYGON_MODE),
                             NAME(GL_POLYGON_OFFSET_FACTOR),
                             NAME(GL_POLYGON_OFFSET_UNITS),
                             NAME(GL_PRIMITIVE_RESTART_INDEX),
                             NAME(GL_PROVOKING_VERTEX),
                             NAME(GL_SAMPLE_COVERAGE_VALUE),
                             NAME(GL_SAMPLE_COVERAGE_INVERT),
                             NAME(GL_CLAMP_READ_COLOR),
                             NAME(GL_PACK_SWAP_BYTES),
                             NAME(GL_PACK_LSB_FIRST),
                             NAME(GL_PACK_ROW_LENGTH),
                             NAME(GL_PACK_IMAGE_HEIGHT),
                             NAME(GL_PACK_SKIP_PIXELS),
                             NAME(GL_PACK_SKIP_ROWS),
                             NAME(GL_PACK_SKIP_IMAGES),
                             NAME(GL_PACK_ALIGNMENT),
                             NAME(GL_UNPACK_SWAP_BYTES),
                             NAME(GL_UNPACK_LSB_FIRST),
                             NAME(GL_UNPACK_ROW_LENGTH),
                             NAME(GL_UNPACK_IMAGE_HEIGHT),
                             NAME(GL_UNPACK_SKIP_PIXELS),
                             NAME(GL_UNPACK_SKIP_ROWS),
                             NAME(GL_UNPACK_SKIP_IMAGES),
                             NAME(GL_UNPACK_ALIGNMENT)};

constexpr std::array kValues43{
    NAME(GL_SHADER_STORAGE_BUFFER_BINDING),    NAME(GL_DRAW_INDIRECT_BUFFER_BINDING),
    NAME(GL_DISPATCH_INDIRECT_BUFFER_BINDING), NAME(GL_PROGRAM_PIPELINE_BINDING),
    NAME(GL_MIN_SAMPLE_SHADING_VALUE),         NAME(GL_DEBUG_GROUP_STACK_DEPTH)};

constexpr std::array kCompatibilityValues{
    NAME(GL_ALPHA_TEST_FUNC),    NAME(GL_ALPHA_TEST_REF), NAME(GL_CLAMP_FRAGMENT_COLOR),
    NAME(GL_CLAMP_VERTEX_COLOR), NAME(GL_RED_SCALE),      NAME(GL_GREEN_SCALE),
    NAME(GL_BLUE_SCALE),         NAME(GL_ALPHA_SCALE),    NAME(GL_RED_BIAS),
    NAME(GL_GREEN_BIAS),         NAME(GL_BLUE_BIAS),      NAME(GL_ALPHA_BIAS),
    NAME(GL_MAP_COLOR),          NAME(GL_SHADE_MODEL),    NAME(GL_MATRIX_MODE),
    NAME(GL_MODELVIEW_MATRIX),   NAME(GL_CURRENT_COLOR),  NAME(GL_ATTRIB_STACK_DEPTH)};

constexpr std::array kCapabilities{NAME(GL_BLEND),
                                   NAME(GL_SCISSOR_TEST),
                                   NAME(GL_DEPTH_TEST),
                                   NAME(GL_DEPTH_CLAMP),
                                   NAME(GL_STENCIL_TEST),
                                   NAME(GL_CULL_FACE),
                                   NAME(GL_COLOR_LOGIC_OP),
                                   NAME(GL_DITHER),
                                   NAME(GL_FRAMEBUFFER_SRGB),
                                   NAME(GL_RASTERIZER_DISCARD),
                                   NAME(GL_PRIMITIVE_RESTART),
                                   NAME(GL_PROGRAM_POINT_SIZE),
                                   NAME(GL_LINE_SMOOTH),
                                   NAME(GL_POLYGON_SMOOTH),
                                   NAME(GL_POLYGON_OFFSET_FILL),
                                   NAME(GL_POLYGON_OFFSET_LINE),
                                   NAME(GL_POLYGON_OFFSET_POINT),
                                   NAME(GL_MULTISAMPLE),
                                   NAME(GL_SAMPLE_ALPHA_TO_COVERAGE),
                                   NAME(GL_SAMPLE_ALPHA_TO_ONE),
                                   NAME(GL_SAMPLE_COVERAGE),
                                   NAME(GL_SAMPLE_MASK),
                                   NAME(GL_TEXTURE_CUBE_MAP_SEAMLESS),
                                   NAME(GL_CLIP_DISTANCE0),
                                   NAME(GL_CLIP_DISTANCE1),
                                   NAME(GL_CLIP_DISTANCE2),
                                   NAME(GL_CLIP_DISTANCE3),
                                   NAME(GL_CLIP_DISTANCE4),
                                   NAME(GL_CLIP_DISTANCE5)};

constexpr std::array kCapabilities43{NAME(GL_SAMPLE_SHADING),
                                     NAME(GL_PRIMITIVE_RESTART_FIXED_INDEX), NAME(GL_DEBUG_OUTPUT),
                                     NAME(GL_DEBUG_OUTPUT_SYNCHRONOUS)};

constexpr std::array kCompatibilityCapabilities{
    NAME(GL_ALPHA_TEST), NAME(GL_POINT_SMOOTH), NAME(GL_POLYGON_STIPPLE), NAME(GL_POINT_SPRITE),
    NAME(GL_LIGHTING),   NAME(GL_FOG),          NAME(GL_TEXTURE_2D)};

constexpr std::array kUnitBindings{
    NAME(GL_TEXTURE_BINDING_1D),       NAME(GL_TEXTURE_BINDING_2D),
    NAME(GL_TEXTURE_BINDING_3D),       NAME(GL_TEXTURE_BINDING_1D_ARRAY),
    NAME(GL_TEXTURE_BINDING_2D_ARRAY), NAME(GL_TEXTURE_BINDING_RECTANGLE),
    NAME(GL_TEXTURE_BINDING_BUFFER),   NAME(GL_TEXTURE_BINDING_CUBE_MAP),
    NAME(GL_SAMPLER_BINDING)};

constexpr std::array kImageValues{NAME(GL_IMAGE_BINDING_NAME),    NAME(GL_IMAGE_BINDING_LEVEL),
                                  NAME(GL_IMAGE_BINDING_LAYERED), NAME(GL_IMAGE_BINDING_LAYER),
                                  NAME(GL_IMAGE_BINDING_ACCESS),  NAME(GL_IMAGE_BINDING_FORMAT)};

constexpr GLuint kTextureUnits = 24;

// Marks the entries of a list of 16 values that glGet leaves unset, since most names have fewer
// values.
constexpr double kNoValue = -987654.25;

GLint integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

template <typename Names>
void readValues(const Names& names, GlState& state) {
  for (const Name& name : names) {
    std::vector<double> values(16, kNoValue);
    glGetDoublev(name.value, values.data());
    while (values.size() > 1 && values.back() == kNoValue) values.pop_back();
    state[name.text] = values;
  }
}

template <typename Names>
void readCapabilities(const Names& names, GlState& state) {
  for (const Name& name : names) state[name.text] = {double(glIsEnabled(name.value))};
}

double indexed(GLenum name, GLuint index) {
  GLint64 value = 0;
  glGetInteger64i_v(name, index, &value);
  return static_cast<double>(value);
}

void readDrawBuffers(GlState& state) {
  for (GLuint k = 0; k < static_cast<GLuint>(integer(GL_MAX_DRAW_BUFFERS)); ++k) {
    state[fmt::format("GL_BLEND {}", k)] = {double(glIsEnabledi(GL_BLEND, k))};
    std::array<GLboolean, 4> mask{};
    glGetBooleani_v(GL_COLOR_WRITEMASK, k, mask.data());
    state[fmt::format("GL_COLOR_WRITEMASK {}", k)] = {double(mask[0]), double(mask[1]),
                                                      double(mask[2]), double(mask[3])};
    if (!GLEW_VERSION_4_0) continue;
    for (const Name& name :
         {NAME(GL_BLEND_SRC_RGB), NAME(GL_BLEND_DST_RGB), NAME(GL_BLEND_SRC_ALPHA),
          NAME(GL_BLEND_DST_ALPHA), NAME(GL_BLEND_EQUATION_RGB), NAME(GL_BLEND_EQUATION_ALPHA)}) {
      state[fmt::format("{} {}", name.text, k)] = {indexed(name.value, k)};
    }
  }
}

void readViewports(GlState& state) {
  for (GLuint k = 0; k < static_cast<GLuint>(integer(GL_MAX_VIEWPORTS)); ++k) {
    std::array<GLfloat, 4> v{};
    glGetFloati_v(GL_VIEWPORT, k, v.data());
    state[fmt::format("GL_VIEWPORT {}", k)] = {v[0], v[1], v[2], v[3]};
    state[fmt::format("GL_SCISSOR_TEST {}", k)] = {double(glIsEnabledi(GL_SCISSOR_TEST, k))};
  }
}

void readUnits(GlState& state) {
  const auto active = static_cast<GLenum>(integer(GL_ACTIVE_TEXTURE));
  for (GLuint unit = 0; unit < kTextureUnits; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    for (const Name& name : kUnitBindings) {
      state[fmt::format("{} {}", name.text, unit)] = {double(integer(name.value))};
    }
  }
  glActiveTexture(active);
}

void readIndexed43(GlState& state) {
  for (GLuint k = 0; k < 8; ++k) {
    state[fmt::format("GL_SHADER_STORAGE_BUFFER {}", k)] = {
        indexed(GL_SHADER_STORAGE_BUFFER_BINDING, k), indexed(GL_SHADER_STORAGE_BUFFER_START, k),
        indexed(GL_SHADER_STORAGE_BUFFER_SIZE, k)};
    for (const Name& name : kImageValues) {
      state[fmt::format("{} {}", name.text, k)] = {indexed(name.value, k)};
    }
  }
}

void readCallback(GlState& state) {
  void* function = nullptr;
  void* user = nullptr;
  glGetPointerv(GL_DEBUG_CALLBACK_FUNCTION, &function);
  glGetPointerv(GL_DEBUG_CALLBACK_USER_PARAM, &user);
  state["debug callback"] = {double(reinterpret_cast<std::uintptr_t>(function)),
                             double(reinterpret_cast<std::uintptr_t>(user))};
}

}  // namespace

bool hasCompatibilityProfile() {
  return (integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

GlState readGlState() {
  GlState state;
  readValues(kValues, state);
  readCapabilities(kCapabilities, state);
  readDrawBuffers(state);
  readUnits(state);
  if (GLEW_VERSION_4_3) {
    readValues(kValues43, state);
    readCapabilities(kCapabilities43, state);
    readViewports(state);
    readIndexed43(state);
    readCallback(state);
  }
  if (GLEW_VERSION_4_5) {
    readValues(std::array{NAME(GL_CLIP_ORIGIN), NAME(GL_CLIP_DEPTH_MODE)}, state);
  }
  if (hasCompatibilityProfile()) {
    readValues(kCompatibilityValues, state);
    readCapabilities(kCompatibilityCapabilities, state);
  }
  return state;
}

std::string differences(const GlState& before, const GlState& after) {
  std::string text;
  for (const auto& [name, values] : before) {
    if (values != after.at(name)) {
      text += fmt::format("{}: was {}, is {}\n", name, values, after.at(name));
    }
  }
  return text;
}

std::map<std::string, int> countGlObjects() {
  constexpr GLuint kMostNames = 2000;
  std::map<std::string, int> counts;
  for (GLuint name = 1; name < kMostNames; ++name) {
    counts["textures"] += glIsTexture(name);
    counts["buffers"] += glIsBuffer(name);
    counts["framebuffers"] += glIsFramebuffer(name);
    counts["vertex arrays"] += glIsVertexArray(name);
    counts["programs"] += glIsProgram(name);
    counts["shaders"] += glIsShader(name);
    counts["queries"] += glIsQuery(name);
    counts["samplers"] += glIsSampler(name);
  }
  return counts;
}

}  // namespace gpubuck::test
