// A copy of shaders/ in a temporary folder. A test adds its own shaders to the folder.
#pragma once

#include <filesystem>
#include <string>

#include "gl/shader_library.h"

namespace gpubuck::test {

/// The folder exists during the lifetime of this object. Devices made with library() find both the
/// engine's shaders and the test's shaders.
class ShaderFolder {
 public:
  ShaderFolder();
  ~ShaderFolder();
  ShaderFolder(const ShaderFolder&) = delete;
  ShaderFolder& operator=(const ShaderFolder&) = delete;

  /// Writes one shader, such as "test/square.glsl", or replaces it.
  void write(const std::string& path, const std::string& text) const;

  const std::filesystem::path& path() const { return path_; }
  gl::ShaderLibrary library() const { return gl::ShaderLibrary(path_.string()); }

 private:
  std::filesystem::path path_;
};

/// Returns the text of a file. Throws RunError, which names the file, if it cannot be read.
std::string readFile(const std::filesystem::path& path);

}  // namespace gpubuck::test
