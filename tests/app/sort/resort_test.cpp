// `gpubuck sort --resort`: lists that are brought up to date after elements have moved to other
// buckets.
#include <algorithm>

#include "app/sort/sorted_lists.h"

namespace gpubuck::test {
namespace {

struct ResortCommand : SortCommand {
  /// Sorts by `before`, re-sorts to `after` and expects the lists of `after`. Returns the number of
  /// moved elements.
  int resort(const BucketIds& before, const BucketIds& after, int buckets,
             const std::vector<std::string>& more = {}, bool drawsPoints = true) {
    std::vector<std::string> options{"--resort", folder.put("moved.txt", asText(after))};
    options.insert(options.end(), more.begin(), more.end());
    const nlohmann::json json = sort(before, buckets, options).at("resort");
    EXPECT_GE(json.at("ms").get<double>(), 0.0);
    if (drawsPoints) {
      EXPECT_GE(json.at("points_drawn"), json.at("moved"));
      EXPECT_EQ(json.at("iterations") == 0, json.at("moved") == 0);
    } else {
      EXPECT_EQ(json.at("points_drawn"), 0);
      EXPECT_EQ(json.at("iterations"), 0);
    }
    expectListsOf(after, buckets);
    return json.at("moved");
  }
};

/// Returns the ids after `percent` of the elements have moved to another bucket.
BucketIds moved(const BucketIds& ids, int buckets, int percent) {
  BucketIds after = ids;
  for (std::size_t i = 0; i < ids.size() * static_cast<std::size_t>(percent) / 100; ++i) {
    const std::size_t element = i * 100 / static_cast<std::size_t>(percent);
    after[element] = (after[element] + 1 + static_cast<int>(i) % (buckets - 1)) % buckets;
  }
  return after;
}

TEST_F(ResortCommand, ZeroOneTwoAndAllPercentMoved) {
  const BucketIds ids = randomIds(20'000, 5000);
  for (const char* partition : {"contiguous", "turns"}) {
    for (const int percent : {0, 1, 2, 100}) {
      SCOPED_TRACE(::testing::Message() << percent << " % of a " << partition << " partition");
      const BucketIds after = percent == 0 ? ids : moved(ids, 5000, percent);
      EXPECT_EQ(resort(ids, after, 5000, {"--partition", partition}), 200 * percent);
    }
  }
}

TEST_F(ResortCommand, HeadsMovedIntoEmptyAndFullBuckets) {
  const BucketIds ids = randomIds(3000, 700);  // buckets 700 to 999 stay empty
  sort(ids, 1000);
  const std::vector<int> head = list("head.npy", 1000);
  const int fullest = 3;
  BucketIds headsToEmpty = ids, headsToFull = ids;
  int heads = 0;
  // Fewer than 200 elements move, so that the list that they join stays short enough for the bucket
  // sort.
  for (int bucket = 4; bucket < 170; ++bucket) {
    const int first = head[static_cast<std::size_t>(bucket)];
    if (first < 0) continue;
    headsToEmpty[static_cast<std::size_t>(first)] = 700 + bucket;
    headsToFull[static_cast<std::size_t>(first)] = fullest;
    ++heads;
  }
  ASSERT_GT(heads, 120);
  EXPECT_EQ(resort(ids, headsToEmpty, 1000), heads);
  EXPECT_EQ(resort(ids, headsToFull, 1000), heads);
}

TEST_F(ResortCommand, ChainsOfNeighboursMoved) {
  // There are 100 elements per list. The elements that move are one list without its last element,
  // another list without its first element, and 40 elements in the middle of a third list.
  BucketIds ids(1000);
  for (std::size_t i = 0; i < ids.size(); ++i) ids[i] = static_cast<int>(i / 100);
  BucketIds after = ids;
  for (std::size_t i = 0; i < 99; ++i) after[i] = 11;
  for (std::size_t i = 101; i < 200; ++i) after[i] = 2;
  for (std::size_t i = 530; i < 570; ++i) after[i] = 6;
  EXPECT_EQ(resort(ids, after, 12), 99 + 99 + 40);
}

TEST_F(ResortCommand, NoElements) {
  file::writeNpy(folder / "ids.npy", std::vector<std::int32_t>{}, {0});
  const nlohmann::json json = sortFile(folder / "ids.npy", 5, {"--resort", folder / "ids.npy"});
  EXPECT_EQ(json.at("resort").at("moved"), 0);
  expectListsOf({}, 5);
}

// The fast engine's sort makes its lists by atomics, so no points are drawn.
TEST_F(ResortCommand, FastEngine) {
  const BucketIds ids = randomIds(20'000, 5000);
  resort(ids, moved(ids, 5000, 2), 5000, {"--engine", "fast"}, false);
  resort(ids, moved(ids, 5000, 100), 5000, {"--engine", "fast"}, false);
}

TEST_F(ResortCommand, Text_CountsTheMoved) {
  const std::string ids = folder.put("ids.txt", "0\n1\n1\n"),
                    after = folder.put("after.txt", "0\n0\n1\n");
  const Outcome text = runGpubuck({"sort", "--cells", ids, "--buckets", "4", "--resort", after});
  EXPECT_TRUE(done(text));
  EXPECT_NE(text.output.find("\nre-sort of 1 moved: "), std::string::npos) << text.output;
}

}  // namespace
}  // namespace gpubuck::test
