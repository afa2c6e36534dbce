#include "io/pairs.h"

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <string>
#include <vector>

#include "io/npy.h"
#include "io/output_file.h"

namespace gpubuck::io {
namespace {

/// Bytes written to the file at a time.
constexpr std::size_t kPart = std::size_t{1} << 20;

/// A whole file, written in parts of about kPart bytes.
class PartWriter {
 public:
  explicit PartWriter(const std::filesystem::path& path)
      : pending_(path), file_(pending_.temporary()) {}

  std::string& buffer() { return buffer_; }

  void writeFullParts() {
    if (buffer_.size() < kPart) return;
    file_.write(buffer_);
    buffer_.clear();
  }

  template <typename T>
  void append(const T& value) {
    buffer_.append(reinterpret_cast<const char*>(&value), sizeof value);
    writeFullParts();
  }

  void commit() {
    file_.write(buffer_);
    file_.close();
    pending_.commit();
  }

 private:
  PendingFile pending_;
  FileWriter file_;
  std::string buffer_;
};

template <typename Visit>
void forEachEntry(const search::NeighbourList& neighbours, const Visit& visit) {
  for (std::int64_t i = 0; i + 1 < std::ssize(neighbours.offsets); ++i) {
    for (const std::int32_t j : neighbours.of(i)) visit(i, j);
  }
}

void writeDistances(const std::filesystem::path& path, const search::NeighbourList& neighbours,
                    const search::Distances& distances) {
  PartWriter file(path);
  file.buffer() = npyHead("f8", {std::ssize(neighbours.ids)});
  forEachEntry(neighbours, [&](std::int64_t i, std::int32_t j) {
    file.append(std::sqrt(distances.squared(i, j)));
  });
  file.commit();
}

}  // namespace

void writePairsCsv(const std::filesystem::path& path, const search::NeighbourList& pairs,
                   const search::Distances* distances) {
  PartWriter file(path);
  file.buffer() = distances != nullptr ? "i,j,distance\n" : "i,j\n";
  forEachEntry(pairs, [&](std::int64_t i, std::int32_t j) {
    const auto out = std::back_inserter(file.buffer());
    if (distances != nullptr) {
      fmt::format_to(out, "{},{},{}\n", i, j, std::sqrt(distances->squared(i, j)));
    } else {
      fmt::format_to(out, "{},{}\n", i, j);
    }
    file.writeFullParts();
  });
  file.commit();
}

void writePairsNpy(const std::filesystem::path& path, const search::NeighbourList& pairs,
                   const search::Distances* distances) {
  PartWriter file(path);
  file.buffer() = npyHead("i4", {std::ssize(pairs.ids), 2});
  forEachEntry(pairs, [&](std::int64_t i, std::int32_t j) {
    file.append(static_cast<std::int32_t>(i));
    file.append(j);
  });
  file.commit();
  if (distances != nullptr) writeDistances(distancesPath(path), pairs, *distances);
}

std::filesystem::path distancesPath(const std::filesystem::path& path) {
  std::filesystem::path name = path.stem();
  name += "-distances.npy";
  return path.parent_path() / name;
}

void writeNeighbours(const std::filesystem::path& folder, const search::NeighbourList& neighbours,
                     const search::Distances* distances) {
  writeNpy(folder / "offsets.npy", neighbours.offsets, {std::ssize(neighbours.offsets)});
  writeNpy(folder / "ids.npy", neighbours.ids, {std::ssize(neighbours.ids)});
  if (distances != nullptr) writeDistances(folder / "distances.npy", neighbours, *distances);
}

}  // namespace gpubuck::io
