// A linked GLSL program and its uniforms.
#pragma once

#include <glm/fwd.hpp>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "gl/handle.h"
#include "gl/shader_library.h"

namespace gpubuck::gl {

/// One stage of a program: GL_VERTEX_SHADER, GL_FRAGMENT_SHADER or GL_COMPUTE_SHADER.
struct Stage {
  GLenum kind;
  int version;  ///< 330 or 430, always the core profile
  ShaderSource source;
};

/// Every complete stage given to the driver is also written to `folder` as
/// LABEL[-VARIANT].paper.STAGE (GLSL 3.30) or .fast.STAGE (4.30), for offline validation. An empty
/// folder: off.
void setShaderDump(const std::string& folder, const std::string& variant = {});

class Program {
 public:
  /// Compiles and links. `label` names it in errors and debuggers. Throws RunError with the first
  /// error, as shader file and line and the driver's words.
  Program(const std::string& label, const std::vector<Stage>& stages);

  void use() const;
  GLuint id() const { return handle_.id(); }
  const std::string& label() const { return label_; }

  /// Uniforms are set on this program whether or not it is in use next; a name the compiler has
  /// removed because nothing depends on it is ignored.
  void set(const char* name, int value);
  void set(const char* name, GLuint value);
  void set(const char* name, float value);
  void set(const char* name, const glm::ivec2& value);
  void set(const char* name, const glm::vec2& value);
  void set(const char* name, const glm::vec3& value);
  void set(const char* name, const glm::vec4& value);
  void set(const char* name, const glm::mat4& value);
  void set(const char* name, std::span<const float> values);
  void set(const char* name, std::span<const glm::vec4> values);

 private:
  struct Traits {
    static GLuint create();
    static void destroy(GLuint id);
  };
  GLint location(const char* name);

  Handle<Traits> handle_;
  std::string label_;
  std::map<std::string, GLint, std::less<>> locations_;
};

}  // namespace gpubuck::gl
