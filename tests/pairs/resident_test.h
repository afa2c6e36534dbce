// Searches whose points and results stay on the GPU, compared with all images of all points.
#pragma once

#include <bit>
#include <cstring>
#include <optional>

#include "pairs/resident/resident_search.h"
#include "pairs/search_test.h"

namespace gpubuck::pairs {

inline std::vector<std::uint32_t> wordsOf(const void* data, std::size_t bytes) {
  std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
  std::memcpy(words.data(), data, bytes);
  return words;
}

template <typename Number>
void append(std::vector<Number>& column, const texel::UIntBuffer& from, std::int64_t count) {
  std::vector<std::uint32_t> words(static_cast<std::size_t>(count) * sizeof(Number) / 4);
  from.download(words);
  const std::size_t before = column.size();
  column.resize(before + static_cast<std::size_t>(count));
  if (count > 0) std::memcpy(&column[before], words.data(), words.size() * 4);
}

/// Points of several systems, and all of their pairs.
struct Systems {
  Places points;
  std::vector<std::int64_t> starts{0};
  std::vector<Cell> cells;
  std::vector<ImagePair> expected;

  void add(const Places& own, const Cell& cell, const PairSettings& settings) {
    std::vector<ImagePair> pairs =
        allImagePairs(own, own, true, settings.radius, cell, settings.within);
    if (settings.kind == ListKind::Half) pairs = test::halfOf(pairs);
    const auto first = static_cast<std::int32_t>(points.size());
    for (auto [i, j, s] : pairs) expected.emplace_back(first + i, first + j, s);
    points.insert(points.end(), own.begin(), own.end());
    starts.push_back(std::ssize(points));
    cells.push_back(cell);
  }
};

class ResidentSearchFastTest : public test::GpuTest {
 protected:
  /// Returns the rows of a search for all columns, with numbers of 32 bits and lengths in double.
  PairTable tableOf(ResidentSearch& search, const Systems& systems, const ResidentSets& sets = {}) {
    points_.emplace("points", 6 * std::ssize(systems.points));
    if (!systems.points.empty()) {
      points_->upload(wordsOf(systems.points.data(), systems.points.size() * sizeof(Place)));
    }
    const std::int64_t rows = search.find(*points_, systems.starts, systems.cells, sets);
    PairTable table;
    std::vector<std::int32_t> first, second, shifts;
    std::vector<double> distances, vectors;
    const std::int64_t room = search.partRows();
    texel::UIntBuffer i("i", room), j("j", room), s("shifts", 3 * room), d("distances", 2 * room),
        v("vectors", 6 * room);
    search.read({i, j, s, &d, &v, false}, [&](const ResidentPart& read) {
      const std::int64_t part = read.rows;
      EXPECT_EQ(read.firstRow, std::ssize(first));
      append(first, i, part);
      append(second, j, part);
      append(shifts, s, 3 * part);
      append(distances, d, part);
      append(vectors, v, 3 * part);
    });
    EXPECT_EQ(std::ssize(first), rows);
    table.first.assign(first.begin(), first.end());
    table.second.assign(second.begin(), second.end());
    table.distances.assign(distances.begin(), distances.end());
    for (std::size_t k = 0; k < first.size(); ++k) {
      table.shifts.push_back({shifts[3 * k], shifts[3 * k + 1], shifts[3 * k + 2]});
      table.vectors.push_back({vectors[3 * k], vectors[3 * k + 1], vectors[3 * k + 2]});
    }
    const std::int64_t offsets = search.points() + 1;
    texel::UIntBuffer o("offsets", 2 * offsets);
    search.writeOffsets(o);
    append(table.offsets, o, offsets);
    return table;
  }

  void expectAllImages(ResidentSearch& search, const Systems& systems,
                       const ResidentSets& sets = {}) {
    const PairTable table = tableOf(search, systems, sets);
    ASSERT_EQ(pairsOf(table), systems.expected);
    for (std::size_t b = 0; b < systems.cells.size(); ++b) {
      const auto first = static_cast<std::size_t>(systems.starts[b]);
      const auto end = static_cast<std::size_t>(systems.starts[b + 1]);
      if (first == end) continue;
      const std::int64_t lastRow = table.offsets[end];
      for (auto k = static_cast<std::size_t>(table.offsets[first]); std::cmp_less(k, lastRow);
           ++k) {
        const auto i = static_cast<std::size_t>(table.first[k]);
        const Place d = test::vectorOf(systems.points[i],
                                       systems.points[static_cast<std::size_t>(table.second[k])],
                                       table.shifts[k], systems.cells[b]);
        ASSERT_EQ(table.vectors[k], d);
        ASSERT_EQ(table.distances[k], std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]));
        ASSERT_LE(table.offsets[i], static_cast<std::int64_t>(k));
        ASSERT_GT(table.offsets[i + 1], static_cast<std::int64_t>(k));
      }
    }
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Fast);
  std::optional<texel::UIntBuffer> points_{};  ///< of the last search
};

}  // namespace gpubuck::pairs
