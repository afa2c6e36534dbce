#include <array>
#include <stdexcept>

#include "library/gl_state.h"

namespace gpubuck::test {
namespace {

GLuint newBuffer(GLsizeiptr bytes) {
  GLuint id = 0;
  glGenBuffers(1, &id);
  glBindBuffer(GL_COPY_WRITE_BUFFER, id);
  glBufferData(GL_COPY_WRITE_BUFFER, bytes, nullptr, GL_STATIC_DRAW);
  return id;
}

GLuint newTexture(GLenum target) {
  GLuint id = 0;
  glGenTextures(1, &id);
  glBindTexture(target, id);
  return id;
}

GLuint newProgram() {
  const GLuint program = glCreateProgram();
  const std::array<std::pair<GLenum, const char*>, 2> stages{
      {{GL_VERTEX_SHADER, "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n"},
       {GL_FRAGMENT_SHADER, "#version 330 core\nout vec4 o;\nvoid main() { o = vec4(0.25); }\n"}}};
  for (const auto& [kind, text] : stages) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program, shader);
    glDeleteShader(shader);
  }
  glLinkProgram(program);
  GLint linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &linked);
  if (linked == 0) throw std::runtime_error("the caller's program does not link");
  return program;
}

void hostileTextures() {
  for (GLuint unit = 0; unit < 20; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    for (const GLenum target : {GL_TEXTURE_1D, GL_TEXTURE_2D, GL_TEXTURE_3D, GL_TEXTURE_2D_ARRAY,
                                GL_TEXTURE_CUBE_MAP, GL_TEXTURE_RECTANGLE}) {
      newTexture(target);
    }
    // With this sampler, integer textures have undefined values, and other textures are compared
    // with a depth.
    GLuint sampler = 0;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glSamplerParameteri(sampler, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glBindSampler(unit, sampler);
  }
  glActiveTexture(GL_TEXTURE9);
}

void hostileFramebuffers() {
  std::array<GLuint, 2> ids{};
  glGenFramebuffers(2, ids.data());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, ids[0]);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, ids[1]);
}

void hostileBuffers() {
  GLuint array = 0;
  glGenVertexArrays(1, &array);
  glBindVertexArray(array);
  for (const GLenum target :
       {GL_ARRAY_BUFFER, GL_ELEMENT_ARRAY_BUFFER, GL_UNIFORM_BUFFER, GL_TRANSFORM_FEEDBACK_BUFFER,
        GL_PIXEL_PACK_BUFFER, GL_PIXEL_UNPACK_BUFFER, GL_COPY_READ_BUFFER}) {
    glBindBuffer(target, newBuffer(64));
  }
  glBindBuffer(GL_COPY_WRITE_BUFFER, newBuffer(64));
}

void hostilePixelStore() {
  for (const GLenum name :
       {GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST, GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST}) {
    glPixelStorei(name, GL_TRUE);
  }
  for (const GLenum name :
       {GL_PACK_ROW_LENGTH, GL_PACK_IMAGE_HEIGHT, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS,
        GL_PACK_SKIP_IMAGES, GL_UNPACK_ROW_LENGTH, GL_UNPACK_IMAGE_HEIGHT, GL_UNPACK_SKIP_PIXELS,
        GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES}) {
    glPixelStorei(name, 3);
  }
  glPixelStorei(GL_PACK_ALIGNMENT, 8);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
  glClampColor(GL_CLAMP_READ_COLOR, GL_TRUE);
}

void hostileRasterizer() {
  for (const GLenum capability : {GL_BLEND,
                                  GL_SCISSOR_TEST,
                                  GL_DEPTH_TEST,
                                  GL_DEPTH_CLAMP,
                                  GL_STENCIL_TEST,
                                  GL_CULL_FACE,
                                  GL_COLOR_LOGIC_OP,
                                  GL_FRAMEBUFFER_SRGB,
                                  GL_RASTERIZER_DISCARD,
                                  GL_PRIMITIVE_RESTART,
                                  GL_PROGRAM_POINT_SIZE,
                                  GL_LINE_SMOOTH,
                                  GL_POLYGON_SMOOTH,
                                  GL_POLYGON_OFFSET_FILL,
                                  GL_SAMPLE_ALPHA_TO_COVERAGE,
                                  GL_SAMPLE_ALPHA_TO_ONE,
                                  GL_SAMPLE_COVERAGE,
                                  GL_SAMPLE_MASK,
                                  GL_CLIP_DISTANCE0,
                                  GL_CLIP_DISTANCE3,
                                  GL_CLIP_DISTANCE5}) {
    glEnable(capability);
  }
  glDisable(GL_MULTISAMPLE);
  glDisable(GL_DITHER);
  glDisablei(GL_BLEND, 1);
  glBlendFunc(GL_ZERO, GL_ONE_MINUS_SRC_COLOR);
  glBlendEquation(GL_FUNC_REVERSE_SUBTRACT);
  if (GLEW_VERSION_4_0) {
    glBlendFunci(1, GL_DST_COLOR, GL_ZERO);
    glBlendEquationi(1, GL_MAX);
  }
  glScissor(1, 2, 3, 4);
  glViewport(5, 6, 7, 8);
  glDepthFunc(GL_NEVER);
  glStencilFunc(GL_NEVER, 1, 0xFF);
  glCullFace(GL_FRONT_AND_BACK);
  glFrontFace(GL_CW);
  glLogicOp(GL_INVERT);
  glColorMask(GL_FALSE, GL_TRUE, GL_FALSE, GL_FALSE);
  glColorMaski(2, GL_TRUE, GL_FALSE, GL_FALSE, GL_TRUE);
  glDepthMask(GL_FALSE);
  glStencilMask(0x55);
  glPrimitiveRestartIndex(3);
  glSampleCoverage(0.0F, GL_TRUE);
  glSampleMaski(0, 0);
  glPointSize(7.0F);
  glPolygonMode(GL_FRONT_AND_BACK, GL_POINT);
  glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
  glClearColor(0.1F, 0.2F, 0.3F, 0.4F);
}

void hostile43() {
  for (GLuint k = 0; k < 8; ++k) {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, k, newBuffer(4096), 256, 512);
    const GLuint texture = newTexture(GL_TEXTURE_2D_ARRAY);
    glTexStorage3D(GL_TEXTURE_2D_ARRAY, 2, GL_RG16F, 4, 4, 4);
    glBindImageTexture(k, texture, 1, GL_FALSE, 2, GL_READ_ONLY, GL_RG16F);
  }
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 2, newBuffer(64));
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, newBuffer(64));
  glBindBuffer(GL_COPY_WRITE_BUFFER, newBuffer(64));
  for (GLuint k = 1; k < 16; ++k) {
    glViewportIndexedf(k, static_cast<GLfloat>(k) + 0.5F, 1.0F, 2.0F, 3.0F);
  }
  glDisablei(GL_SCISSOR_TEST, 5);
  glEnable(GL_SAMPLE_SHADING);
  glEnable(GL_PRIMITIVE_RESTART_FIXED_INDEX);
  if (GLEW_VERSION_4_5) glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
}

void hostileCompatibility() {
  glEnable(GL_ALPHA_TEST);
  glAlphaFunc(GL_NEVER, 0.5F);
  glEnable(GL_POINT_SMOOTH);
  glEnable(GL_POLYGON_STIPPLE);
  const std::array<GLubyte, 128> kNothing{};
  GLint unpack = 0;
  glGetIntegerv(GL_PIXEL_UNPACK_BUFFER_BINDING, &unpack);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
  glPolygonStipple(kNothing.data());
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, static_cast<GLuint>(unpack));
  glClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_TRUE);
  glClampColor(GL_CLAMP_VERTEX_COLOR, GL_TRUE);
  for (const GLenum name : {GL_RED_SCALE, GL_GREEN_SCALE, GL_BLUE_SCALE, GL_ALPHA_SCALE}) {
    glPixelTransferf(name, 0.5F);
  }
  for (const GLenum name : {GL_RED_BIAS, GL_GREEN_BIAS, GL_BLUE_BIAS, GL_ALPHA_BIAS}) {
    glPixelTransferf(name, 0.25F);
  }
  glPixelTransferi(GL_MAP_COLOR, GL_TRUE);
  glPolygonMode(GL_BACK, GL_LINE);
}

}  // namespace

void makeHostile() {
  hostileTextures();
  hostileFramebuffers();
  hostileBuffers();
  hostileRasterizer();
  if (GLEW_VERSION_4_3) hostile43();
  if (hasCompatibilityProfile()) hostileCompatibility();
  hostilePixelStore();
  glUseProgram(newProgram());
}

}  // namespace gpubuck::test
