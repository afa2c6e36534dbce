// Linked GLSL programs and their uniforms, and a cache that compiles each program of a context only
// once.
#pragma once

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gl/api.h"
#include "gl/shader_library.h"

namespace gpubuck::gl {

/// One stage of a program: GL_VERTEX_SHADER, GL_FRAGMENT_SHADER or GL_COMPUTE_SHADER.
struct Stage {
  GLenum kind;
  int version;  ///< version of GLSL: 430, 420 or 330; with OpenGL ES the stage has ES 3.00 instead
  ShaderSource source;
};

/// Sets a folder for offline validation. Every complete stage that is passed to the driver is also
/// written to this folder, as LABEL.paper.STAGE (GLSL 3.30 or 4.20), LABEL.es.STAGE (ES 3.00) or
/// LABEL.fast.STAGE (4.30). If several stages with different texts have the same label, the file
/// names of the second stage begin with LABEL-2, and so on. An empty `folder` stops this.
void setShaderDump(const std::string& folder);

/// A linked GLSL program with values for its uniforms.
///
/// Programs may share compiled code (share(), ProgramCache), but each has its own values, which
/// use() passes to the driver. A uniform that was never set is 0.
class Program {
 public:
  /// Compiles and links the stages. `label` is the name of the program in errors and debuggers.
  /// Throws RunError with the shader file, the line and the text of the driver's first error.
  Program(const std::string& label, const std::vector<Stage>& stages);
  Program(Program&&) noexcept = default;
  Program& operator=(Program&&) noexcept = default;
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program() = default;

  /// Returns the same program for another user, with all uniforms 0. Compiles nothing.
  Program share(const std::string& label) const;
  /// Returns whether another Program shares the compiled code of this program.
  bool isShared() const { return linked_.use_count() > 1; }

  /// Makes later draws and dispatches use this program with its uniforms.
  void use();
  GLuint id() const;
  const std::string& label() const { return label_; }

  /// A sampler that the compiler has not removed, and its type, such as GL_SAMPLER_2D.
  struct Sampler {
    std::string name;
    GLenum type;
  };
  const std::vector<Sampler>& samplers() const;

  /// Sets a uniform from the next use() on. Ignores a uniform that the compiler has removed because
  /// nothing depends on it, and array elements after the last element that the shader uses. Throws
  /// RunError if the type of the value differs from the type of the uniform. An int is also allowed
  /// for a bool and for a sampler.
  void set(const char* name, int v) { store(name, GL_INT, &v, sizeof v); }
  void set(const char* name, GLuint v) { store(name, GL_UNSIGNED_INT, &v, sizeof v); }
  void set(const char* name, float v) { store(name, GL_FLOAT, &v, sizeof v); }
  void set(const char* name, const glm::ivec2& v) { store(name, GL_INT_VEC2, &v, sizeof v); }
  void set(const char* name, const glm::vec2& v) { store(name, GL_FLOAT_VEC2, &v, sizeof v); }
  void set(const char* name, const glm::vec3& v) { store(name, GL_FLOAT_VEC3, &v, sizeof v); }
  void set(const char* name, const glm::vec4& v) { store(name, GL_FLOAT_VEC4, &v, sizeof v); }
  void set(const char* name, const glm::mat4& v) { store(name, GL_FLOAT_MAT4, &v, sizeof v); }
  void set(const char* name, std::span<const float> v) {
    store(name, GL_FLOAT, v.data(), v.size_bytes());
  }
  void set(const char* name, std::span<const glm::vec3> v) {
    store(name, GL_FLOAT_VEC3, v.data(), v.size_bytes());
  }
  void set(const char* name, std::span<const glm::vec4> v) {
    store(name, GL_FLOAT_VEC4, v.data(), v.size_bytes());
  }

 private:
  struct Linked;

  Program(std::string label, std::shared_ptr<Linked> linked);
  void store(const char* name, GLenum type, const void* data, std::size_t bytes);

  std::shared_ptr<Linked> linked_;
  std::string label_;
  int user_;                           ///< number that identifies this Program among the users of
                                       ///< linked_
  std::vector<std::uint32_t> values_;  ///< values of all uniforms, one after the other
  std::vector<std::size_t> changed_;   ///< uniforms set since the last use()
};

/// Compiles programs with the same stages only once, and keeps them when they have no users any
/// more. The context of the cache must be current when the cache compiles and when the cache is
/// destroyed.
class ProgramCache {
 public:
  /// Maximum number of programs without users; the least recently used programs are deleted first.
  /// A limit is needed, since the size of a box is a constant in shaders, so that each new size
  /// needs another program.
  static constexpr std::size_t kMaxUnused = 256;

  /// Returns a program of these stages with all uniforms 0. Throws the errors of Program.
  Program get(const std::string& label, const std::vector<Stage>& stages);

 private:
  struct Entry {
    std::string source;  ///< key of the cache: kind, version and text of all stages
    Program program;     ///< users share its code; use() is never called on it
  };

  std::list<Entry> entries_;  ///< the last requested program is first
};

}  // namespace gpubuck::gl
