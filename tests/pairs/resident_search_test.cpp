// The search whose points and results stay on the GPU, against all images of all points.
#include "pairs/resident/resident_search.h"

#include <bit>
#include <cstring>

#include "pairs/search_test.h"
#include "support/errors.h"

namespace gpubuck::pairs {
namespace {

constexpr ResidentFormats kNarrow{.isDoubleOut = true, .isWide = false};

std::vector<std::uint32_t> wordsOf(const void* data, std::size_t bytes) {
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
  std::memcpy(&column[before], words.data(), words.size() * 4);
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
  PairTable tableOf(ResidentSearch& search, const Systems& systems) {
    texel::UIntBuffer points("points", 6 * std::ssize(systems.points));
    if (!systems.points.empty()) {
      points.upload(wordsOf(systems.points.data(), systems.points.size() * sizeof(Place)));
    }
    const std::int64_t rows = search.find(points, systems.starts, systems.cells);
    PairTable table;
    std::vector<std::int32_t> first, second, shifts;
    std::vector<double> distances, vectors;
    const std::int64_t room = search.partRows();
    texel::UIntBuffer i("i", room), j("j", room), s("shifts", 3 * room), d("distances", 2 * room),
        v("vectors", 6 * room);
    search.read({i, j, s, &d, &v}, [&](std::int64_t firstRow, std::int64_t part) {
      EXPECT_EQ(firstRow, std::ssize(first));
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
    const std::int64_t offsets = std::ssize(systems.points) + 1;
    texel::UIntBuffer o("offsets", 2 * offsets);
    search.writeOffsets(o);
    append(table.offsets, o, offsets);
    return table;
  }

  void expectAllImages(ResidentSearch& search, const Systems& systems) {
    const PairTable table = tableOf(search, systems);
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
};

TEST_F(ResidentSearchFastTest, SystemsOfEverySizeAndCell_GiveAllImages) {
  std::mt19937 random(3);
  for (const bool isHalf : {false, true}) {
    const PairSettings settings{.radius = 1.1,
                                .within = isHalf ? Within::UpTo : Within::LessThan,
                                .kind = isHalf ? ListKind::Half : ListKind::Full};
    ResidentSearch search(device_, settings, kNarrow);
    ResidentSearch inParts(device_, settings, kNarrow, 100);
    expectAllImages(search, {});
    Systems systems;
    for (int bits = 0; bits < 8; ++bits) {
      for (Cell cell : {cubeOf(0.7), tilted({2.5, 3.5, 3.0}, 40.0, 0.4),
                        tilted({9, 9, 9}, 80, -3.0), tilted({1.5, 1.5, 20.0}, 90.0, 0.1)}) {
        cell.periodic = sidesOf(bits);
        systems.add(scattered(cell, static_cast<std::size_t>(1 + 17 * bits % 60), 1.5, random),
                    cell, settings);
        if (bits % 3 == 0) systems.add({}, cell, settings);
      }
    }
    EXPECT_GT(systems.expected.size(), 5'000);
    expectAllImages(search, systems);
    expectAllImages(inParts, systems);
    Systems alone;  // after more points, and between them
    alone.add({{5.0, -3.0, 1.0}}, cubeOf(0.7), settings);
    expectAllImages(search, alone);
    expectAllImages(search, systems);
  }
}

TEST_F(ResidentSearchFastTest, CrowdedStrayAndAtTheCutOff) {
  std::mt19937 random(4);
  for (const auto& [radius, within] :
       {std::pair(0.1, Within::LessThan), std::pair(0.3, Within::UpTo)}) {
    const PairSettings settings{.radius = radius, .within = within};
    Systems systems;
    Places lattice;
    for (int k = 0; k < 216; ++k) {
      lattice.push_back({0.1 * (k % 6), 0.1 * (k / 6 % 6), 0.1 * (k / 36)});
    }
    systems.add(lattice, cubeOf(0.6), settings);
    systems.add(Places(40, Place{1.0, 2.0, 3.0}), {}, settings);
    Places stray = test::placesOf(test::randomPoints(glm::dvec3(1.0), 200));
    stray.insert(stray.end(), {{5e6, 0, 0}, {5e6, 0.05, 0}, {-5e6, 0, 1}});
    systems.add(stray, cubeOf(1.0, {false, true, false}), settings);
    ResidentSearch search(device_, settings, kNarrow);
    expectAllImages(search, systems);
  }
}

TEST_F(ResidentSearchFastTest, FloatsAndWideNumbers) {
  const std::vector<float> points{0.1F, 0.2F, 0.3F, 0.9F, 0.2F, 0.3F, 0.5F, 0.7F, 0.3F};
  const Cell cell = cubeOf(1.0);
  Places places;
  for (std::size_t i = 0; i < 3; ++i) {
    places.push_back({points[3 * i], points[3 * i + 1], points[3 * i + 2]});
  }
  const std::vector<ImagePair> expected = allImagePairs(places, places, true, 0.65, cell);
  ASSERT_EQ(expected.size(), 10);
  ResidentSearch search(device_, {.radius = 0.65},
                        {.isDoubleIn = false, .isDoubleOut = false, .isWide = true});
  texel::UIntBuffer buffer("points", 9);
  buffer.upload(wordsOf(points.data(), 36));
  const std::vector<std::int64_t> starts{0, 3};
  ASSERT_EQ(search.find(buffer, starts, std::vector<Cell>{cell}), 10);
  texel::UIntBuffer wide("i", 20), wider("j", 20), shifts("shifts", 30), single("distances", 10),
      three("vectors", 30);
  search.read({wide, wider, shifts, &single, &three}, [&](std::int64_t, std::int64_t) {
    std::vector<std::int64_t> first, second;
    std::vector<float> distances, vectors;
    append(first, wide, 10);
    append(second, wider, 10);
    append(distances, single, 10);
    append(vectors, three, 30);
    for (std::size_t k = 0; k < 10; ++k) {
      const auto& [i, j, s] = expected[k];
      EXPECT_EQ(first[k], i);
      EXPECT_EQ(second[k], j);
      const Place d = test::vectorOf(places[static_cast<std::size_t>(i)],
                                     places[static_cast<std::size_t>(j)], s, cell);
      for (std::size_t m = 0; m < 3; ++m) {
        EXPECT_EQ(vectors[3 * k + m], static_cast<float>(d[m]));
      }
      EXPECT_EQ(distances[k],
                static_cast<float>(std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2])));
    }
  });
}

TEST_F(ResidentSearchFastTest, BadPointsAndCells_AreNamed) {
  const PairSettings settings{.radius = 1.0};
  ResidentSearch search(device_, settings, kNarrow);
  const auto error = [&](const Place& bad, const Cell& cell) {
    Systems systems;
    systems.points = {{0, 0, 0}, {0.5, 0, 0}, bad};
    systems.starts = {0, 1, 3};
    systems.cells = {cubeOf(2.0), cell};
    return test::messageOf<InputError>([&] { tableOf(search, systems); });
  };
  const std::string far =
      "point 2 of system 1: is not finite, or farther than 1e+08 from the origin or its cell, "
      "which "
      "is the limit of a search on the GPU with this cut-off";
  EXPECT_EQ(error({0, NAN, 0}, {}), far);
  EXPECT_EQ(error({0, 0, INFINITY}, cubeOf(2.0)), far);
  EXPECT_EQ(error({1.1e8, 0, 0}, {}), far);
  EXPECT_EQ(error({0, -1e300, 0}, cubeOf(2.0)), far);
  EXPECT_EQ(
      error({0, 0, 0}, cubeOf(0.001)),
      "system 1: cell: is too small for a search on the GPU with this cut-off: it must not be "
      "thinner than 1/500 of it, nor have more than 16777216 images within it");
  EXPECT_EQ(error({0, 0, 0}, tilted({1, 1, 1}, 0.0, 0.0)),
            "system 1: cell: its three periodic sides lie in one plane");
}

}  // namespace
}  // namespace gpubuck::pairs
