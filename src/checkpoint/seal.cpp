#include "checkpoint/seal.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>

namespace gpubuck::checkpoint {
namespace {

constexpr int kFormat = 3;
constexpr std::string_view kBegin = "gpubuck checkpoint, format ";

}  // namespace

std::string makeSeal(std::string_view contents) {
  const uLong crc = crc32_z(0, reinterpret_cast<const Bytef*>(contents.data()), contents.size());
  std::string text =
      fmt::format("{}{}\nbytes {}\ncrc32 {:08x}\n", kBegin, kFormat, contents.size(), crc);
  text.resize(kSealSize, '\n');
  return text;
}

std::string readSealed(file::InputFile& file) {
  std::string seal(kSealSize, '\0');
  seal.resize(file.read(seal.data(), seal.size()));
  if (!seal.starts_with(kBegin)) file.fail("is not a checkpoint");
  const std::string_view format =
      std::string_view(seal).substr(kBegin.size(), seal.find('\n') - kBegin.size());
  if (format != fmt::to_string(kFormat)) {
    file.fail(
        fmt::format("is a checkpoint of format {}, expected {}", file::inQuotes(format), kFormat));
  }
  std::string bytes = seal;
  bytes.resize(std::max<std::size_t>(seal.size(), file.size()));
  bytes.resize(seal.size() + file.read(bytes.data() + seal.size(), bytes.size() - seal.size()));
  if (seal != makeSeal(std::string_view(bytes).substr(seal.size()))) {
    file.fail(
        fmt::format("is damaged: its {} bytes are not those that were written", bytes.size()));
  }
  return bytes;
}

}  // namespace gpubuck::checkpoint
