#include "file/packed_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>
#include <optional>

#include "base/error.h"
#include "base/memory.h"
#include "file/input_file.h"
#include "file/output_file.h"

#ifndef __EMSCRIPTEN__
#include <zlib.h>
#endif

namespace gpubuck::file {
namespace {

constexpr std::string_view kGzip = "\x1F\x8B";
constexpr std::size_t kPart = std::size_t{1} << 20;

#ifdef __EMSCRIPTEN__

std::string packed(std::string_view contents) { return std::string(contents); }

std::string unpacked(std::string_view, const std::string& name, const ContentsSize&) {
  throw InputError(name, "is compressed; the page must decompress it");
}

#else

constexpr int kGzipWindow = 15 + 16;  // zlib's code for a window of 32 KiB and the format of gzip

/// Gives zlib the next part of the bytes. The bytes are divided into parts, since zlib counts them
/// in 32 bits.
void feed(z_stream& stream, std::string_view& bytes) {
  const std::size_t size = std::min<std::size_t>(bytes.size(), std::numeric_limits<uInt>::max());
  stream.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(size);
  bytes.remove_prefix(size);
}

/// Appends room for the next part of the output.
void grow(z_stream& stream, std::string& output) {
  output.resize(output.size() + kPart);
  stream.next_out = reinterpret_cast<Bytef*>(output.data() + output.size() - kPart);
  stream.avail_out = static_cast<uInt>(kPart);
}

std::string packed(std::string_view contents) {
  z_stream stream{};
  constexpr int kMemory = 8;  // zlib's default
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
  std::string output;
  int result = Z_OK;
  while (result == Z_OK) {
    if (stream.avail_in == 0) feed(stream, contents);
    grow(stream, output);
    result = deflate(&stream, contents.empty() ? Z_FINISH : Z_NO_FLUSH);
    output.erase(output.size() - stream.avail_out);
  }
  deflateEnd(&stream);
  return output;
}

/// Throws InputError if contents of this size do not fit into free memory.
void requireMemory(const std::string& name, std::uint64_t size) {
  const auto left = static_cast<std::uint64_t>(freeMemory().value_or(INT64_MAX));
  if (size <= left) return;
  constexpr std::uint64_t kMega = 1'000'000;
  throw InputError(name, fmt::format("unpacks to {} MB, but {} MB of memory are left", size / kMega,
                                     left / kMega));
}

std::string unpacked(std::string_view bytes, const std::string& name, const ContentsSize& size) {
  constexpr std::size_t kLeast = 18;  // bytes of a gzip without contents
  if (bytes.size() < kLeast) throw InputError(name, "is cut off");
  std::uint64_t said = 0;
  for (std::size_t k = 1; k <= 4; ++k) {
    said = said << 8 | static_cast<unsigned char>(bytes[bytes.size() - k]);
  }
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> ending(&stream, inflateEnd);
  std::string output;
  std::optional<std::uint64_t> most;
  int result = Z_OK;
  while (result == Z_OK && output.size() <= most.value_or(size.headBytes)) {
    if (stream.avail_in == 0) feed(stream, bytes);
    grow(stream, output);
    result = inflate(&stream, Z_NO_FLUSH);
    output.erase(output.size() - stream.avail_out);
    if (most || result < 0 || (output.size() < size.headBytes && result == Z_OK)) continue;
    most = size.of(std::string_view(output).substr(0, size.headBytes));
    requireMemory(name, *most);
    output.reserve(static_cast<std::size_t>(*most + kPart));
  }
  const bool isWhole = stream.avail_in == 0 && bytes.empty();
  if (result == Z_BUF_ERROR) throw InputError(name, "is cut off");
  if (result != Z_STREAM_END || !isWhole || (output.size() & UINT32_MAX) != said) {
    throw InputError(name, "is damaged: its checksum or its length is wrong");
  }
  return output;
}

#endif

}  // namespace

void writePacked(const std::filesystem::path& path, std::string_view contents) {
  writeFile(path, packed(contents));
}

std::string readPacked(const std::string& name, const ContentsSize& size) {
  std::string bytes = wholeFile(name);
  if (!bytes.starts_with(kGzip)) return bytes;
  // In a file that was compressed twice, the contents are again compressed, and hardly larger than
  // the file, since a second compression saves little.
  const std::uint64_t mostInside = 2 * bytes.size() + kPart;
  bytes = unpacked(bytes, name, {size.headBytes, [&](std::string_view head) {
                                   return head.starts_with(kGzip) ? mostInside : size.of(head);
                                 }});
  return bytes.starts_with(kGzip) ? unpacked(bytes, name, size) : bytes;
}

}  // namespace gpubuck::file
