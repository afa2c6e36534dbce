#include "formats/gsd_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "formats/particles.h"

namespace gpubuck::formats {
namespace {

constexpr std::array<std::size_t, 12> kTypeBytes{0, 1, 2, 4, 8, 1, 2, 4, 8, 4, 8, 1};
constexpr std::array<const char*, 12> kTypeNames{"",       "uint8", "uint16", "uint32",
                                                 "uint64", "int8",  "int16",  "int32",
                                                 "int64",  "float", "double", "character"};

/// Returns the size of a number of this type in bytes, or 0 for an unknown type.
std::size_t gsdTypeBytes(std::uint8_t type) {
  return type < kTypeBytes.size() ? kTypeBytes[type] : 0;
}

std::uint64_t sizeOf(const GsdEntry& entry) {
  return entry.rows * entry.columns * gsdTypeBytes(entry.type);
}

}  // namespace

std::uint64_t endOf(const GsdEntry& entry) {
  return static_cast<std::uint64_t>(entry.location) + sizeOf(entry);
}

bool beginsAsGsd(std::string_view begin) {
  std::uint64_t magic = 0;
  if (begin.size() < sizeof magic) return false;
  std::memcpy(&magic, begin.data(), sizeof magic);
  return magic == GsdHeader::kMagic;
}

GsdFile::GsdFile(const std::string& path) : file_(path), bytes_(file_.size()) {
  if (file_.peek() == EOF) fail("empty file, expected a GSD file");
  if (bytes_ == 0) fail("is not a regular file, which a GSD file must be");
  readHeader();
  readNames();
  readIndex();
}

void GsdFile::requireInside(const char* what, std::uint64_t location, std::uint64_t count,
                            std::uint64_t size) const {
  if (location >= sizeof(GsdHeader) && location <= bytes_ && count <= (bytes_ - location) / size) {
    return;
  }
  fail(fmt::format("{} of {} bytes at byte {} is not within the {} bytes of the file", what,
                   fmt::format("{} x {}", count, size), location, bytes_));
}

void GsdFile::readHeader() {
  char* const bytes = reinterpret_cast<char*>(&header_);
  file_.seek(0);
  const std::size_t count = file_.read(bytes, sizeof header_);
  if (count < sizeof header_.magic || header_.magic != GsdHeader::kMagic) {
    fail("is not a GSD file: it does not begin with the bytes of GSD");
  }
  if (count < sizeof header_) fail(fmt::format("ends within the header, after {} bytes", count));
  const std::uint32_t major = header_.version >> 16;
  if (major != 1 && major != 2) fail(fmt::format("is of GSD version {}, expected 1 or 2", major));
  const auto end = std::ranges::find(header_.schema, '\0');
  const std::string_view schema(header_.schema.data(),
                                static_cast<std::size_t>(end - header_.schema.begin()));
  if (schema != "hoomd" || header_.schemaVersion >> 16 != 1) {
    fail(fmt::format("has the schema {} {}, expected hoomd 1", file::inQuotes(schema),
                     header_.schemaVersion >> 16));
  }
}

void GsdFile::readNames() {
  constexpr std::uint64_t kMostParts = 1 << 16;
  const std::uint64_t parts = header_.namesParts;
  if (parts > kMostParts)
    fail(fmt::format("has a list of names of {} parts; at most {} are allowed", parts, kMostParts));
  requireInside("the list of names", header_.namesLocation, parts, GsdHeader::kNameBytes);
  std::string list(static_cast<std::size_t>(parts * GsdHeader::kNameBytes), '\0');
  file_.seek(header_.namesLocation);
  list.resize(file_.read(list.data(), list.size()));
  const bool isOld = header_.version >> 16 == 1;  // each name begins a new part
  constexpr std::size_t kMostNames = std::numeric_limits<std::uint16_t>::max();
  for (std::size_t at = 0; at < list.size() && list[at] != '\0' && nameCount_ < kMostNames;) {
    const std::size_t end = list.find('\0', at);
    if (end == std::string::npos) fail("the last name in the list of names is cut off");
    names_.emplace(list.substr(at, end - at), static_cast<std::uint16_t>(nameCount_++));
    at = isOld ? at + GsdHeader::kNameBytes : end + 1;
  }
}

bool GsdFile::isWhole(std::size_t number, const GsdEntry& entry) const {
  const std::size_t size = gsdTypeBytes(entry.type);
  if (size == 0 || entry.flags != 0 || entry.name >= nameCount_ || entry.columns == 0) {
    fail(fmt::format("entry {} of the index is damaged: columns {}, name {}, type {}, flags {}",
                     number, entry.columns, entry.name, entry.type, entry.flags));
  }
  const std::uint64_t mostRows =
      std::numeric_limits<std::int64_t>::max() / (size * std::uint64_t{entry.columns});
  if (entry.location < std::int64_t{sizeof(GsdHeader)} || entry.rows > mostRows) {
    fail(fmt::format("entry {} of the index is damaged: {} x {} numbers at byte {}", number,
                     entry.rows, entry.columns, entry.location));
  }
  const auto location = static_cast<std::uint64_t>(entry.location);
  return location <= bytes_ && sizeOf(entry) <= bytes_ - location;
}

void GsdFile::readIndex() {
  requireInside("the index", header_.indexLocation, header_.indexEntries, sizeof(GsdEntry));
  file_.seek(header_.indexLocation);
  std::uint64_t frames = 0,
                end = header_.namesLocation + header_.namesParts * GsdHeader::kNameBytes;
  std::uint64_t cutFrame =
      std::numeric_limits<std::uint64_t>::max();  // the first frame that is not whole
  for (std::size_t number = 0; number < header_.indexEntries; ++number) {
    GsdEntry entry{};
    if (file_.read(reinterpret_cast<char*>(&entry), sizeof entry) != sizeof entry) break;
    if (entry.location == 0) break;
    if (entry.frame > frames || entry.frame + 1 < frames) {
      fail(
          fmt::format("entry {} of the index has the frame number {}, but the entries before it "
                      "have {} frames",
                      number, entry.frame, frames));
    }
    if (entry.frame == frames) {
      firstEntry_.push_back(entries_.size());
      ++frames;
    }
    if (!isWhole(number, entry)) {
      cutFrame = std::min(cutFrame, entry.frame);
    } else if (entry.frame > cutFrame) {
      fail(fmt::format("the data of entry {} are in the file, but data of earlier entries are not",
                       number));
    }
    entries_.push_back(entry);
  }
  if (cutFrame < frames) {
    const auto frame = static_cast<std::size_t>(cutFrame);
    entries_.resize(firstEntry_[frame]);
    firstEntry_.resize(frame);
  }
  firstEntry_.push_back(entries_.size());
  for (std::size_t k = 0; k + 1 < firstEntry_.size(); ++k) {
    const auto first = entries_.begin() + static_cast<std::ptrdiff_t>(firstEntry_[k]);
    const auto last = entries_.begin() + static_cast<std::ptrdiff_t>(firstEntry_[k + 1]);
    std::ranges::sort(first, last, {}, &GsdEntry::name);
    const auto twice = std::ranges::adjacent_find(first, last, {}, &GsdEntry::name);
    if (twice != last)
      fail(fmt::format("frame {} has two chunks with the name number {}", k + 1, twice->name));
  }
  end = std::max(end, header_.indexLocation + header_.indexEntries * sizeof(GsdEntry));
  for (const GsdEntry& entry : entries_) end = std::max(end, endOf(entry));
  leftOut_ = bytes_ - std::min(bytes_, end);
}

std::span<const GsdEntry> GsdFile::entriesOf(std::int64_t frame) const {
  const auto k = static_cast<std::size_t>(frame);
  return std::span(entries_).subspan(firstEntry_[k], firstEntry_[k + 1] - firstEntry_[k]);
}

const GsdEntry* GsdFile::find(std::int64_t frame, std::string_view name) const {
  const auto number = names_.find(name);
  if (number == names_.end()) return nullptr;
  const std::span<const GsdEntry> entries = entriesOf(frame);
  const auto found = std::ranges::lower_bound(entries, number->second, {}, &GsdEntry::name);
  return found != entries.end() && found->name == number->second ? &*found : nullptr;
}

std::string GsdFile::readText(const std::string& name, const GsdEntry& chunk) {
  if (gsdTypeBytes(chunk.type) != 1) {
    fail(fmt::format("frame {}: {} has the type {}, expected characters", chunk.frame + 1, name,
                     kTypeNames[chunk.type]));
  }
  std::string text(static_cast<std::size_t>(chunk.rows * chunk.columns), '\0');
  readBytes(chunk, text.data(), text.size());
  return text;
}

void GsdFile::requireShape(const std::string& name, const GsdEntry& chunk, std::int64_t rows,
                           std::uint32_t columns, std::uint8_t type) const {
  if (std::cmp_equal(chunk.rows, rows) && chunk.columns == columns && chunk.type == type) return;
  fail(fmt::format("frame {}: {} is {} x {} {}, expected {} x {} {}", chunk.frame + 1, name,
                   chunk.rows, chunk.columns, kTypeNames[chunk.type], rows, columns,
                   kTypeNames[type]));
}

void GsdFile::readBytes(const GsdEntry& chunk, char* bytes, std::size_t size) {
  file_.seek(static_cast<std::uint64_t>(chunk.location));
  if (file_.read(bytes, size) != size) fail("has become shorter while it was read");
}

}  // namespace gpubuck::formats
