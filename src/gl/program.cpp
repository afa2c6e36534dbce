#include "gl/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <glm/gtc/type_ptr.hpp>
#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "gl/debug.h"
#include "gl/handle.h"

namespace gpubuck::gl {
namespace {

struct ShaderTraits {
  static void destroy(GLuint id) { glDeleteShader(id); }
};
using Shader = Handle<ShaderTraits>;

struct ShaderDump {
  std::string folder;
  std::map<std::string, std::string> written;  ///< path -> text
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

void dump(std::string label, const Stage& stage, const std::string& text) {
  auto& [folder, written] = shaderDump();
  if (folder.empty()) return;
  std::ranges::replace(label, '/', '-');
  const std::string suffix =
      fmt::format("{}.{}", stage.version >= 430 ? "fast" : "paper", stageSuffix(stage.kind));
  std::string path = fmt::format("{}/{}.{}", folder, label, suffix);
  for (int number = 2; written.contains(path); ++number) {
    if (written[path] == text) return;
    path = fmt::format("{}/{}-{}.{}", folder, label, number, suffix);
  }
  written[path] = text;
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

/// The most informative line of a driver's log, and how many more errors there are.
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

struct ProgramTraits {
  static GLuint create() { return glCreateProgram(); }
  static void destroy(GLuint id) {
    // A deleted program that is still in use is an error for code that saves and restores it, as
    // Dear ImGui does.
    GLint inUse = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &inUse);
    if (static_cast<GLuint>(inUse) == id) glUseProgram(0);
    glDeleteProgram(id);
  }
};

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

/// Links `id`.
void link(GLuint id, const std::string& label, const std::vector<Stage>& stages) {
  std::vector<Shader> shaders;
  for (const Stage& stage : stages) {
    shaders.push_back(compile(label, stage));
    glAttachShader(id, shaders.back().id());
  }
  glLinkProgram(id);
  GLint linked = GL_FALSE;
  glGetProgramiv(id, GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    throw RunError("shader " + label,
                   firstError(driverLog(id, glGetProgramiv, glGetProgramInfoLog)));
  }
  for (const Shader& shader : shaders) glDetachShader(id, shader.id());
  labelObject(GL_PROGRAM, id, label);
}

struct Uniform {
  std::string name;  ///< without the [0] of an array
  GLenum declared;   ///< as the shader has it
  GLenum type;       ///< GL_INT also for bool and samplers
  GLint location;
  GLint count;        ///< 1, or the elements of an array
  std::size_t words;  ///< of all its elements
  std::size_t first;  ///< its place in Program::values_
};

/// The type of a uniform as set() knows it; none for images, whose units are in the shaders.
std::optional<GLenum> settableType(GLenum type) {
  switch (type) {
    case GL_INT:
    case GL_BOOL:
    case GL_SAMPLER_2D:
    case GL_UNSIGNED_INT_SAMPLER_2D:
      return GL_INT;
    case GL_UNSIGNED_INT:
    case GL_FLOAT:
    case GL_INT_VEC2:
    case GL_FLOAT_VEC2:
    case GL_FLOAT_VEC3:
    case GL_FLOAT_VEC4:
    case GL_FLOAT_MAT4:
      return type;
    default:
      return {};
  }
}

std::size_t wordsOf(GLenum type) {
  switch (type) {
    case GL_INT_VEC2:
    case GL_FLOAT_VEC2:
      return 2;
    case GL_FLOAT_VEC3:
      return 3;
    case GL_FLOAT_VEC4:
      return 4;
    case GL_FLOAT_MAT4:
      return 16;
    default:
      return 1;
  }
}

std::vector<Uniform> uniformsOf(GLuint program) {
  GLint active = 0;
  GLint longest = 0;
  glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &active);
  glGetProgramiv(program, GL_ACTIVE_UNIFORM_MAX_LENGTH, &longest);
  std::vector<Uniform> uniforms;
  std::string buffer(static_cast<std::size_t>(std::max(longest, 1)), '\0');
  std::size_t first = 0;
  for (GLuint index = 0; index < static_cast<GLuint>(active); ++index) {
    GLint count = 0;
    GLenum declared = 0;
    GLsizei length = 0;
    glGetActiveUniform(program, index, longest, &length, &count, &declared, buffer.data());
    std::string name = buffer.substr(0, static_cast<std::size_t>(length));
    const GLint location = glGetUniformLocation(program, name.c_str());
    const std::optional<GLenum> type = settableType(declared);
    if (!type || location < 0) continue;
    const std::size_t words = wordsOf(*type) * static_cast<std::size_t>(count);
    name = name.substr(0, name.find('['));
    uniforms.push_back({std::move(name), declared, *type, location, count, words, first});
    first += words;
  }
  return uniforms;
}

/// Passes the values of a uniform to the program in use.
void apply(const Uniform& uniform, const std::uint32_t* values) {
  const GLint at = uniform.location;
  const GLsizei count = uniform.count;
  const auto* ints = reinterpret_cast<const GLint*>(values);
  const auto* floats = reinterpret_cast<const GLfloat*>(values);
  switch (uniform.type) {
    case GL_INT:
      return glUniform1iv(at, count, ints);
    case GL_UNSIGNED_INT:
      return glUniform1uiv(at, count, values);
    case GL_INT_VEC2:
      return glUniform2iv(at, count, ints);
    case GL_FLOAT:
      return glUniform1fv(at, count, floats);
    case GL_FLOAT_VEC2:
      return glUniform2fv(at, count, floats);
    case GL_FLOAT_VEC3:
      return glUniform3fv(at, count, floats);
    case GL_FLOAT_VEC4:
      return glUniform4fv(at, count, floats);
    default:
      return glUniformMatrix4fv(at, count, GL_FALSE, floats);
  }
}

}  // namespace

void setShaderDump(const std::string& folder) { shaderDump() = {folder, {}}; }

/// A program of the driver, shared by its users, whose values take turns in it.
struct Program::Linked {
  Handle<ProgramTraits> handle = Handle<ProgramTraits>::create();
  std::vector<Uniform> uniforms{};
  std::vector<Sampler> samplers{};
  int users = 0;
  int lastUser = 0;  ///< whose values it has; 0: none
};

Program::Program(const std::string& label, const std::vector<Stage>& stages)
    : Program(label, std::make_shared<Linked>()) {
  link(id(), label, stages);
  linked_->uniforms = uniformsOf(id());
  for (const Uniform& uniform : linked_->uniforms) {
    if (uniform.declared == GL_SAMPLER_2D || uniform.declared == GL_UNSIGNED_INT_SAMPLER_2D) {
      linked_->samplers.push_back({uniform.name, uniform.declared});
    }
  }
  if (!linked_->uniforms.empty()) {
    const Uniform& last = linked_->uniforms.back();
    values_.resize(last.first + last.words);
  }
}

Program::Program(std::string label, std::shared_ptr<Linked> linked)
    : linked_(std::move(linked)), label_(std::move(label)), user_(++linked_->users) {}

Program Program::share(const std::string& label) const {
  Program other(label, linked_);
  other.values_.resize(values_.size());
  return other;
}

GLuint Program::id() const { return linked_->handle.id(); }

const std::vector<Program::Sampler>& Program::samplers() const { return linked_->samplers; }

void Program::use() {
  glUseProgram(id());
  const auto applyAt = [&](std::size_t index) {
    const Uniform& uniform = linked_->uniforms[index];
    apply(uniform, values_.data() + uniform.first);
  };
  if (linked_->lastUser != user_) {
    for (std::size_t index = 0; index < linked_->uniforms.size(); ++index) applyAt(index);
    linked_->lastUser = user_;
  } else {
    for (const std::size_t index : changed_) applyAt(index);
  }
  changed_.clear();
}

void Program::store(const char* name, GLenum type, const void* data, std::size_t bytes) {
  const std::vector<Uniform>& uniforms = linked_->uniforms;
  const auto found = std::ranges::find(uniforms, name, &Uniform::name);
  if (found == uniforms.end()) return;
  if (found->type != type) {
    throw RunError("shader " + label_,
                   fmt::format("uniform {} does not have the type of the value", name));
  }
  bytes = std::min(bytes, found->words * sizeof(std::uint32_t));
  std::uint32_t* const values = values_.data() + found->first;
  if (bytes == 0 || std::memcmp(values, data, bytes) == 0) return;
  std::memcpy(values, data, bytes);
  const auto index = static_cast<std::size_t>(found - uniforms.begin());
  if (std::ranges::find(changed_, index) == changed_.end()) changed_.push_back(index);
}

void Program::set(const char* name, int value) { store(name, GL_INT, &value, sizeof value); }
void Program::set(const char* name, GLuint value) {
  store(name, GL_UNSIGNED_INT, &value, sizeof value);
}
void Program::set(const char* name, float value) { store(name, GL_FLOAT, &value, sizeof value); }
void Program::set(const char* name, const glm::ivec2& value) {
  store(name, GL_INT_VEC2, glm::value_ptr(value), sizeof value);
}
void Program::set(const char* name, const glm::vec2& value) {
  store(name, GL_FLOAT_VEC2, glm::value_ptr(value), sizeof value);
}
void Program::set(const char* name, const glm::vec3& value) {
  store(name, GL_FLOAT_VEC3, glm::value_ptr(value), sizeof value);
}
void Program::set(const char* name, const glm::vec4& value) {
  store(name, GL_FLOAT_VEC4, glm::value_ptr(value), sizeof value);
}
void Program::set(const char* name, const glm::mat4& value) {
  store(name, GL_FLOAT_MAT4, glm::value_ptr(value), sizeof value);
}
void Program::set(const char* name, std::span<const float> values) {
  store(name, GL_FLOAT, values.data(), values.size_bytes());
}
void Program::set(const char* name, std::span<const glm::vec3> values) {
  store(name, GL_FLOAT_VEC3, values.data(), values.size_bytes());
}
void Program::set(const char* name, std::span<const glm::vec4> values) {
  store(name, GL_FLOAT_VEC4, values.data(), values.size_bytes());
}

}  // namespace gpubuck::gl
