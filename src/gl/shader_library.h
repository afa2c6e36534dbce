// Finds shader files, resolves their #include lines and records the origin of each line.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpubuck::gl {

/// For the driver, line L of file F has the number F * kLinesPerFile + L. The line number encodes
/// the file because most messages of Mesa omit the source string number F of `#line L F`.
inline constexpr int kLinesPerFile = 100'000;

/// GLSL text ready for the driver (without #version), and the files that its #line directives
/// number.
struct ShaderSource {
  std::string text;
  std::vector<std::string> files;  ///< files[F] is the path of file F
};

/// The embedded shaders of the layers in this binary, or the shaders of a folder.
///
/// `#include "texel/id.glsl"` is resolved from the root of the shader folder. Each file is included
/// at most once. A missing file is an error, and so is a file that includes itself directly or
/// indirectly.
class ShaderLibrary {
 public:
  /// Makes a library of the embedded shaders, or of the files of a folder. Files are read again for
  /// every program.
  ShaderLibrary() = default;
  explicit ShaderLibrary(std::optional<std::string> folder) : folder_(std::move(folder)) {}

  /// Returns `prologue` followed by the text of `path`, with all includes of both in place. The
  /// prologue is source string 0, "generated prologue". Throws RunError naming file and line.
  ShaderSource load(const std::string& path, const std::string& prologue = {}) const;

  /// Does the same for a text that is not a file of the library.
  ShaderSource resolve(const std::string& name, const std::string& text,
                       const std::string& prologue = {}) const;

 private:
  std::string read(const std::string& path, const std::string& includedFrom) const;
  void append(const std::string& path, const std::string& text, std::vector<std::string>& stack,
              ShaderSource& out) const;

  std::optional<std::string> folder_;
};

/// Returns a driver's log with readable positions: a position at the start of a line, with the line
/// number F * kLinesPerFile + L, is replaced by `path:L: `.
std::string translateLog(const std::string& log, const std::vector<std::string>& files);

}  // namespace gpubuck::gl
