// A copy of shaders/ in a temporary folder, to which a test adds its own shaders.
#pragma once

#include <filesystem>
#include <string>

#include "gl/shader_library.h"

namespace gpubuck::test {

/// Exists from construction to destruction. Devices made with library() find both the engine's
/// shaders and the shaders of the test.
class ShaderFolder {
 public:
  ShaderFolder();
  ~ShaderFolder();
  ShaderFolder(const ShaderFolder&) = delete;
  ShaderFolder& operator=(const ShaderFolder&) = delete;

  /// Writes (or replaces) one shader, such as "test/square.glsl".
  void write(const std::string& path, const std::string& text) const;

  const std::filesystem::path& path() const { return path_; }
  gl::ShaderLibrary library() const { return gl::ShaderLibrary(path_.string()); }

 private:
  std::filesystem::path path_;
};

/// The text of a file. Throws RunError naming it when it cannot be read.
std::string readFile(const std::filesystem::path& path);

}  // namespace gpubuck::test
