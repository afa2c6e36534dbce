// The OpenGL functions, through GLEW; in a browser the functions of WebGL 2. Code that calls OpenGL
// includes no other header of OpenGL. gl/context.h says which functions the current context has.
#pragma once

#ifndef __EMSCRIPTEN__
#include <GL/glew.h>
#else
#include <GLES3/gl3.h>

#include "base/error.h"

// Functions of desktop OpenGL that WebGL 2 lacks, declared so that passes compile. Passes call such
// a function only if gl::features() has it, and in a browser gl::features() never has it.

using GLdouble = double;
using GLuint64 = khronos_uint64_t;

namespace gpubuck::gl {

/// Replaces a function that does not exist.
struct NotInEs {
  const char* name;

  template <typename... Arguments>
  void operator()(Arguments&&... /*arguments*/) const {
    throw RunError("OpenGL ES", std::string(name) + " is not a function of OpenGL ES");
  }
};

}  // namespace gpubuck::gl

#define GPUBUCK_NOT_IN_ES(NAME) inline constexpr gpubuck::gl::NotInEs NAME{#NAME};
GPUBUCK_NOT_IN_ES(glBindImageTexture)
GPUBUCK_NOT_IN_ES(glDebugMessageCallback)
GPUBUCK_NOT_IN_ES(glDispatchCompute)
GPUBUCK_NOT_IN_ES(glGetBufferSubData)
GPUBUCK_NOT_IN_ES(glGetQueryObjectui64v)
GPUBUCK_NOT_IN_ES(glGetTexImage)
GPUBUCK_NOT_IN_ES(glMemoryBarrier)
GPUBUCK_NOT_IN_ES(glObjectLabel)
GPUBUCK_NOT_IN_ES(glPopDebugGroup)
GPUBUCK_NOT_IN_ES(glPushDebugGroup)
GPUBUCK_NOT_IN_ES(glTexBuffer)
#undef GPUBUCK_NOT_IN_ES

namespace gpubuck::gl {

/// Replaces glMapBufferRange, which OpenGL ES has, but WebGL does not.
[[noreturn]] inline void* mapNothing() {
  throw RunError("WebGL", "glMapBufferRange is not a function of WebGL 2");
}

}  // namespace gpubuck::gl
#define glMapBufferRange(...) gpubuck::gl::mapNothing()
#define glUnmapBuffer(target)

#define GLAPIENTRY GL_APIENTRY
#define GL_ALL_BARRIER_BITS 0xFFFFFFFF
#define GL_BUFFER 0x82E0
#define GL_BUFFER_UPDATE_BARRIER_BIT 0x00000200
#define GL_COMPUTE_SHADER 0x91B9
#define GL_COMPUTE_SHADER_BIT 0x00000020
#define GL_CONTEXT_FLAGS 0x821E
#define GL_CONTEXT_FLAG_DEBUG_BIT 0x00000002
#define GL_DEBUG_OUTPUT 0x92E0
#define GL_DEBUG_OUTPUT_SYNCHRONOUS 0x8242
#define GL_DEBUG_SEVERITY_HIGH 0x9146
#define GL_DEBUG_SOURCE_APPLICATION 0x824A
#define GL_DEBUG_TYPE_ERROR 0x824C
#define GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR 0x824E
#define GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX 0x9049
#define GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS 0x90DB
#define GL_MAX_COMPUTE_SHARED_MEMORY_SIZE 0x8262
#define GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS 0x90EB
#define GL_MAX_SHADER_STORAGE_BLOCK_SIZE 0x90DE
#define GL_MAX_TEXTURE_BUFFER_SIZE 0x8C2B
#define GL_PROGRAM 0x82E2
#define GL_PROGRAM_POINT_SIZE 0x8642
#define GL_READ_WRITE 0x88BA
#define GL_SAMPLER_BUFFER 0x8DC2
#define GL_SAMPLES_PASSED 0x8914
#define GL_SHADER_STORAGE_BARRIER_BIT 0x00002000
#define GL_SHADER_STORAGE_BUFFER 0x90D2
#define GL_SUBGROUP_FEATURE_ARITHMETIC_BIT_KHR 0x00000004
#define GL_SUBGROUP_FEATURE_BALLOT_BIT_KHR 0x00000008
#define GL_SUBGROUP_FEATURE_BASIC_BIT_KHR 0x00000001
#define GL_SUBGROUP_FEATURE_SHUFFLE_BIT_KHR 0x00000010
#define GL_SUBGROUP_SIZE_KHR 0x9532
#define GL_SUBGROUP_SUPPORTED_FEATURES_KHR 0x9534
#define GL_SUBGROUP_SUPPORTED_STAGES_KHR 0x9533
#define GL_TEXTURE_BUFFER 0x8C2A
#define GL_TEXTURE_FETCH_BARRIER_BIT 0x00000008
#define GL_TEXTURE_FREE_MEMORY_ATI 0x87FC
#define GL_TIME_ELAPSED 0x88BF
#define GL_UNSIGNED_INT_SAMPLER_BUFFER 0x8DD8
#define GL_WRITE_ONLY 0x88B9

#endif
