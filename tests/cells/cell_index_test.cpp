// The cell index with every algorithm: its contents after sorts and re-sorts, and the state it
// reports.
#include "cells/cell_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "base/error.h"
#include "base/id.h"
#include "reference/bucket_lists.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::cells {
namespace {

class CellIndexTest : public test::EngineTest {
 protected:
  static constexpr std::int64_t kCount = 300;

  static CellGrid grid() {
    Box box;
    box.size = {5.0, 3.0, 4.5};
    return makeCellGrid(box, 1.0);
  }

  void uploadRandom() {
    positions_.resize(kCount);
    for (glm::vec4& r : positions_) {
      const auto share = [&] {
        return std::uniform_real_distribution<float>(0.0F, 0.999F)(random_);
      };
      r = {5.0F * share(), 3.0F * share(), 4.5F * share(), 0.0F};
    }
    cellOf_.clear();
    for (const glm::vec4& r : positions_) {
      const glm::ivec3 cell(glm::vec3(r) * glm::vec3(1.0F, 1.0F, 4.0F / 4.5F));
      cellOf_.push_back(cell.x + 5 * (cell.y + 3 * cell.z));
    }
    position_.upload(positions_);
  }

  /// Expects that the index holds the cells of the positions last uploaded.
  void expectIndexed(const CellIndex& index) {
    EXPECT_TRUE(index.isCurrent());
    const ListState lists = index.download();
    EXPECT_EQ(std::vector<int>(lists.mapping.begin(), lists.mapping.end()), cellOf_);
    EXPECT_EQ(reference::listsError(signedIds(lists.head), signedIds(lists.next), cellOf_), "");
  }

  static std::vector<int> signedIds(const std::vector<std::uint32_t>& ids) {
    std::vector<int> result;
    for (const std::uint32_t id : ids) {
      result.push_back(id == kNullId ? reference::kNull : static_cast<int>(id));
    }
    return result;
  }

  static std::vector<int> cellsIn(const texel::IdArray& mapping) {
    std::vector<int> result;
    for (const texel::IdTexel texel : mapping.download()) {
      result.push_back(static_cast<int>(texel & kNullId));
    }
    return result;
  }

  std::mt19937 random_{5};
  texel::Device device_ = test::makeDevice(GetParam());
  std::vector<glm::vec4> positions_;
  texel::Vec4Array position_{device_, "position", kCount};
  std::vector<int> cellOf_;
};
INSTANTIATE_TEST_SUITE_P(Engines, CellIndexTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(CellIndexTest, EverySort_FollowsPositions) {
  int sorts = 0;
  for (const sort::AlgorithmInfo& info : sort::algorithms()) {
    if (!sort::whyNot(info.algorithm, device_.capabilities()).empty()) continue;
    SCOPED_TRACE(info.name);
    ++sorts;
    CellIndex index(device_, grid(), {.algorithm = info.algorithm}, kCount);
    EXPECT_FALSE(index.isCurrent());
    uploadRandom();
    index.resort(position_);  // from nothing
    expectIndexed(index);
    EXPECT_EQ(index.previousMapping(), nullptr);
    for (const bool resorts : {true, false}) {
      const std::vector<int> before = cellOf_;
      uploadRandom();
      index.invalidate();
      EXPECT_FALSE(index.isCurrent());
      if (resorts) {
        index.resort(position_);
      } else {
        index.sort(position_);
      }
      expectIndexed(index);
      ASSERT_NE(index.previousMapping(), nullptr);
      EXPECT_EQ(cellsIn(*index.previousMapping()), before);
    }
    index.reset();
    EXPECT_FALSE(index.isCurrent());
    uploadRandom();
    index.resort(position_);
    expectIndexed(index);
    EXPECT_EQ(index.previousMapping(), nullptr);
  }
  EXPECT_GE(sorts, 3);
}

// Lists are restored bit for bit; ranges are sorted again, with the same result.
TEST_P(CellIndexTest, DownloadedLists_CanBeRestored) {
  for (const sort::Algorithm algorithm : {sort::Algorithm::Bucket, sort::Algorithm::Bitonic}) {
    SCOPED_TRACE(sort::nameOf(algorithm));
    CellIndex first(device_, grid(), {.algorithm = algorithm}, kCount);
    for (int k = 0; k < 3; ++k) {
      uploadRandom();
      first.resort(position_);
    }
    const ListState lists = first.download();
    CellIndex second(device_, grid(), {.algorithm = algorithm}, kCount);
    second.restore(lists);
    EXPECT_EQ(second.isCurrent(), algorithm == sort::Algorithm::Bucket);
    EXPECT_EQ(second.previousMapping(), nullptr);
    if (!second.isCurrent()) second.resort(position_);
    EXPECT_EQ(second.download().head, lists.head);
    EXPECT_EQ(second.download().next, lists.next);
    uploadRandom();
    first.resort(position_);
    second.resort(position_);
    EXPECT_EQ(second.download().head, first.download().head);
    EXPECT_EQ(second.download().next, first.download().next);
  }
}

// The GPU may round a position near a face to the cell on either side.
TEST_P(CellIndexTest, PositionWithinRoundingOfItsCell_IsAccepted) {
  const CellGrid cells = grid();
  const auto require = [&](float x, std::uint32_t cell) {
    ListState lists{{cell},
                    std::vector<std::uint32_t>(static_cast<std::size_t>(cells.count()), kNullId),
                    {kNullId}};
    lists.head[cell] = 0;
    const glm::vec4 position(x, 0.5F, 0.5F, 0.0F);
    requireLists(cells, lists, {&position, 1});
  };
  EXPECT_NO_THROW(require(std::nextafter(2.0F, 0.0F), 2));
  EXPECT_NO_THROW(require(std::nextafter(2.0F, 3.0F), 1));
  EXPECT_THROW(require(1.9999F, 2), InputError);
  EXPECT_THROW(require(2.0001F, 1), InputError);
}

// With faulty lists a walk would miss elements, or never end.
TEST_P(CellIndexTest, ListsOfOtherPositions_AreRefused) {
  CellIndex index(device_, grid(), {}, kCount);
  uploadRandom();
  index.sort(position_);
  const ListState good = index.download();
  const auto full = static_cast<std::size_t>(
      std::ranges::find_if(good.head, [](std::uint32_t id) { return id != kNullId; }) -
      good.head.begin());
  ASSERT_LT(full, good.head.size());
  const std::uint32_t first = good.head[full];
  const std::size_t other = full + 1;
  const auto errorOf = [&](const std::function<void(ListState&)>& damage) {
    ListState lists = good;
    damage(lists);
    return test::messageOf<InputError>([&] { requireLists(grid(), lists, positions_); });
  };
  EXPECT_NO_THROW(requireLists(grid(), good, positions_));
  const test::Facts size{"lists", "300 elements", "60 cells"};
  EXPECT_TRUE(test::names(errorOf([](ListState& lists) { lists.head.pop_back(); }), size));
  EXPECT_TRUE(test::names(errorOf([](ListState& lists) { lists.next.pop_back(); }), size));
  EXPECT_TRUE(test::names(errorOf([](ListState& lists) { lists.mapping.pop_back(); }), size));
  EXPECT_TRUE(test::names(errorOf([&](ListState& lists) { lists.mapping[first] = 60; }),
                          {"lists", fmt::format("element {}", first), "cell 60"}));
  EXPECT_TRUE(test::names(errorOf([&](ListState& lists) { lists.mapping[first] = 5; }),
                          {"lists", fmt::format("element {}", first), "cell 5"}));
  EXPECT_TRUE(test::names(
      errorOf([&](ListState& lists) { lists.head.assign(lists.head.size(), kNullId); }), {"list"}));
  EXPECT_TRUE(test::names(errorOf([&](ListState& lists) { lists.next[first] = first; }),
                          {"lists", fmt::format("cell {}", full), std::to_string(first), "once"}));
  EXPECT_TRUE(test::names(errorOf([&](ListState& lists) { lists.head[other] = first; }),
                          {"lists", fmt::format("cell {}", other), std::to_string(first), "once"}));
  EXPECT_TRUE(test::names(errorOf([&](ListState& lists) { lists.head[full] = 300; }),
                          {"lists", fmt::format("cell {}", full), "300", "once"}));
}

}  // namespace
}  // namespace gpubuck::cells
