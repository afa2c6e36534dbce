#include "gl/program.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <list>
#include <map>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "gl/context.h"
#include "gl/debug.h"
#include "gl/objects.h"

namespace gpubuck::gl {
namespace {

struct ShaderDump {
  std::string folder;
  std::map<std::string, std::string> written;  ///< path -> text
};

ShaderDump& shaderDump() {
  static ShaderDump target;
  return target;
}

/// Returns the lines that come before the source of a shader, with the version of GLSL. A source
/// for GLSL 3.30 is also correct in ES 3.00.
std::string firstLines(const Stage& stage) {
  if (features().profile == Profile::Core) return fmt::format("#version {} core\n", stage.version);
  std::string text = "#version 300 es\n";
  for (const char* type : {"float", "int", "sampler2D", "isampler2D", "usampler2D"}) {
    text += fmt::format("precision highp {};\n", type);
  }
  return text;
}

void dump(std::string label, const Stage& stage, const std::string& text) {
  auto& [folder, written] = shaderDump();
  if (folder.empty()) return;
  std::ranges::replace(label, '/', '-');
  const bool isCore = features().profile == Profile::Core;
  const std::string suffix = fmt::format("{}.{}",
                                         !isCore                ? "es"
                                         : stage.version >= 430 ? "fast"
                                                                : "paper",
                                         stage.kind == GL_VERTEX_SHADER     ? "vert"
                                         : stage.kind == GL_FRAGMENT_SHADER ? "frag"
                                                                            : "comp");
  std::string path = fmt::format("{}/{}.{}", folder, label, suffix);
  for (int number = 2; written.contains(path); ++number) {
    if (written[path] == text) return;
    path = fmt::format("{}/{}-{}.{}", folder, label, number, suffix);
  }
  written[path] = text;
  std::ofstream file(path, std::ios::binary);
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

/// Returns the first error in a driver's log, and the number of further errors. If the log has no
/// error, returns its first line.
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

void deleteProgram(GLsizei, const GLuint* id) {
  // Code that restores the program in use, such as Dear ImGui, must not find a deleted program.
  GLint inUse = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &inUse);
  if (static_cast<GLuint>(inUse) == *id) glUseProgram(0);
  glDeleteProgram(*id);
}

/// Compiles `stage` as the shader `id`.
void compile(GLuint id, const std::string& label, const Stage& stage) {
  const std::string text = firstLines(stage) + stage.source.text;
  dump(label, stage, text);
  const char* pointer = text.c_str();
  glShaderSource(id, 1, &pointer, nullptr);
  glCompileShader(id);
  GLint compiled = GL_FALSE;
  glGetShaderiv(id, GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return;
  const std::string log = driverLog(id, glGetShaderiv, glGetShaderInfoLog);
  throw RunError("shader " + label, firstError(translateLog(log, stage.source.files)));
}

/// A shader that lives until its program is linked. In a browser the name of a deleted shader is
/// unknown, so that the shader could not be detached.
class Shader {
 public:
  Shader(GLuint program, const std::string& label, const Stage& stage)
      : program_(program), id_(glCreateShader(stage.kind)) {
    glAttachShader(program_, id_);
    try {
      compile(id_, label, stage);
    } catch (...) {
      remove();
      throw;
    }
  }
  ~Shader() { remove(); }
  Shader(const Shader&) = delete;
  Shader& operator=(const Shader&) = delete;

 private:
  void remove() const {
    glDetachShader(program_, id_);
    glDeleteShader(id_);
  }

  GLuint program_;
  GLuint id_;
};

void link(GLuint id, const std::string& label, const std::vector<Stage>& stages) {
  std::list<Shader> shaders;
  for (const Stage& stage : stages) shaders.emplace_back(id, label, stage);
  glLinkProgram(id);
  GLint linked = GL_FALSE;
  glGetProgramiv(id, GL_LINK_STATUS, &linked);
  if (linked != GL_TRUE) {
    throw RunError("shader " + label,
                   firstError(driverLog(id, glGetProgramiv, glGetProgramInfoLog)));
  }
  labelObject(GL_PROGRAM, id, label);
}

/// Describes how values of a type of uniforms are stored and passed to the driver.
struct UniformType {
  GLenum type;
  std::size_t words;
  void (*apply)(GLint location, GLsizei count, const std::uint32_t* values);
};

const GLint* ints(const std::uint32_t* values) { return reinterpret_cast<const GLint*>(values); }
const GLfloat* floats(const std::uint32_t* values) {
  return reinterpret_cast<const GLfloat*>(values);
}

constexpr UniformType kUniformTypes[] = {
    {GL_INT, 1, [](auto at, auto n, auto v) { glUniform1iv(at, n, ints(v)); }},
    {GL_UNSIGNED_INT, 1, [](auto at, auto n, auto v) { glUniform1uiv(at, n, v); }},
    {GL_INT_VEC2, 2, [](auto at, auto n, auto v) { glUniform2iv(at, n, ints(v)); }},
    {GL_FLOAT, 1, [](auto at, auto n, auto v) { glUniform1fv(at, n, floats(v)); }},
    {GL_FLOAT_VEC2, 2, [](auto at, auto n, auto v) { glUniform2fv(at, n, floats(v)); }},
    {GL_FLOAT_VEC3, 3, [](auto at, auto n, auto v) { glUniform3fv(at, n, floats(v)); }},
    {GL_FLOAT_VEC4, 4, [](auto at, auto n, auto v) { glUniform4fv(at, n, floats(v)); }},
    {GL_FLOAT_MAT4, 16,
     [](auto at, auto n, auto v) { glUniformMatrix4fv(at, n, GL_FALSE, floats(v)); }}};

bool isSampler(GLenum declared) {
  return declared == GL_SAMPLER_2D || declared == GL_UNSIGNED_INT_SAMPLER_2D ||
         declared == GL_SAMPLER_BUFFER || declared == GL_UNSIGNED_INT_SAMPLER_BUFFER;
}

/// Returns the row of a type, or null for images, whose units the shaders set.
const UniformType* findType(GLenum declared) {
  const bool isInt = declared == GL_BOOL || isSampler(declared);
  const auto* const found =
      std::ranges::find(kUniformTypes, isInt ? GL_INT : declared, &UniformType::type);
  return found != std::end(kUniformTypes) ? found : nullptr;
}

struct Uniform {
  std::string name;  ///< without the [0] of an array
  GLenum declared;   ///< type in the shader
  const UniformType* type;
  GLint location;
  GLint count;        ///< number of elements of an array, otherwise 1
  std::size_t words;  ///< number of words of all elements
  std::size_t first;  ///< index of the first word in Program::values_
};

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
    const std::string name = buffer.substr(0, static_cast<std::size_t>(length));
    const GLint location = glGetUniformLocation(program, name.c_str());
    const UniformType* const type = findType(declared);
    if (type == nullptr || location < 0) continue;
    const std::size_t words = type->words * static_cast<std::size_t>(count);
    uniforms.push_back(
        {name.substr(0, name.find('[')), declared, type, location, count, words, first});
    first += words;
  }
  return uniforms;
}

}  // namespace

void setShaderDump(const std::string& folder) { shaderDump() = {folder, {}}; }

/// A program of the driver, which several users (objects of Program) may share. The driver has the
/// values of one user at a time.
struct Program::Linked {
  Handle handle{[](GLsizei, GLuint* id) { *id = glCreateProgram(); }, deleteProgram};
  std::vector<Uniform> uniforms{};
  std::vector<Sampler> samplers{};
  int users = 0;
  int lastUser = 0;  ///< user whose values the driver has, or 0
};

Program::Program(const std::string& label, const std::vector<Stage>& stages)
    : Program(label, std::make_shared<Linked>()) {
  link(id(), label, stages);
  linked_->uniforms = uniformsOf(id());
  for (const Uniform& uniform : linked_->uniforms) {
    if (isSampler(uniform.declared)) linked_->samplers.push_back({uniform.name, uniform.declared});
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
    uniform.type->apply(uniform.location, uniform.count, values_.data() + uniform.first);
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
  if (found->type->type != type) {
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

Program ProgramCache::get(const std::string& label, const std::vector<Stage>& stages) {
  std::string source;
  for (const Stage& stage : stages) {
    source += fmt::format("{:x} {}\n{}", stage.kind, stage.version, stage.source.text);
  }
  const auto found = std::ranges::find(entries_, source, &Entry::source);
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
  } else {
    entries_.push_front({std::move(source), Program(label, stages)});
  }
  Program program = entries_.front().program.share(label);
  std::size_t unused = 0;
  entries_.remove_if(
      [&](const Entry& entry) { return !entry.program.isShared() && ++unused > kMaxUnused; });
  return program;
}

}  // namespace gpubuck::gl
