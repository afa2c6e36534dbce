#include "render/particle_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <tuple>
#include <utility>

#include "base/id.h"
#include "render/colour_map.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

constexpr int kCount = 3 * test::kTestTextureWidth + 5;
// The test and the shader both compute the ramp in floats, with some roundings of values up to 16.
constexpr float kTolerance = 1e-5f;
// The colour of cell 0, made of the hash of 0, computed in Python.
constexpr glm::vec3 kFirstCell{0.513082f, 0.562353f, 0.159333f};

/// Returns a grid of one row of cells.
cells::CellGrid rowOfCells(int cells) {
  cells::Box box;
  box.size = {static_cast<double>(cells), 1.0, 1.0};
  box.dimensions = 2;
  return cells::makeCountingGrid(box, 1.0);
}

class ParticleColoursTest : public test::EngineTest {
 protected:
  texel::Vec4Array vectors(const std::vector<glm::vec4>& values) {
    return {device_, "vectors", values};
  }
  /// Returns positions in the middles of these cells.
  texel::Vec4Array positionsIn(const std::vector<std::uint32_t>& mapping) {
    std::vector<glm::vec4> positions;
    for (const std::uint32_t cell : mapping) {
      positions.emplace_back(static_cast<float>(cell) + 0.5f, 0.5f, 0.0f, 0.0f);
    }
    return vectors(positions);
  }
  cells::CellIndex cellsOf(const std::vector<std::uint32_t>& mapping, int cells,
                           sort::Algorithm algorithm = sort::Algorithm::Bucket) {
    cells::CellIndex index(device_, rowOfCells(cells), {.algorithm = algorithm},
                           static_cast<std::int64_t>(mapping.size()));
    index.sort(positionsIn(mapping));
    return index;
  }
  cells::CellIndex listsOf(const cells::ListState& lists) {
    cells::CellIndex index(device_, rowOfCells(static_cast<int>(lists.head.size())),
                           {.algorithm = sort::Algorithm::Bucket},
                           static_cast<std::int64_t>(lists.mapping.size()));
    index.restore(lists);
    return index;
  }
  static void expectColours(const texel::Vec4Array& colours,
                            const std::vector<glm::vec3>& expected) {
    const std::vector<glm::vec4> actual = colours.download();
    ASSERT_EQ(actual.size(), expected.size());
    ASSERT_FALSE(expected.empty());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_LT(glm::distance(glm::vec3(actual[i]), expected[i]), kTolerance) << i;
    }
  }

  texel::Device device_ = test::makeDevice(GetParam());
  ParticleColours colours_{device_};
};

INSTANTIATE_TEST_SUITE_P(Engines, ParticleColoursTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(ParticleColoursTest, Speed_IsOnTheRamp) {
  std::mt19937 generator(3);
  std::uniform_real_distribution<float> component(-1.0f, 1.0f);
  std::vector<glm::vec4> velocity;
  std::vector<glm::vec3> expected;
  for (int i = 0; i < kCount; ++i) {
    // The state of the noise is in w, and must make no difference.
    velocity.emplace_back(component(generator), component(generator), component(generator), 5.0f);
    expected.push_back(rampColour((glm::length(glm::vec3(velocity.back())) - 0.5f) / 1.0f));
  }
  velocity[7] = glm::vec4(std::numeric_limits<float>::quiet_NaN());
  expected[7] = rampColour(0.0f);
  expectColours(colours_.bySpeed(vectors(velocity), 0.5f, 1.5f), expected);
}

// The densities are in another order than the particles that are drawn.
TEST_P(ParticleColoursTest, Density_IsFoundById) {
  std::vector<std::uint32_t> placeOfId(kCount), ids(kCount);
  std::iota(placeOfId.begin(), placeOfId.end(), 0u);
  ids = placeOfId;
  std::mt19937 generator(4);
  std::shuffle(placeOfId.begin(), placeOfId.end(), generator);
  std::shuffle(ids.begin(), ids.end(), generator);
  std::vector<glm::vec4> density(kCount), predicted;
  std::vector<glm::vec3> expected;
  for (const std::uint32_t id : ids) {
    const float value = 0.01f * static_cast<float>(id);
    density[placeOfId[id]] = {value, -1.0f, -1.0f, -1.0f};
    predicted.emplace_back(7.0f, 7.0f, 7.0f, static_cast<float>(id));
    expected.push_back(rampColour((value - 0.5f) / 1.0f));
  }
  const texel::IdArray places(device_, "places", placeOfId);
  expectColours(colours_.byDensity(vectors(density), places, vectors(predicted), 0.5f, 1.5f),
                expected);
  expectColours(colours_.muted(kCount), std::vector<glm::vec3>(kCount, kMutedColour));
}

TEST_P(ParticleColoursTest, Cells_DifferFromTheirNeighbours) {
  constexpr std::uint32_t kCells = 500;
  std::vector<std::uint32_t> mapping;
  for (std::uint32_t i = 0; i < 2 * kCells; ++i) mapping.push_back(i % kCells);
  const auto colourByCell = [&] {
    return colours_.byCells(Colouring::Cell, cellsOf(mapping, kCells), 1.0f).download();
  };
  const std::vector<glm::vec4> colours = colourByCell();
  std::set<std::tuple<float, float, float>> distinct;
  int alike = 0;
  for (std::size_t i = 0; i < kCells; ++i) {
    EXPECT_EQ(colours[i], colours[i + kCells]) << i;
    distinct.insert({colours[i].r, colours[i].g, colours[i].b});
    for (int channel = 0; channel < 3; ++channel) {
      EXPECT_GE(colours[i][channel], 0.0f);
      EXPECT_LE(colours[i][channel], 1.0f);
    }
    if (i > 0) alike += glm::distance(glm::vec3(colours[i]), glm::vec3(colours[i - 1])) < 0.1f;
  }
  EXPECT_EQ(distinct.size(), kCells);
  // Colours are spread over a volume of some 0.3, and a ball of radius 0.1 has a volume of 0.004.
  // So a cell's colour is within such a ball around the previous colour with a chance of about 1.4
  // %.
  EXPECT_LT(alike, 25);

  // The colours are the same in another order of the particles and on the other engine.
  std::reverse(mapping.begin(), mapping.end());
  std::vector<glm::vec4> again = colourByCell();
  std::reverse(again.begin(), again.end());
  EXPECT_EQ(again, colours);
  const glm::vec3 first(colours[0]);
  EXPECT_LT(glm::distance(first, kFirstCell), kTolerance)
      << first.r << ' ' << first.g << ' ' << first.b;
}

TEST_P(ParticleColoursTest, PositionInList_CountsFromTheHead) {
  // The list of bucket 0 has all elements except the last, from high to low. Bucket 1 is empty,
  // although the mapping puts the last element into it.
  std::vector<std::uint32_t> mapping(kCount, 0);
  mapping[kCount - 1] = 1;
  std::vector<std::uint32_t> next(kCount, kNullId);
  for (std::uint32_t i = 1; i + 1 < kCount; ++i) next[i] = i - 1;
  const cells::CellIndex cells = listsOf({mapping, {kCount - 2, kNullId}, next});
  // The ramp has an odd or an even number of places. A fraction of a place counts as a whole place.
  for (const auto& [scale, places] : {std::pair{8.0f, 8}, {7.5f, 8}, {7.0f, 7}, {0.5f, 1}}) {
    std::vector<glm::vec3> expected(kCount, kMutedColour);
    for (int i = 0; i + 1 < kCount; ++i) {
      const auto place = static_cast<float>(kCount - 2 - i);
      expected[static_cast<std::size_t>(i)] = rampColour(1.0f - place / static_cast<float>(places));
    }
    expectColours(colours_.byCells(Colouring::ListDepth, cells, scale), expected);
  }
}

// Cell 0 holds the elements 0, 2 and 3 in this order, and cell 1 holds element 1.
TEST_P(ParticleColoursTest, PositionInRange) {
  const cells::CellIndex cells = cellsOf({0, 1, 0, 0}, 2, sort::Algorithm::Bitonic);
  expectColours(colours_.byCells(Colouring::ListDepth, cells, 2.0f),
                {rampColour(1.0f), rampColour(1.0f), rampColour(0.5f), rampColour(0.0f)});
}

TEST_P(ParticleColoursTest, CyclicList_EndsTheWalk) {
  const cells::CellIndex ring = listsOf({{0, 0, 0}, {0}, {1, 0, kNullId}});
  expectColours(colours_.byCells(Colouring::ListDepth, ring, 1000.0f),
                {rampColour(1.0f), rampColour(1.0f - 1.0f / 1000.0f), rampColour(0.0f)});
}

// Cell 0 has the list 4, 2, 0, in which 0 was placed first. Cell 1 has only element 1. Element 3 is
// in no cell.
TEST_P(ParticleColoursTest, Round_CountsFromTheEndOfTheList) {
  const cells::CellIndex cells =
      listsOf({{0, 1, 0, 1, 0}, {4, 1}, {kNullId, kNullId, 0, kNullId, 2}});
  const auto at = [](float round) { return rampColour(round / 4.0f); };
  expectColours(colours_.byRounds(cells, 1000, 3.5f), {at(0), at(0), at(1), kMutedColour, at(2)});
  expectColours(colours_.byRounds(cells, 1, 4.0f),
                {kSignalColour, kSignalColour, kMutedColour, kMutedColour, kMutedColour});
  expectColours(colours_.byRounds(cells, 2, 4.0f),
                {at(0), at(0), kSignalColour, kMutedColour, kMutedColour});
  expectColours(colours_.byRounds(cells, 3, 1.0f),
                {at(0), at(0), rampColour(1.0f), kMutedColour, kSignalColour});
}

TEST_P(ParticleColoursTest, Rounds_AreThoseOfTheSort) {
  // The particles are in order in memory. The head of a cell's list is the particle of the cell
  // that was drawn last, so that the highest number comes first.
  std::vector<std::uint32_t> mapping;
  for (std::uint32_t i = 0; i < kCount; ++i) mapping.push_back(i * i % 7);
  cells::CellIndex index(device_, rowOfCells(7),
                         {.algorithm = sort::Algorithm::Bucket,
                          .subBuffers = 1,
                          .partition = sort::Partition::Contiguous},
                         kCount);
  index.sort(positionsIn(mapping));
  std::vector<std::size_t> sizes(7, 0);
  for (const std::uint32_t cell : mapping) ++sizes[cell];
  for (int rounds = 1; rounds < 4; ++rounds) {
    std::size_t lit = 0, expected = 0;
    for (const glm::vec4& colour : colours_.byRounds(index, rounds, 100.0f).download()) {
      lit += glm::distance(glm::vec3(colour), kSignalColour) < kTolerance;
    }
    for (const std::size_t size : sizes) expected += size >= static_cast<std::size_t>(rounds);
    EXPECT_EQ(lit, expected) << rounds;
  }
}

TEST_P(ParticleColoursTest, CyclicListInRounds_EndsTheWalk) {
  const cells::CellIndex ring = listsOf({{0, 0, 0}, {0}, {1, 0, kNullId}});
  EXPECT_EQ(colours_.byRounds(ring, 1 << 30, 2000.0f).download().size(), 3u);
}

TEST_P(ParticleColoursTest, ChangedCell_IsSignalled) {
  std::vector<std::uint32_t> now(kCount);
  std::iota(now.begin(), now.end(), 250u);
  std::vector<std::uint32_t> before = now;
  std::vector<glm::vec3> expected(kCount, kMutedColour);
  for (std::size_t i = 0; i < kCount; i += 7) {
    before[i] += i % 2 == 0 ? 1u : 65536u;
    expected[i] = kSignalColour;
  }
  constexpr int kCells = 70'000;
  cells::CellIndex cells = cellsOf(before, kCells);
  expectColours(colours_.byMoves(cells.mapping(), cells.previousMapping()),
                std::vector<glm::vec3>(kCount, kMutedColour));
  cells.resort(positionsIn(now));
  expectColours(colours_.byMoves(cells.mapping(), cells.previousMapping()), expected);
}

// Returns the temperature around each particle by its definition in double precision, or none for a
// lone particle. The cells have edges of 1, and the box is periodic along x and z.
std::vector<std::optional<double>> temperaturesOf(const std::vector<glm::vec4>& positions,
                                                  const std::vector<glm::vec4>& velocities,
                                                  const std::vector<double>& masses,
                                                  const glm::ivec3& cells, int dimensions) {
  const auto cellOf = [](const glm::vec4& at) { return glm::ivec3(glm::vec3(at)); };
  std::map<std::array<int, 3>, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    const glm::ivec3 cell = cellOf(positions[i]);
    members[{cell.x, cell.y, cell.z}].push_back(i);
  }
  std::map<std::array<int, 3>, glm::dvec2> heat;  // sum of squares, and number of particles less 1
  for (const auto& [cell, all] : members) {
    glm::dvec4 sum(0.0);
    for (const std::size_t i : all) {
      sum += masses[i] * glm::dvec4(glm::vec3(velocities[i]), 1.0);
    }
    heat[cell] = {0.0, static_cast<double>(all.size()) - 1.0};
    for (const std::size_t i : all) {
      const glm::dvec3 apart = glm::dvec3(velocities[i]) - glm::dvec3(sum) / sum.w;
      heat[cell].x += masses[i] * glm::dot(apart, apart);
    }
  }
  std::vector<std::optional<double>> temperatures;
  for (const glm::vec4& at : positions) {
    glm::dvec2 sum(0.0);
    for (int k = 0; k < (dimensions == 3 ? 27 : 9); ++k) {
      const glm::ivec3 offset(k % 3 - 1, k / 3 % 3 - 1, dimensions == 3 ? k / 9 - 1 : 0);
      const glm::ivec3 cell = (cellOf(at) + offset + cells) % cells;
      if (std::abs(cell.y - cellOf(at).y) > 1) continue;  // a wall separates the cells
      sum += heat[{cell.x, cell.y, cell.z}];
    }
    temperatures.push_back(sum.y > 0.0 ? std::optional(sum.x / (dimensions * sum.y))
                                       : std::nullopt);
  }
  return temperatures;
}

TEST_P(ParticleColoursTest, Temperature_LeavesFlowOut) {
  std::vector<dpd::Species> species(2);
  species[1].mass = 4.0;
  std::mt19937 generator(9);
  std::uniform_real_distribution<float> place(0.0f, 1.0f);
  std::normal_distribution<float> thermal;
  for (const int dimensions : {2, 3}) {
    const glm::ivec3 cells(5, 4, dimensions == 3 ? 3 : 1);
    cells::Box box{.size = cells, .dimensions = dimensions};
    box.boundary[1] = cells::Boundary::Reflecting;
    std::vector<glm::vec4> positions, velocities;
    std::vector<double> masses;
    for (int i = 0; i < kCount; ++i) {
      const int kind = i % 2;
      // The upper half of the box is empty except for one particle.
      const float y = i == 0 ? 3.5f : 1.9f * place(generator);
      const float z = dimensions == 3 ? 3.0f * place(generator) : 0.0f;
      positions.emplace_back(5.0f * place(generator), y, z, static_cast<float>(kind));
      const float speed = kind == 0 ? 1.0f : 0.5f;
      velocities.emplace_back(20.0f + speed * thermal(generator), speed * thermal(generator),
                              dimensions == 3 ? speed * thermal(generator) : 0.0f, 7.0f);
      masses.push_back(species[static_cast<std::size_t>(kind)].mass);
    }
    std::vector<glm::vec3> expected;
    for (const auto& t : temperaturesOf(positions, velocities, masses, cells, dimensions)) {
      expected.push_back(t ? rampColour(static_cast<float>(*t) / 2.0f) : kMutedColour);
    }
    EXPECT_EQ(std::ranges::count(expected, kMutedColour), 1) << "the lonely one";
    const texel::Vec4Array position = vectors(positions), velocity = vectors(velocities);
    for (const sort::Algorithm algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
      cells::CellIndex index(device_, cells::makeCountingGrid(box, 1.0), {.algorithm = algorithm},
                             kCount);
      index.sort(position);
      expectColours(colours_.byTemperature(index, position, velocity, species, 0.0f, 2.0f),
                    expected);
    }
  }
}

TEST_P(ParticleColoursTest, AnyNumber_CanFollowAnother) {
  for (const std::size_t count : {70U, 0U, 1U, 200U}) {
    const cells::CellIndex cells = cellsOf(std::vector<std::uint32_t>(count), 1);
    EXPECT_EQ(colours_.byCells(Colouring::Cell, cells, 1.0f).count(),
              static_cast<std::int64_t>(count));
  }
}

}  // namespace
}  // namespace gpubuck::render
