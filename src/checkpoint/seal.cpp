#include "checkpoint/seal.h"

#include <fmt/format.h>
#include <zlib.h>

#include <cstdint>
#include <vector>

namespace gpubuck::checkpoint {
namespace {

/// 1 and 2 were HDF5 files without a seal.
constexpr int kFormat = 3;
constexpr std::string_view kBegin = "gpubuck checkpoint, format ";
constexpr std::string_view kHdf5 = "\x89HDF\r\n\x1a\n";

class Checksum {
 public:
  void add(std::string_view bytes) {
    crc_ = crc32_z(crc_, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
    size_ += bytes.size();
  }
  std::string seal() const {
    std::string text = fmt::format("{}{}\nbytes {}\ncrc32 {:08x}\n", kBegin, kFormat, size_, crc_);
    text.resize(kSealSize, '\n');
    return text;
  }
  std::uint64_t size() const { return size_; }

 private:
  uLong crc_ = 0;
  std::uint64_t size_ = 0;
};

}  // namespace

std::string makeSeal(std::string_view contents) {
  Checksum checksum;
  checksum.add(contents);
  return checksum.seal();
}

void requireSeal(file::InputFile& file) {
  std::string seal(kSealSize, '\0');
  seal.resize(file.read(seal.data(), seal.size()));
  if (seal.starts_with(kHdf5)) {
    file.fail(
        fmt::format("has no checksum: it is a checkpoint of an earlier version, or another "
                    "HDF5 file; expected one of format {}",
                    kFormat));
  }
  if (!seal.starts_with(kBegin)) file.fail("is not a checkpoint");
  const std::string_view format =
      std::string_view(seal).substr(kBegin.size(), seal.find('\n') - kBegin.size());
  if (format != fmt::to_string(kFormat)) {
    file.fail(
        fmt::format("is a checkpoint of format {}, expected {}", file::inQuotes(format), kFormat));
  }
  Checksum checksum;
  std::vector<char> chunk(std::size_t{1} << 16);
  while (const std::size_t size = file.read(chunk.data(), chunk.size())) {
    checksum.add({chunk.data(), size});
  }
  if (seal != checksum.seal()) {
    file.fail(fmt::format("is damaged: its {} bytes are not those that were written",
                          seal.size() + checksum.size()));
  }
}

}  // namespace gpubuck::checkpoint
