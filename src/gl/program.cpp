#include "gl/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <glm/gtc/type_ptr.hpp>
#include <sstream>

#include "base/error.h"
#include "gl/debug.h"

namespace gpubuck::gl {
namespace {

struct ShaderTraits {
  static void destroy(GLuint id) { glDeleteShader(id); }
};
using Shader = Handle<ShaderTraits>;

struct ShaderDump {
  std::string folder;
  std::string variant;
};

ShaderDump& shaderDump() {
  static ShaderDump target;
  return target;
}

const char* stageSuffix(GLenum kind) {
  switch (kind) {
    case GL_VERTEX_SHADER:
      return "vert";
    case GL_FRAGMENT_SHADER:
      return "frag";
    default:
      return "comp";
  }
}

void dump(const std::string& label, const Stage& stage, const std::string& text) {
  const auto& [folder, variant] = shaderDump();
  if (folder.empty()) return;
  std::string name = variant.empty() ? label : label + "-" + variant;
  std::replace(name.begin(), name.end(), '/', '-');
  const std::string path =
      fmt::format("{}/{}.{}.{}", folder, name, stage.version >= 430 ? "fast" : "paper",
                  stageSuffix(stage.kind));
  std::ofstream file(path);
  file << text;
  if (!file.flush()) throw RunError(path, "cannot be written");
}

template <typename GetParameter, typename GetLog>
std::string driverLog(GLuint id, GetParameter getParameter, GetLog getLog) {
  GLint length = 0;
  getParameter(id, GL_INFO_LOG_LENGTH, &length);
  std::string log(static_cast<std::size_t>(std::max(length, 1)), '\0');
  getLog(id, length, nullptr, log.data());
  return log.c_str();
}

/// The line of a driver's log that tells most, and how many more errors there are.
std::string firstError(const std::string& log) {
  std::istringstream lines(log);
  std::string line;
  std::string first;
  int errors = 0;
  while (std::getline(lines, line)) {
    if (line.find("error") == std::string::npos) continue;
    if (errors++ == 0) first = line;
  }
  if (errors == 0) return log.substr(0, log.find('\n'));
  return errors > 1 ? fmt::format("{} (and {} more)", first, errors - 1) : first;
}

Shader compile(const std::string& label, const Stage& stage) {
  const std::string text = fmt::format("#version {} core\n{}", stage.version, stage.source.text);
  dump(label, stage, text);
  Shader shader(glCreateShader(stage.kind));
  const char* pointer = text.c_str();
  glShaderSource(shader.id(), 1, &pointer, nullptr);
  glCompileShader(shader.id());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.id(), GL_COMPILE_STATUS, &compiled);
  if (compiled != GL_TRUE) {
    const std::string log =
        translateLog(driverLog(shader.id(), glGetShaderiv, glGetShaderInfoLog), stage.source.files);
    throw RunError("shader " + label, firstError(log));
  }
  return shader;
}

}  // namespace

void setShaderDump(const std::string& folder, const std::string& variant) {
  shaderDump() = {folder, variant};
}

GLuint Program::Traits::create() { return glCreateProgram(); }
void Program::Traits::destroy(GLuint id) {
  // The name of a deleted program that is still in use is an error to whoever notes it and later
  // puts it back, as Dear ImGui does.
  GLint inUse = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &inUse);
  if (static_cast<GLuint>(inUse) == id) glUseProgram(0);
  glDeleteProgram(id);
}

Program::Program(const std::string& label, const std::vector<Stage>& stages)
    : handle_(Handle<Traits>::create()), label_(label) {
  std::vector<Shader> shaders;
  for (const Stage& stage : stages) {
    shaders.push_back(compile(label, stage));
    glAttachShader(id(), shaders.back().id());
  }
  glLinkProgram(id());
  GLint linked = GL_FALSE;
  glGetProgramiv(id(), GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    throw RunError("shader " + label,
                   firstError(driverLog(id(), glGetProgramiv, glGetProgramInfoLog)));
  }
  for (const Shader& shader : shaders) glDetachShader(id(), shader.id());
  labelObject(GL_PROGRAM, id(), label);
}

void Program::use() const { glUseProgram(id()); }

GLint Program::location(const char* name) {
  use();
  if (const auto found = locations_.find(name); found != locations_.end()) return found->second;
  return locations_.emplace(name, glGetUniformLocation(id(), name)).first->second;
}

void Program::set(const char* name, int value) { glUniform1i(location(name), value); }
void Program::set(const char* name, GLuint value) { glUniform1ui(location(name), value); }
void Program::set(const char* name, float value) { glUniform1f(location(name), value); }
void Program::set(const char* name, const glm::ivec2& value) {
  glUniform2i(location(name), value.x, value.y);
}
void Program::set(const char* name, const glm::vec2& value) {
  glUniform2f(location(name), value.x, value.y);
}
void Program::set(const char* name, const glm::vec3& value) {
  glUniform3f(location(name), value.x, value.y, value.z);
}
void Program::set(const char* name, const glm::vec4& value) {
  glUniform4f(location(name), value.x, value.y, value.z, value.w);
}
void Program::set(const char* name, const glm::mat4& value) {
  glUniformMatrix4fv(location(name), 1, GL_FALSE, glm::value_ptr(value));
}
void Program::set(const char* name, std::span<const float> values) {
  glUniform1fv(location(name), static_cast<GLsizei>(values.size()), values.data());
}
void Program::set(const char* name, std::span<const glm::vec4> values) {
  glUniform4fv(location(name), static_cast<GLsizei>(values.size()),
               values.empty() ? nullptr : glm::value_ptr(values.front()));
}

}  // namespace gpubuck::gl
