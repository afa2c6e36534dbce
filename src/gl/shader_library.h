// Finds shader files, resolves their #include lines and keeps track of which line came from where.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpubuck::gl {

/// Line L of file F counts as line F * kLinesPerFile + L. Mesa leaves the source string number F of
/// `#line L F` out of most of its messages, so the line number itself tells the file.
inline constexpr int kLinesPerFile = 100'000;

/// GLSL text ready for the driver (without #version) and the files its #line directives number.
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;  ///< files[F] is the path of file F
};

/// The shaders of the layers linked into this binary, or those of a folder on disk.
///
/// `#include "sort/lists.glsl"` is resolved from the root of the shader folder. A file is included
/// once; a file that includes itself, directly or not, is an error; so is a missing file.
class ShaderLibrary {
 public:
  /// Without a folder: the embedded shaders. With one: its files, read anew for every program.
  ShaderLibrary() = default;
  explicit ShaderLibrary(std::optional<std::string> folder) : folder_(std::move(folder)) {}

  /// Text of `path` with all includes in place, behind `prologue`, which may include files too and
  /// is source string 0, "generated prologue". Throws RunError naming file and line.
  ShaderSource load(const std::string& path, const std::string& prologue = {}) const;

  /// The same for a text that is not a file of the library.
  ShaderSource resolve(const std::string& name, const std::string& text,
                       const std::string& prologue = {}) const;

 private:
  std::string read(const std::string& path, const std::string& includedFrom) const;
  void append(const std::string& path, const std::string& text, std::vector<std::string>& stack,
              ShaderSource& out) const;

  std::optional<std::string> folder_;
};

/// Rewrites a driver's log: the position at the start of a line, whose line number is
/// F * kLinesPerFile + L, becomes `path:L: `.
std::string translateLog(const std::string& log, const std::vector<std::string>& files);

}  // namespace gpubuck::gl
