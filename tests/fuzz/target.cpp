#include "fuzz/target.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gpubuck::fuzz {
namespace {

namespace fs = std::filesystem;

/// The largest allowed length of an error message in bytes, not counting the names of files. In a
/// message, each byte that a terminal cannot show takes four bytes (\xHH).
constexpr std::size_t kLongestMessage = 2000;

class Folder {
 public:
  Folder() { fs::create_directories(path_); }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_ = fs::temp_directory_path() / fmt::format("gpubuck-fuzz-{}", getpid());
};

}  // namespace

void requireGoodMessage(const Error& error, const std::vector<std::string>& sources) {
  const std::string message = error.what();
  const auto beginsIt = [&](const std::string& source) { return message.starts_with(source); };
  require(std::ranges::any_of(sources, beginsIt), "the message names its source: " + message);
  const auto isControl = [](unsigned char byte) { return byte < 32 || byte == 127; };
  require(std::ranges::none_of(message, isControl), "the message is one line: " + message);
  std::size_t longest = kLongestMessage;
  for (const std::string& source : sources) longest += source.size();
  require(message.size() <= longest,
          fmt::format("the message of {} bytes is no longer than {}: {}...", message.size(),
                      longest, message.substr(0, 200)));
  require(error.exitCode() == 1 || error.exitCode() == 2, "the exit code is 1 or 2");
}

std::string pathOf(const std::string& name) {
  static const Folder folder;
  return (folder.path() / name).make_preferred().string();
}

std::string fileOf(const std::string& name, std::string_view bytes) {
  std::string path = pathOf(name);
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  require(!file.fail(), "the input is written to " + path);
  return path;
}

std::string bytesOf(const std::string& name) {
  std::ostringstream bytes;
  bytes << std::ifstream(pathOf(name), std::ios::binary).rdbuf();
  return bytes.str();
}

std::vector<std::string> linesOf(std::string_view input, std::size_t most) {
  std::vector<std::string> lines;
  while (!input.empty() && lines.size() < most) {
    const std::size_t length = std::min(input.find('\n'), input.size());
    lines.emplace_back(input.substr(0, length));
    input.remove_prefix(std::min(length + 1, input.size()));
  }
  return lines;
}

}  // namespace gpubuck::fuzz
