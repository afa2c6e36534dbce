// Files compiled into the binary (cmake/embed.cmake).
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace gpubuck::embedded {

/// Files by path. A path is relative to the folder from which the files were embedded.
using Files = std::map<std::string, std::string_view>;

/// Returns all files of a kind from the layers that are linked into this binary: "shaders",
/// "scenarios", "pictures", "light_pictures", "fonts". The result is empty for an unknown kind.
inline Files& files(std::string_view kind) {
  static std::map<std::string, Files> kinds;
  return kinds[std::string(kind)];
}

/// Adds files of a kind. The generated tables of files make such objects before main().
struct Addition {
  Addition(std::string_view kind, Files added) { files(kind).merge(added); }
};

}  // namespace gpubuck::embedded
