#include "io/pairs.h"

#include <array>
#include <cmath>

#include "io/npy.h"
#include "io/output_file.h"

namespace gpubuck::io {
namespace {

template <typename Visit>
void forEachEntry(const search::NeighbourList& neighbours, const Visit& visit) {
  for (std::int64_t i = 0; i + 1 < std::ssize(neighbours.offsets); ++i) {
    for (const std::int32_t j : neighbours.of(i)) visit(i, j);
  }
}

/// An array of what `valueOf` makes of each entry: a value, or a row of them.
template <typename Value>
void writeEntries(const std::filesystem::path& path, std::string_view type, const NpyShape& shape,
                  const search::NeighbourList& neighbours, const Value& valueOf) {
  writeFile(path, [&](FileWriter& file) {
    file.write(npyHead(type, shape));
    forEachEntry(neighbours, [&](std::int64_t i, std::int32_t j) {
      const auto value = valueOf(i, j);
      file.write({reinterpret_cast<const char*>(&value), sizeof value});
    });
  });
}

void writeDistances(const std::filesystem::path& path, const search::NeighbourList& neighbours,
                    const search::Distances& distances) {
  writeEntries(path, "f8", {std::ssize(neighbours.ids)}, neighbours,
               [&](auto i, auto j) { return std::sqrt(distances.squared(i, j)); });
}

}  // namespace

void writePairsCsv(const std::filesystem::path& path, const search::NeighbourList& pairs,
                   const search::Distances* distances) {
  writeFile(path, [&](FileWriter& file) {
    file.write(distances != nullptr ? "i,j,distance\n" : "i,j\n");
    forEachEntry(pairs, [&](std::int64_t i, std::int32_t j) {
      if (distances != nullptr) {
        file.print("{},{},{}\n", i, j, std::sqrt(distances->squared(i, j)));
      } else {
        file.print("{},{}\n", i, j);
      }
    });
  });
}

void writePairsNpy(const std::filesystem::path& path, const search::NeighbourList& pairs,
                   const search::Distances* distances) {
  writeEntries(path, "i4", {std::ssize(pairs.ids), 2}, pairs, [](auto i, auto j) {
    return std::array{static_cast<std::int32_t>(i), j};
  });
  if (distances == nullptr) return;
  writeDistances(path.parent_path() / (path.stem().string() + "-distances.npy"), pairs, *distances);
}

void writeNeighbours(const std::filesystem::path& folder, const search::NeighbourList& neighbours,
                     const search::Distances* distances) {
  writeNpy(folder / "offsets.npy", neighbours.offsets, {std::ssize(neighbours.offsets)});
  writeNpy(folder / "ids.npy", neighbours.ids, {std::ssize(neighbours.ids)});
  if (distances != nullptr) writeDistances(folder / "distances.npy", neighbours, *distances);
}

}  // namespace gpubuck::io
