#include "gl/shader_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/embedded.h"
#include "base/error.h"
#include "base/number.h"
#include "base/terminal.h"

namespace gpubuck::gl {
namespace {

std::string lineDirective(int line, std::size_t file) {
  return fmt::format("#line {}\n", file * kLinesPerFile + static_cast<std::size_t>(line));
}

/// Returns the path of an include for an error.
std::string shown(const std::string& path) { return printable(shortened(path, 150)); }

/// Takes parts from the front of a line. Regular expressions are not used, since a match in the
/// standard library recurses for every character, and lines may be long.
class Front {
 public:
  explicit Front(std::string_view line) : rest_(line) {}

  std::string_view rest() const { return rest_; }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word)) return false;
    rest_.remove_prefix(word.size());
    return true;
  }
  void takeBlanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\v\f\r"), rest_.size()));
  }
  std::string_view takeUntil(char end) {
    const std::string_view taken = rest_.substr(0, rest_.find(end));
    rest_.remove_prefix(taken.size());
    return taken;
  }
  std::optional<std::size_t> takeNumber() {
    const std::size_t length = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    const auto number = numberIn<std::size_t>(rest_.substr(0, length));
    rest_.remove_prefix(length);
    return number;
  }

 private:
  std::string_view rest_;
};

/// Returns the path of an `#include "path"` line, or an empty optional for another line.
std::optional<std::string> includedPath(std::string_view line) {
  Front front(line);
  front.takeBlanks();
  if (!front.take("#")) return {};
  front.takeBlanks();
  if (!front.take("include")) return {};
  front.takeBlanks();
  if (!front.take("\"")) return {};
  const std::string_view path = front.takeUntil('"');
  if (path.empty() || !front.take("\"")) return {};
  front.takeBlanks();
  if (!front.rest().empty() && !front.take("//")) return {};
  return std::string(path);
}

/// A driver's message: its line and its text.
struct Complaint {
  std::size_t line;
  std::string_view text;
};

/// Parses a message: Mesa writes "0:L(C): error", NVIDIA "0(L) : error", other drivers "ERROR: 0:L:
/// ".
std::optional<Complaint> complaintIn(std::string_view message) {
  Front front(message);
  if (!front.take("ERROR: ")) front.take("WARNING: ");
  if (!front.takeNumber() || !(front.take(":") || front.take("("))) return {};
  const std::optional<std::size_t> line = front.takeNumber();
  if (!line) return {};
  front.take(")");
  if (Front column = front; column.take("(") && column.takeNumber() && column.take(")")) {
    front = column;
  }
  front.takeBlanks();
  front.take(":");
  front.takeBlanks();
  return Complaint{*line, front.rest()};
}

}  // namespace

std::string ShaderLibrary::read(const std::string& path, const std::string& includedFrom) const {
  if (folder_) {
    const std::string name = *folder_ + "/" + path;
    std::error_code ignored;
    // Only a regular file is read, since reading a device might never end.
    const bool isFile = std::filesystem::is_regular_file(name, ignored);
    std::ifstream file(isFile ? name : "", std::ios::binary);
    if (!file) throw RunError(includedFrom, fmt::format("no shader {}/{}", *folder_, shown(path)));
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
  }
  const embedded::Files& shaders = embedded::files("shaders");
  const auto found = shaders.find(path);
  if (found == shaders.end()) throw RunError(includedFrom, "no shader " + shown(path));
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
      throw RunError(here, fmt::format("{} includes itself", shown(*included)));
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
  std::istringstream lines(log);
  std::string line;
  std::string result;
  while (std::getline(lines, line)) {
    if (const std::optional<Complaint> complaint = complaintIn(line)) {
      const std::size_t file = complaint->line / kLinesPerFile;
      const std::string path = file < files.size() ? files[file] : "unknown file";
      line = fmt::format("{}:{}: {}", path, complaint->line % kLinesPerFile, complaint->text);
    }
    result += line + "\n";
  }
  return result;
}

}  // namespace gpubuck::gl
