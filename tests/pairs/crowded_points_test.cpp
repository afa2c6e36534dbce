// Sets of points, many of which are in one place. Their lists are complete, and the work grows with
// the number of pairs.
#include <fmt/format.h>

#include <algorithm>
#include <atomic>

#include "gl/context.h"
#include "pairs/inputs.h"
#include "pairs/pair_search.h"
#include "sort/algorithms.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "support/sorts.h"

namespace gpubuck::pairs {
namespace {

using Points = std::vector<glm::dvec3>;
/// Entry i holds the second points of all pairs whose first point is i.
using Lists = std::vector<std::vector<std::int32_t>>;

Points heap(std::size_t count, const glm::dvec3& place = glm::dvec3(1.0, -2.0, 3.0)) {
  return Points(count, place);
}

Points joined(Points points, const Points& more) {
  points.insert(points.end(), more.begin(), more.end());
  return points;
}

std::vector<test::ImagePair> halfOfPairs(const Points& points, const Cell& cell = {}) {
  const test::Places places = test::placesOf(points);
  return test::halfOf(test::allImagePairs(places, places, true, 1.0, cell, Within::UpTo));
}

/// Returns the half lists of points in open space.
Lists allLists(const Points& points) {
  Lists lists(points.size());
  for (const auto& [i, j, shift] : halfOfPairs(points)) {
    lists[static_cast<std::size_t>(i)].push_back(j);
  }
  return lists;
}

Lists listsOf(const PairTable& table) {
  Lists lists;
  for (std::int64_t i = 0; i + 1 < std::ssize(table.offsets); ++i) {
    const auto list = table.of(i);
    lists.emplace_back(list.begin(), list.end());
  }
  return lists;
}

/// Returns the lists of points in one place: each point has all other points, or in half lists all
/// later points.
Lists listsOfHeap(std::size_t count, ListKind kind) {
  Lists lists(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = kind == ListKind::Full ? 0 : i + 1; j < count; ++j) {
      if (j != i) lists[i].push_back(static_cast<std::int32_t>(j));
    }
  }
  return lists;
}

class CrowdedPointsTest : public test::FormTest {
 protected:
  void expectExact(const Points& points, const Cell& cell = {}, const char* method = "cells27") {
    PairSearch search(device_, {.radius = 1.0,
                                .within = Within::UpTo,
                                .kind = ListKind::Half,
                                .method = *cells::parseMethod(method)});
    EXPECT_EQ(test::pairsOf(search.find(test::placesOf(points), {}, cell, {})),
              halfOfPairs(points, cell));
  }

  /// Points, and the list of their pairs. At most `partWindows` windows of the list are processed
  /// at once.
  struct Found {
    Found(const texel::Device& device, const Points& points, ListKind kind,
          std::int64_t partWindows = PairWindows::kPartWindows)
        : points(layOut(points, 1.0)),
          list(device, this->points.layout, std::ssize(points), kind, {}, partWindows),
          position(device, "points", this->points.position) {
      list.find(position, nullptr);
    }

    /// Returns the list of each point. Entry i holds the other points of the pairs of point i.
    Lists lists() {
      Lists result(points.position.size());
      const PairList::Lists found = list.lists();
      list.read(found, [&](std::int64_t k, std::span<const std::uint32_t> slots) {
        auto& ids = result[found.points[static_cast<std::size_t>(k)]];
        for (const std::uint32_t slot : slots) {
          if (const std::uint32_t j = texel::decodeId(slot); j != kNullId) {
            ids.push_back(static_cast<std::int32_t>(j));
          }
        }
        std::ranges::sort(ids);
      });
      return result;
    }

    LaidOutPoints points;
    PairList list;
    texel::Vec4Array position;
  };

  texel::Device device_ = test::makeDevice(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Forms, CrowdedPointsTest, ::testing::ValuesIn(test::testedForms()),
                         test::formName);

TEST_P(CrowdedPointsTest, EverySort_HandlesAThousandInOnePlace) {
  constexpr std::size_t kCount = 1100;
  for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
    const Lists expected = listsOfHeap(kCount, kind);
    for (const sort::Algorithm algorithm : test::sortsOf(GetParam().engine)) {
      SCOPED_TRACE(fmt::format("{} lists, {}", kind == ListKind::Full ? "full" : "half",
                               sort::nameOf(algorithm)));
      PairSearch search(device_, {.kind = kind, .sort = {.algorithm = algorithm}});
      const PairTable found = search.find(test::placesOf(heap(kCount)), {}, {}, {.vectors = false});
      EXPECT_EQ(countsOf(found, kind).pairs, 604'450);
      EXPECT_EQ(search.ambiguous(), 0);
      EXPECT_TRUE(listsOf(found) == expected);
    }
  }
}

TEST_P(CrowdedPointsTest, DistantAndAdjacentClusters) {
  constexpr std::size_t kMore = kWindow + 20;
  const Points two = joined(heap(kWindow + kMore), heap(kMore, {1e6, 1e6, -1e6}));
  expectExact(two);
  Points beside = joined(test::randomPoints(glm::dvec3(6.0), 500), heap(kMore, {3.0, 3.0, 3.0}));
  beside = joined(beside, test::randomPoints(glm::dvec3(6.0), 500, 9));
  for (const char* periodic : {"", "xyz"}) {
    expectExact(beside, test::boxOf(glm::dvec3(6.0), periodic));
  }
  // The heap is in a corner of the box and surrounded by its images. In the second box, each side
  // is twice the radius.
  expectExact(joined(heap(kMore, glm::dvec3(0.0)), heap(kMore, glm::dvec3(5.999))),
              test::boxOf(glm::dvec3(6.0), "xyz"));
  expectExact(joined(heap(kMore, glm::dvec3(0.0)), heap(kMore, glm::dvec3(1.999))),
              test::boxOf(glm::dvec3(2.0), "xyz"));
  for (const char* word : {"octant=2", "cells-per-cutoff=2", "cells-per-cutoff=4"}) {
    expectExact(beside, {}, word);
  }
}

// The candidates of every point are the points of the heap.
TEST_P(CrowdedPointsTest, ExactlyFullWindows) {
  for (const int candidates :
       {1, 2, kWindow - 1, kWindow, kWindow + 1, 2 * kWindow - 1, 2 * kWindow, 2 * kWindow + 1}) {
    SCOPED_TRACE(candidates);
    const auto count = static_cast<std::size_t>(candidates);
    for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
      Found found(device_, heap(count), kind);
      EXPECT_TRUE(found.lists() == listsOfHeap(count, kind));
      if (GetParam().engine == texel::Engine::Fast) continue;
      EXPECT_EQ(found.list.windows(), candidates * ((candidates + kWindow - 1) / kWindow));
    }
  }
}

// Parts end within a list or at the end of a list, or hold several lists.
TEST_P(CrowdedPointsTest, Parts_AddUpToTheWork) {
  const Points points = joined(heap(2 * kWindow + 1), test::randomPoints(glm::dvec3(3.0), 300));
  const Lists expected = allLists(points);
  for (const std::int64_t partWindows : {1, 2, 3, 7, 1000}) {
    Found found(device_, points, ListKind::Half, partWindows);
    EXPECT_TRUE(found.lists() == expected) << partWindows;
    EXPECT_TRUE(found.lists() == expected) << partWindows << ", read once more";
    EXPECT_EQ(found.list.lists().ends.back(), static_cast<std::int64_t>(found.list.slots()));
  }
}

TEST_P(CrowdedPointsTest, ReusedList_FindsOtherPoints) {
  // The number of points stays the same, but the points take fewer or more windows than before.
  SteadyLayout layout({});
  layout.fit(test::randomPoints(glm::dvec3(8.0), 500), 1.0);
  PairList list(device_, layout.layout(), 500, ListKind::Half, {});
  for (const std::size_t crowd : {0, 450, 20, 500}) {
    Points points = test::randomPoints(glm::dvec3(7.9), 500 - crowd);
    points = joined(points, heap(crowd, glm::dvec3(2.0)));
    points.front() = glm::dvec3(0.0);  // so that the points fill the same space, on the same grid
    points.back() = glm::dvec3(7.9);
    ASSERT_TRUE(layout.fit(points, 1.0));
    std::vector<glm::vec4> positions(points.size());
    layout.place(points, positions, {});
    const texel::Vec4Array position(device_, "points", positions);
    list.find(position, nullptr);
    std::atomic<std::size_t> listed = 0;
    list.read(list.lists(), [&](std::int64_t, std::span<const std::uint32_t> slots) {
      listed += static_cast<std::size_t>(
          std::ranges::count_if(slots, [](auto slot) { return texel::decodeId(slot) != kNullId; }));
    });
    EXPECT_EQ(listed, halfOfPairs(points).size()) << crowd;
  }
}

// In a software renderer, the loops of one invocation end after 65,535 turns
// (shaders/texel/loops_ended.glsl).
TEST_P(CrowdedPointsTest, MoreCandidatesThanLoopIterations) {
  const Points points{{0.1, 0.2, 0.3}, {0.6, 0.7, 0.55}};
  // The shaders for GPUs meet this limit only if they run in software, which never happens for
  // users.
  const bool hasTurns = device_.isSoftware() || !gl::isSoftware();
  const double radius = hasTurns ? 20.5 : 5.5;
  PairSearch search(device_, {.radius = radius, .kind = ListKind::Full});
  std::int64_t expected = 0;
  for (const glm::dvec3& apart : {glm::dvec3(0.0), points[1] - points[0]}) {
    for (int x = -22; x <= 22; ++x) {
      for (int y = -22; y <= 22; ++y) {
        for (int z = -22; z <= 22; ++z) {
          const glm::dvec3 d = apart + glm::dvec3(x, y, z);
          if (d != glm::dvec3(0.0) && glm::dot(d, d) <= radius * radius) expected += 2;
        }
      }
    }
  }
  EXPECT_EQ(expected > 2 * 65'535, hasTurns);
  EXPECT_EQ(search.find(test::placesOf(points), {}, test::boxOf(glm::dvec3(1.0), "xyz"), {}).size(),
            expected);
}

TEST_P(CrowdedPointsTest, TooManyCandidates_DoNotHarmOtherSearches) {
  PairSearch search(device_, {.kind = ListKind::Full});
  for (const std::size_t crowd : {0, 1500, 0}) {
    const Points points =
        joined(test::randomPoints(glm::dvec3(7.0), 2000 - crowd), heap(crowd, glm::dvec3(20.0)));
    const Lists half = allLists(points);
    const Lists found = listsOf(search.find(test::placesOf(points), {}, {}, {}));
    ASSERT_EQ(found.size(), half.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < half.size(); ++i) {
      std::vector<std::int32_t> after;
      std::ranges::copy_if(found[i], std::back_inserter(after),
                           [&](std::int32_t j) { return j > static_cast<std::int32_t>(i); });
      std::ranges::sort(after);
      if (after != half[i]) ++wrong;
    }
    EXPECT_EQ(wrong, 0U) << crowd;
  }
}

// The work is linear in the number of candidates. The test's own pairs/pairs.glsl accepts all
// candidates as neighbours. It stores in each slot how many points its invocation has tested so
// far.
TEST(CrowdedPoints, Candidates_AreTestedOnceByTheirBlock) {
  const test::ShaderFolder shaders;
  std::string pairs = test::readFile(shaders.path() / "pairs/pairs.glsl");
  const auto replace = [&](const std::string& from, const std::string& to) {
    const std::size_t at = pairs.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    pairs.replace(at, from.size(), to);
  };
  replace("Other otherAt(int place, vec3 image) {",
          "int g_looks = 0;\nOther otherAt(int place, vec3 image) {\n++g_looks;");
  replace("#ifdef HALF_LIST", "return 1u;\n#ifdef HALF_LIST");
  replace("return uint(other.number)", "return uint(g_looks);\nreturn uint(other.number)");
  shaders.write("pairs/pairs.glsl", pairs);
  const texel::Device device =
      test::makeDevice(texel::Engine::Paper, test::kTestTextureWidth, shaders.library());

  constexpr std::size_t kCount = 5 * kWindow;
  const LaidOutPoints points = layOut(heap(kCount), 1.0);
  PairList list(device, points.layout, kCount, ListKind::Full, {});
  const texel::Vec4Array position(device, "points", points.position);
  list.find(position, nullptr);
  // If a window looked at the candidates of other windows, too, they would occur twice in a list.
  const PairList::Lists lists = list.lists();
  EXPECT_EQ(lists.ends.back(), std::int64_t{kCount * (kCount - 1)});
  std::vector<std::uint32_t> most(kCount);
  list.read(lists, [&](std::int64_t k, std::span<const std::uint32_t> slots) {
    ASSERT_EQ(slots.size(), kCount - 1);
    most[static_cast<std::size_t>(k)] = std::ranges::max(slots) & kNullId;
  });
  EXPECT_EQ(std::ranges::max(most), 16U);
}

TEST_P(CrowdedPointsTest, ListsLargerThanMemory_AreRefused) {
  const test::Places points = test::placesOf(heap(1000));
  for (const ListKind kind : {ListKind::Half, ListKind::Full}) {
    const std::int64_t rows = kind == ListKind::Full ? 999'000 : 499'500;
    const auto find = [&](std::int64_t memory) {
      PairSearch search(device_, {.kind = kind, .memory = memory});
      return search.find(points, {}, {},
                         {.first = false, .shifts = false, .distances = false, .vectors = false});
    };
    const auto refusal = [&](std::int64_t memory) {
      return test::messageOf<RunError>([&] { find(memory); });
    };
    const std::string start = "main memory: the lists of 499500 pairs need ";
    const std::string message = refusal(3 * rows);
    ASSERT_TRUE(message.starts_with(start)) << message;
    // The memory that the search needs holds at least the column j, and the buffers in which a
    // software renderer returns parts of the lists.
    const std::int64_t megabytes = std::stoll(message.substr(start.size()));
    EXPECT_GE(megabytes * 1'000'000, 4 * rows + 20 * 1000);
    EXPECT_LE(megabytes * 1'000'000, 3 * 4 * rows + 20'000'000);
    EXPECT_EQ(refusal((megabytes - 1) * 1'000'000),
              fmt::format("{}{} MB, and {} MB are free; a smaller radius finds fewer", start,
                          megabytes, megabytes - 1));
    EXPECT_EQ(find(megabytes * 1'000'000).size(), rows);
  }
}

TEST_P(CrowdedPointsTest, Progress_RisesAndCountsThePairs) {
  PairSearch search(device_, {.kind = ListKind::Half});
  std::vector<SearchProgress> told;
  search.find(test::placesOf(heap(2000)), {}, {}, {},
              [&](const SearchProgress& progress) { told.push_back(progress); });
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back().pairs, 1'999'000);
  for (std::size_t k = 0; k < told.size(); ++k) {
    EXPECT_GE(told[k].share, 0.0);
    EXPECT_LE(told[k].share, 1.0);
    if (k == 0 || told[k].pairs != told[k - 1].pairs) continue;
    EXPECT_GE(told[k].share, told[k - 1].share);
  }
}

}  // namespace
}  // namespace gpubuck::pairs
