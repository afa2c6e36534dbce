// The contents of the shared library's file.
#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "support/shader_folder.h"

namespace gpubuck {
namespace {

TEST(LibraryContentTest, HasTheShadersOfItsLayersOnly) {
  const std::string library = test::readFile(GPUBUCK_LIBRARY_FILE);
  std::set<std::string> present;
  std::set<std::string> absent;
  const std::filesystem::path folder = GPUBUCK_SOURCE_DIR "/shaders";
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_directory() || entry.path().extension() == ".md") continue;
    const std::string layer = std::filesystem::relative(entry.path(), folder).begin()->string();
    const bool isThere = library.find(test::readFile(entry.path())) != std::string::npos;
    (isThere ? present : absent).insert(layer);
  }
  EXPECT_EQ(present, (std::set<std::string>{"cells", "dpd", "pairs", "render", "sort", "texel"}));
  EXPECT_EQ(absent, (std::set<std::string>{"bench", "demo_view", "validation"}));
}

}  // namespace
}  // namespace gpubuck
