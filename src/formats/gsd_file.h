// The file layer of GSD, versions 1 and 2: named arrays, frame by frame
// (https://gsd.readthedocs.io/en/stable/file-layer.html). The writer and the readers of
// trajectories (trajectory.h), which give the arrays their meaning, share these declarations.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "file/input_file.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {

/// The first bytes of a file. All numbers have the byte order of the machine that wrote the file.
/// If a machine with the other byte order reads them, `magic` differs from kMagic.
struct GsdHeader {
  static constexpr std::uint64_t kMagic = 0x65DF65DF65DF65DF;
  static constexpr std::size_t kNameBytes = 64;  ///< size of a part of the list of names

  std::uint64_t magic;
  std::uint64_t indexLocation, indexEntries;
  std::uint64_t namesLocation, namesParts;
  std::uint32_t schemaVersion, version;  ///< major << 16 | minor
  std::array<char, 64> application, schema;
  std::array<char, 80> reserved;
};
static_assert(sizeof(GsdHeader) == 256);

/// An entry of the index. It gives the location of an array of `rows` x `columns` numbers of
/// `type`, which GSD calls a chunk. Entries are sorted by frame, then by the number `name`. An
/// entry with location 0 follows the last entry.
struct GsdEntry {
  std::uint64_t frame, rows;
  std::int64_t location;
  std::uint32_t columns;
  std::uint16_t name;  ///< number of the chunk's name
  std::uint8_t type, flags;
};
static_assert(sizeof(GsdEntry) == 32);

/// Returns GSD's number of a type, or 0 for a type that is not listed here.
template <typename T>
constexpr std::uint8_t gsdType() {
  if constexpr (std::is_same_v<T, float>) return 9;
  if constexpr (std::is_same_v<T, double>) return 10;
  if constexpr (std::is_same_v<T, std::int8_t>) return 5;
  if constexpr (std::is_same_v<T, std::uint8_t>) return 1;
  if constexpr (std::is_same_v<T, std::uint32_t>) return 3;
  if constexpr (std::is_same_v<T, std::int32_t>) return 7;
  if constexpr (std::is_same_v<T, std::uint64_t>) return 4;
  return 0;
}

/// Returns the offset in the file at which the data of a chunk end.
std::uint64_t endOf(const GsdEntry& entry);

/// A file open for reading. All functions throw InputError. They check all data of the file, and
/// allocate at most as much memory as the file has bytes.
class GsdFile {
 public:
  /// Reads the index. A truncated file has the frames whose chunks are complete.
  explicit GsdFile(const std::string& path);

  const GsdHeader& header() const { return header_; }
  std::int64_t frames() const { return static_cast<std::int64_t>(firstEntry_.size()) - 1; }
  /// Returns the entries of a frame, sorted by GsdEntry::name.
  std::span<const GsdEntry> entriesOf(std::int64_t frame) const;
  std::uint64_t bytes() const { return bytes_; }
  /// Bytes after the last whole frame.
  std::uint64_t leftOut() const { return leftOut_; }

  /// Returns the chunk of this name in a frame, or null if there is none.
  const GsdEntry* find(std::int64_t frame, std::string_view name) const;
  /// Returns the numbers of a chunk. Fails unless the chunk has `rows` x `columns` numbers of the
  /// type.
  template <typename T>
  std::vector<T> read(const std::string& name, const GsdEntry& chunk, std::int64_t rows,
                      std::uint32_t columns) {
    requireShape(name, chunk, rows, columns, gsdType<T>());
    std::vector<T> values(static_cast<std::size_t>(chunk.rows * chunk.columns));
    readBytes(chunk, reinterpret_cast<char*>(values.data()), values.size() * sizeof(T));
    return values;
  }

  /// Returns the characters of a chunk, row after row. HOOMD-blue writes them as uint8, the Python
  /// package gsd as int8.
  std::string readText(const std::string& name, const GsdEntry& chunk);

  [[noreturn]] void fail(const std::string& why) const { file_.fail(why); }

 private:
  void readHeader();
  void readNames();
  void readIndex();
  /// Returns whether the whole chunk of this entry is in the file. Fails for a damaged entry.
  bool isWhole(std::size_t number, const GsdEntry& entry) const;
  void requireShape(const std::string& name, const GsdEntry& chunk, std::int64_t rows,
                    std::uint32_t columns, std::uint8_t type) const;
  void readBytes(const GsdEntry& chunk, char* bytes, std::size_t size);
  /// Fails unless `count` elements of `size` bytes are in the file from `location` on.
  void requireInside(const char* what, std::uint64_t location, std::uint64_t count,
                     std::uint64_t size) const;

  file::InputFile file_;
  std::uint64_t bytes_;  ///< length of the file
  GsdHeader header_{};
  std::map<std::string, std::uint16_t, std::less<>> names_;
  std::size_t nameCount_ = 0;
  std::vector<GsdEntry> entries_;        ///< entries of whole frames
  std::vector<std::size_t> firstEntry_;  ///< first entry of each frame, then the number of all
                                         ///< entries
  std::uint64_t leftOut_ = 0;
};

/// Returns the step of a frame. Throws InputError.
std::int64_t stepOf(GsdFile& file, std::int64_t frame);

/// Returns the box, the species and the kinds of bonds and angles of the first frame. Throws
/// InputError, also if there is no frame.
dpd::Fluid fluidOf(GsdFile& file);

/// Returns the mass of each species of the fluid in a frame. The result is empty for a species
/// without particles, and for all species if the frame has no masses. Throws InputError for
/// particles of one type that have different masses.
std::vector<std::optional<float>> massesOf(GsdFile& file, std::int64_t frame,
                                           const dpd::Fluid& fluid);

}  // namespace gpubuck::formats
