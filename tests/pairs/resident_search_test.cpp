// The search whose points and results stay on the GPU, against all images of all points.
#include <fmt/format.h>

#include <cmath>
#include <random>

#include "pairs/resident_test.h"
#include "support/errors.h"
#include "support/long_tests.h"
#include "support/shader_folder.h"

namespace gpubuck::pairs {
namespace {

TEST_F(ResidentSearchFastTest, SystemsOfEverySizeAndCell_GiveAllImages) {
  std::mt19937 random(3);
  for (const bool isHalf : {false, true}) {
    const PairSettings settings{.radius = 1.1,
                                .within = isHalf ? Within::UpTo : Within::LessThan,
                                .kind = isHalf ? ListKind::Half : ListKind::Full};
    ResidentSearch search(device_, settings, {});
    ResidentSearch inParts(device_, settings, {}, {.mostRows = 100});
    expectAllImages(search, {});
    Systems systems;
    for (int bits = 0; bits < 8; ++bits) {
      int turn = bits;
      for (Cell cell : {cubeOf(0.7), tilted({2.5, 3.5, 3.0}, 40.0, 0.4),
                        tilted({9, 9, 9}, 80, -3.0), tilted({1.5, 1.5, 20.0}, 90.0, 0.1)}) {
        // The oracle takes long: every second cell.
        if (turn++ % 2 != 0 && !test::longTests()) continue;
        cell.periodic = sidesOf(bits);
        systems.add(scattered(cell, static_cast<std::size_t>(1 + 17 * bits % 60), 1.5, random),
                    cell, settings);
        if (bits % 3 == 0) systems.add({}, cell, settings);
      }
    }
    EXPECT_GT(systems.expected.size(), test::longTests() ? 5'000 : 2'500);
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
    ResidentSearch search(device_, settings, {});
    expectAllImages(search, systems);
  }
}

// The distances of decimal numbers are near to the middle between two numbers, so that a root with
// an error of one unit is not the nearest one, nor a cut-off with such an error between the same
// pairs.
TEST_F(ResidentSearchFastTest, Decimals_AreDecidedAndRoundedAsOnAProcessor) {
  Places plane;
  for (int k = 0; k < 14 * 14; ++k) plane.push_back({0.0, 0.1 * (k % 14), 0.1 * (k / 14)});
  for (const double radius : {0.5, 1.0, 1.3}) {
    for (const Within within : {Within::LessThan, Within::UpTo}) {
      const PairSettings settings{.radius = radius, .within = within};
      Systems systems;
      systems.add(plane, {}, settings);
      ResidentSearch search(device_, settings, {});
      expectAllImages(search, systems);
    }
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
  ResidentSearch search(device_, {.radius = 0.65}, {.isDoubleIn = false, .isDoubleOut = false});
  texel::UIntBuffer buffer("points", 9);
  buffer.upload(wordsOf(points.data(), 36));
  const std::vector<std::int64_t> starts{0, 3};
  ASSERT_EQ(search.find(buffer, starts, std::vector<Cell>{cell}), 10);
  texel::UIntBuffer wide("i", 20), wider("j", 20), shifts("shifts", 30), single("distances", 10),
      three("vectors", 30);
  search.read({wide, wider, shifts, &single, &three}, [&](const ResidentPart&) {
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

// The root of a driver may be two units off. Here it is, on any driver, and the squares are those
// whose roots are nearest to the middle between two numbers.
TEST_F(ResidentSearchFastTest, RootsThatAreTwoUnitsOff_AreCorrected) {
  std::vector<double> squares{0x1.5b95344972fe2p+1, 0x1.d407bb3641da5p+0, 0x1.2b035c1197f48p+0,
                              0x1.e99893042c2cbp+0, 0x1.4eb5f85e783a9p+1, 0x1.ba44c2a0737a2p+0,
                              0x1.0000000000003p+0, 0x1.ffffffffffffdp+1, 0x1.256565cadcbf4p+0,
                              0x1.0000000000001p+0, 0x1.fffffffffffffp+1, 0x1.0000000000005p+0};
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(1.0, 4.0);
  for (int k = 0; k < 200; ++k) squares.push_back(any(random));
  Systems systems;
  for (const double square : squares) {
    Cell open = cubeOf(9.0);
    open.periodic = {};
    systems.add({{0.0, 0.0, 0.0}, {square, 0.0, 0.0}}, open, {.radius = 5.0});
  }
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const test::ShaderFolder folder;
  const std::string name = "pairs/resident/vectors.glsl";
  const std::string text =
      replaced(test::readFile(folder.path() / name), "rootOf(squaredOf(d))", "rootOf(abs(d.x))");
  for (const int off : {-2, -1, 0, 1, 2}) {
    SCOPED_TRACE(off);
    std::string near = "sqrt(squared)";
    for (int k = 0; k < std::abs(off); ++k) {
      near = fmt::format("neighbourOf({}, {})", near, off > 0 ? 1 : -1);
    }
    folder.write(name, replaced(text, "near = sqrt(squared)", "near = " + near));
    const texel::Device device = test::makeDevice(texel::Engine::Fast, 0, folder.library());
    ResidentSearch search(device, {.radius = 5.0, .kind = ListKind::Half}, {});
    const PairTable table = tableOf(search, systems);
    ASSERT_EQ(table.distances.size(), squares.size());
    for (std::size_t k = 0; k < squares.size(); ++k) {
      EXPECT_EQ(table.distances[k], std::sqrt(squares[k])) << squares[k];
    }
  }
}

TEST_F(ResidentSearchFastTest, BadPointsAndCells_AreNamed) {
  const PairSettings settings{.radius = 1.0};
  ResidentSearch search(device_, settings, {});
  const auto error = [&](const Place& bad, const Cell& cell) {
    Systems systems;
    systems.points = {{0, 0, 0}, {0.5, 0, 0}, bad};
    systems.starts = {0, 1, 3};
    systems.cells = {cubeOf(2.0), cell};
    return test::messageOf<InputError>([&] { tableOf(search, systems); });
  };
  const test::Facts far{"point 2 of system 1", "1e+08"};
  EXPECT_TRUE(test::names(error({0, NAN, 0}, {}), far));
  EXPECT_TRUE(test::names(error({0, 0, INFINITY}, cubeOf(2.0)), far));
  EXPECT_TRUE(test::names(error({1.1e8, 0, 0}, {}), far));
  EXPECT_TRUE(test::names(error({0, -1e300, 0}, cubeOf(2.0)), far));
  EXPECT_TRUE(test::names(error({6e7, 0, 0}, cubeOf(2.0)), far)) << "the way to its cell counts";
  EXPECT_TRUE(test::names(error({0, 0, 0}, cubeOf(0.001)),
                          {"system 1", "cell", "GPU", "1/500", "16777216"}));
  EXPECT_TRUE(
      test::names(error({0, 0, 0}, tilted({1, 1, 1}, 0.0, 0.0)), {"system 1", "cell", "plane"}));
}

}  // namespace
}  // namespace gpubuck::pairs
