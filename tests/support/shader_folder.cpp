#include "support/shader_folder.h"

#include <fmt/format.h>

#include <fstream>
#include <random>
#include <sstream>

#include "base/error.h"

namespace gpubuck::test {

ShaderFolder::ShaderFolder() {
  // ctest runs many processes at once, so the name must differ between processes.
  std::random_device random;
  path_ = std::filesystem::temp_directory_path() /
          fmt::format("gpubuck-shaders-{:08x}{:08x}", random(), random());
  std::filesystem::copy(GPUBUCK_SOURCE_DIR "/shaders", path_,
                        std::filesystem::copy_options::recursive);
}

ShaderFolder::~ShaderFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

void ShaderFolder::write(const std::string& path, const std::string& text) const {
  const std::filesystem::path target = path_ / path;
  std::filesystem::create_directories(target.parent_path());
  std::ofstream file(target, std::ios::binary);
  file << text;
  if (!file.flush()) throw RunError(target.string(), "cannot be written");
}

std::string readFile(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (!file) throw RunError(path.string(), "cannot be read");
  return text.str();
}

}  // namespace gpubuck::test
