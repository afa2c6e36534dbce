// The numbers of elements per cell, compared with numbers counted on the CPU.
#include "cells/cell_index.h"

#include <algorithm>
#include <random>

#include "support/gpu_test.h"

namespace gpubuck::cells {
namespace {

/// Returns the grid of a row of cells with edges of 1.
CellGrid rowOfCells(std::uint32_t cells) {
  Box box;
  box.size = {static_cast<double>(cells), 1.0, 1.0};
  return makeCountingGrid(box, 1.0);
}

class ListLengthsTest : public test::FilledTest {
 protected:
  /// Returns the number of elements in each cell, counted in lists or in ranges, with sentinels
  /// after the last cell.
  texel::UInt4Array lengthsOf(const std::vector<std::uint32_t>& cellOf, std::uint32_t cells,
                              sort::Algorithm algorithm) {
    std::vector<glm::vec4> positions;
    for (const std::uint32_t cell : cellOf) {
      positions.emplace_back(static_cast<float>(cell) + 0.5F, 0.5F, 0.5F, 0.0F);
    }
    const texel::Vec4Array position(device_, "position", positions);
    CellIndex index(device_, rowOfCells(cells), {.algorithm = algorithm}, std::ssize(positions));
    index.sort(position);
    texel::UInt4Array lengths(device_, "lengths", cells);
    test::fillWithSentinel(lengths);
    ListLengths(device_, index.resultKind()).run(index, lengths);
    return lengths;
  }

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Fillings, ListLengthsTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

constexpr auto kListsAndRanges = {sort::Algorithm::Auto, sort::Algorithm::Bitonic};

TEST_P(ListLengthsTest, EqualTheNumbersOfElements) {
  std::mt19937 random(3);
  for (const std::uint32_t cells : {1U, 63U, 65U, 200U}) {
    std::vector<std::uint32_t> cellOf(700);
    std::vector<glm::uvec4> expected(cells, glm::uvec4(0U));
    for (std::uint32_t& cell : cellOf) {
      // Random cells, filled unevenly; the last cells stay empty.
      cell = std::min(random() % cells, random() % cells) * 9 / 10;
      ++expected[cell].x;
    }
    std::vector<std::int64_t> histogram;
    for (const glm::uvec4& length : expected) {
      if (histogram.size() <= length.x) histogram.resize(length.x + 1, 0);
      ++histogram[length.x];
    }
    for (const sort::Algorithm algorithm : kListsAndRanges) {
      const texel::UInt4Array lengths = lengthsOf(cellOf, cells, algorithm);
      test::expectSameTexels(expected, lengths.download());
      test::expectSentinelFrom(lengths, cells);
      EXPECT_EQ(ListLengths::histogram(lengths), histogram);
    }
  }
}

TEST_P(ListLengthsTest, Histogram_IsIndexedByLength) {
  // The six cells hold 2, 0, 3, 2, 0 and 0 elements.
  EXPECT_EQ(ListLengths::histogram(lengthsOf({0, 2, 3, 2, 0, 2, 3}, 6, sort::Algorithm::Auto)),
            (std::vector<std::int64_t>{3, 0, 2, 1}));
}

TEST_P(ListLengthsTest, NoElementsAndNoCells) {
  for (const sort::Algorithm algorithm : kListsAndRanges) {
    EXPECT_EQ(ListLengths::histogram(lengthsOf({}, 5, algorithm)), std::vector<std::int64_t>{5});
  }
  EXPECT_TRUE(ListLengths::histogram(texel::UInt4Array(device_, "none", 0)).empty());
}

}  // namespace
}  // namespace gpubuck::cells
