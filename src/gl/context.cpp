#include "gl/context.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>
#include <string_view>

#include "base/error.h"
#include "base/terminal.h"
#include "gl/api.h"

#ifdef __EMSCRIPTEN__
#include <emscripten/html5.h>
#endif

namespace gpubuck::gl {

namespace {

/// Returns the constant for which glGetString() returns the name of the GPU. In a browser it is not
/// GL_RENDERER, whose string is the same for all GPUs.
GLenum rendererName() {
#ifdef __EMSCRIPTEN__
  constexpr GLenum kUnmasked = 0x9246;
  static const bool tells = emscripten_webgl_enable_extension(
      emscripten_webgl_get_current_context(), "WEBGL_debug_renderer_info");
  return tells ? kUnmasked : GL_RENDERER;
#else
  return GL_RENDERER;
#endif
}

std::string textOf(GLenum name) {
  const GLubyte* const value = glGetString(name);
  return value != nullptr ? reinterpret_cast<const char*>(value) : "";
}

Version currentVersion() {
  Version version;
  if (textOf(GL_VERSION).starts_with("OpenGL ES")) version.profile = Profile::Es3;
  glGetIntegerv(GL_MAJOR_VERSION, &version.major);
  glGetIntegerv(GL_MINOR_VERSION, &version.minor);
  return version;
}

std::set<std::string> extensions() {
  std::set<std::string> found;
  GLint count = 0;
  glGetIntegerv(GL_NUM_EXTENSIONS, &count);
  for (GLuint k = 0; k < static_cast<GLuint>(count); ++k) {
    found.insert(reinterpret_cast<const char*>(glGetStringi(GL_EXTENSIONS, k)));
  }
  return found;
}

Features& loadedFeatures() {
  static Features features;
  return features;
}

Features findFeatures() {
  Features found;
  static_cast<Version&>(found) = currentVersion();
  const std::set<std::string> present = extensions();
  found.debug = found.isCore(4, 3) || present.contains("GL_KHR_debug");
  // OpenGL ES 3.0 has no query for flags.
  GLint flags = GL_CONTEXT_FLAG_DEBUG_BIT;
  if (found.profile == Profile::Core) glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
  found.debugGroups =
      found.debug && ((static_cast<GLuint>(flags) & GL_CONTEXT_FLAG_DEBUG_BIT) != 0 ||
                      present.contains("GL_EXT_debug_tool"));
  if (found.profile == Profile::Es3) {
    if (found.major < 3 || !present.contains("GL_EXT_color_buffer_float")) {
      throw RunError("OpenGL ES",
                     fmt::format("needs version 3.0 and EXT_color_buffer_float, which {} on {} "
                                 "does not have",
                                 textOf(GL_VERSION), textOf(GL_RENDERER)));
    }
#ifndef __EMSCRIPTEN__
    found.promptQueries = true;
#endif
    return found;
  }
  found.sampleCounts = found.promptQueries = found.timers = found.textureReads = true;
  found.compute = found.isCore(4, 3);
  found.subgroups = present.contains("GL_KHR_shader_subgroup");
  found.gathers = present.contains("GL_ARB_gpu_shader5");
  found.robustness = present.contains("GL_ARB_robustness");
  found.memoryOfNvidia = present.contains("GL_NVX_gpu_memory_info");
  found.memoryOfAmd = present.contains("GL_ATI_meminfo");
  return found;
}

/// Loads functions by GLEW. GLEW can be used with OpenGL ES, too, since it has all functions of
/// OpenGL ES 3.0, and finds the functions of any context.
void loadByGlew() {
#ifndef __EMSCRIPTEN__
  glewExperimental = GL_TRUE;
  const GLenum status = glewInit();
  // A GLEW that was built for GLX reports a missing X display only after it has loaded all OpenGL
  // functions.
  if (status != GLEW_OK && status != GLEW_ERROR_NO_GLX_DISPLAY) {
    throw RunError("OpenGL",
                   advised(fmt::format("its functions cannot be loaded ({})",
                                       reinterpret_cast<const char*>(glewGetErrorString(status))),
                           kGlew));
  }
  if (glGenVertexArrays == nullptr || glGetString(GL_VERSION) == nullptr) {
    throw RunError("OpenGL", advised("the context offers no OpenGL 3.3 functions", kTooOld));
  }
#endif
}

}  // namespace

Profile defaultProfile() {
#ifdef __EMSCRIPTEN__
  return Profile::Es3;
#else
  const char* const value = std::getenv("GPUBUCK_OPENGL");
  if (value == nullptr || std::string_view(value) == "core") return Profile::Core;
  if (std::string_view(value) == "es3") return Profile::Es3;
  throw InputError("GPUBUCK_OPENGL",
                   fmt::format("{} is not one of core, es3", printable(shortened(value, 150))));
#endif
}

const std::vector<std::array<int, 2>>& versionsOf(Profile profile) {
  static const std::vector<std::array<int, 2>> core{{4, 6}, {4, 5}, {4, 3}, {3, 3}}, es{{3, 0}};
  return profile == Profile::Es3 ? es : core;
}

void loadFunctions() {
  loadByGlew();
  while (glGetError() != GL_NO_ERROR) {
  }
  loadedFeatures() = findFeatures();
}

const Features& features() { return loadedFeatures(); }

Capabilities queryCapabilities() {
  Capabilities result;
  static_cast<Version&>(result) = currentVersion();
  result.vendor = textOf(GL_VENDOR);
  result.renderer = textOf(rendererName());
  result.version = textOf(GL_VERSION);
  result.shadingLanguage = textOf(GL_SHADING_LANGUAGE_VERSION);
  result.software = isSoftware();
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &result.maxTextureSize);
  return result;
}

bool isSoftware() {
  const GLubyte* name = glGetString(rendererName());
  if (name == nullptr) return false;
  const std::string_view renderer(reinterpret_cast<const char*>(name));
  return std::ranges::any_of(
      std::array{"llvmpipe", "softpipe", "SWR", "SwiftShader"},
      [&](const char* software) { return renderer.find(software) != std::string_view::npos; });
}

void spin(const std::function<bool()>& done, std::chrono::milliseconds longest) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  while (!done() && Clock::now() - start < longest) continue;
}

void poll(const std::function<bool()>& done) {
  if (!isSoftware()) spin(done, std::chrono::milliseconds(2));
}

void finish() {
  // glFinish() puts the thread to sleep, even if all commands are complete. It is called only if
  // the fence is not reached soon.
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  GLenum answer = GL_TIMEOUT_EXPIRED;
  const auto isDone = [&] {
    answer = glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0);
    return answer != GL_TIMEOUT_EXPIRED;
  };
  if (features().promptQueries) poll(isDone);
  glDeleteSync(fence);
  if (answer != GL_ALREADY_SIGNALED && answer != GL_CONDITION_SATISFIED) glFinish();
}

std::string advised(const std::string& why, const Advice& advice) {
#ifdef _WIN32
  const char* const text = advice.onWindows != nullptr ? advice.onWindows : advice.text;
#else
  const char* const text = advice.text;
#endif
  return fmt::format("{}; {} (docs/troubleshooting.md, \"{}\")", why, text, advice.heading);
}

std::string driverVariables() {
  std::string set;
  for (const char* name :
       {"MESA_GL_VERSION_OVERRIDE", "MESA_GLSL_VERSION_OVERRIDE", "MESA_LOADER_DRIVER_OVERRIDE",
        "MESA_EXTENSION_OVERRIDE", "GALLIUM_DRIVER", "LIBGL_DRIVERS_PATH", "LIBGL_ALWAYS_SOFTWARE",
        "__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS",
        "__GLX_VENDOR_LIBRARY_NAME"}) {
    const char* value = std::getenv(name);
    if (value != nullptr) set += fmt::format("{}{}={}", set.empty() ? "" : ", ", name, value);
  }
  return set;
}

}  // namespace gpubuck::gl
