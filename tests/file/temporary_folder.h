// A folder for one test's files, removed with everything in it afterwards.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "support/errors.h"

namespace gpubuck::test {

class TemporaryFolder {
 public:
  TemporaryFolder()
      : path_(std::filesystem::path(::testing::TempDir()) /
              ("gpubuck-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  std::string operator/(const std::string& name) const { return (path_ / name).string(); }
  /// Writes the bytes to a file and returns its path.
  std::string put(const std::string& name, std::string_view bytes) const {
    const std::string path = *this / name;
    std::ofstream(path, std::ios::binary)
        .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return path;
  }
  std::string get(const std::string& name) const {
    std::ostringstream bytes;
    bytes << std::ifstream(*this / name, std::ios::binary).rdbuf();
    return bytes.str();
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

/// Returns the message of the Expected error that `action` throws, with the folder's path cut out.
/// The test fails, and the text is empty, if `action` throws nothing or another kind of error.
template <typename Expected, typename Action>
std::string messageOf(Action action, const TemporaryFolder& folder) {
  std::string message = messageOf<Expected>(action);
  const std::string prefix = (folder.path() / "").string();
  for (std::size_t at; (at = message.find(prefix)) != std::string::npos;)
    message.erase(at, prefix.size());
  return message;
}

}  // namespace gpubuck::test
