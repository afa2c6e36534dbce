#include "gl/shader_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

#include "base/embedded.h"
#include "base/error.h"

namespace gpubuck::gl {
namespace {

std::string lineDirective(int line, std::size_t file) {
  return fmt::format("#line {}\n", file * kLinesPerFile + static_cast<std::size_t>(line));
}

/// The path of an `#include "path"` line, or nothing.
std::optional<std::string> includedPath(const std::string& line) {
  static const std::regex kInclude(R"re(^\s*#\s*include\s+"([^"]+)"\s*(//.*)?$)re");
  std::smatch match;
  if (!std::regex_match(line, match, kInclude)) return std::nullopt;
  return match[1].str();
}

}  // namespace

std::string ShaderLibrary::read(const std::string& path, const std::string& includedFrom) const {
  if (folder_) {
    std::ifstream file(*folder_ + "/" + path, std::ios::binary);
    if (!file) throw RunError(includedFrom, fmt::format("no shader {}/{}", *folder_, path));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  const embedded::Files& shaders = embedded::files("shaders");
  const auto found = shaders.find(path);
  if (found == shaders.end()) throw RunError(includedFrom, "no shader " + path);
  return std::string(found->second);
}

void ShaderLibrary::append(const std::string& path, const std::string& text,
                           std::vector<std::string>& stack, ShaderSource& out) const {
  stack.push_back(path);
  out.files.push_back(path);
  const std::size_t file = out.files.size() - 1;
  out.text += lineDirective(1, file);
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const std::optional<std::string> included = includedPath(line);
    if (!included) {
      out.text += line + "\n";
      continue;
    }
    const std::string here = fmt::format("{}:{}", path, number);
    if (std::ranges::find(stack, *included) != stack.end()) {
      throw RunError(here, fmt::format("{} includes itself", *included));
    }
    if (std::ranges::find(out.files, *included) == out.files.end()) {
      append(*included, read(*included, here), stack, out);
    }
    out.text += lineDirective(number + 1, file);
  }
  stack.pop_back();
}

ShaderSource ShaderLibrary::load(const std::string& path, const std::string& prologue) const {
  return resolve(path, read(path, path), prologue);
}

ShaderSource ShaderLibrary::resolve(const std::string& name, const std::string& text,
                                    const std::string& prologue) const {
  ShaderSource source;
  std::vector<std::string> stack;
  append("generated prologue", prologue, stack, source);
  append(name, text, stack, source);
  return source;
}

std::string translateLog(const std::string& log, const std::vector<std::string>& files) {
  // Mesa writes "0:L(C): error", NVIDIA "0(L) : error", others "ERROR: 0:L: ".
  static const std::regex kPosition(R"(^(ERROR: |WARNING: )?\d+[:(](\d+)\)?(\(\d+\))?\s*:?\s*)");
  std::istringstream lines(log);
  std::string line;
  std::string result;
  while (std::getline(lines, line)) {
    std::smatch match;
    if (std::regex_search(line, match, kPosition)) {
      const std::size_t number = std::stoul(match[2].str());
      const std::size_t file = number / kLinesPerFile;
      const std::string path = file < files.size() ? files[file] : "unknown file";
      line = fmt::format("{}:{}: {}", path, number % kLinesPerFile, match.suffix().str());
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace gpubuck::gl
