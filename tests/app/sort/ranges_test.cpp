// `gpubuck sort` with the algorithms that sort into ranges: the order it writes and its output.
#include <algorithm>
#include <numeric>
#include <regex>

#include "app/sort/sorted_lists.h"
#include "support/sorts.h"

namespace gpubuck::test {
namespace {

/// Returns the names of the algorithms that sort into ranges and run on this OpenGL.
std::vector<std::string> algorithms() {
  std::vector<std::string> names;
  const auto engine = paperEngineAlone() ? texel::Engine::Paper : texel::Engine::Fast;
  for (const sort::Algorithm algorithm : sortsOf(engine, sort::ResultKind::Ranges)) {
    names.emplace_back(nameOf(algorithm));
  }
  return names;
}

struct RangesCommand : SortCommand {
  /// Expects order.npy and cell_start.npy of a stable sort, and no lists.
  void expectRangesOf(const BucketIds& ids, int buckets) const {
    std::vector<int> order(ids.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int i, int j) {
      return ids[static_cast<std::size_t>(i)] < ids[static_cast<std::size_t>(j)];
    });
    std::vector<int> start(static_cast<std::size_t>(buckets) + 1, 0);
    for (const int id : ids) ++start.at(static_cast<std::size_t>(id) + 1);
    std::partial_sum(start.begin(), start.end(), start.begin());
    EXPECT_EQ(list("order.npy", ids.size()), order);
    EXPECT_EQ(list("cell_start.npy", start.size()), start);
    EXPECT_FALSE(std::filesystem::exists(folder / "out/head.npy"));
  }
};

TEST_F(RangesCommand, EveryAlgorithm_WritesOrderAndStarts) {
  const BucketIds ids = randomIds(70'000, 66'000);
  ASSERT_GT(*std::max_element(ids.begin(), ids.end()), 65'536);
  for (const std::string& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm);
    const nlohmann::json json = sort(ids, 66'500, {"--algorithm", algorithm});
    EXPECT_EQ(json.at("algorithm"), algorithm);
    EXPECT_EQ(json.at("n"), 70'000);
    EXPECT_EQ(json.at("buckets"), 66'500);
    EXPECT_EQ(json.at("iterations"), 0);
    EXPECT_EQ(json.at("points_drawn"), 0);
    EXPECT_GT(json.at("ms").get<double>(), 0.0);
    expectRangesOf(ids, 66'500);
    for (const char* name : {"out/order.npy", "out/cell_start.npy"}) {
      EXPECT_NE(folder.get(name).find("'descr': '<i4'"), std::string::npos) << name;
    }
  }
}

TEST_F(RangesCommand, NoElements) {
  file::writeNpy(folder / "ids.npy", std::vector<std::int32_t>{}, {0});
  for (const std::string& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm);
    EXPECT_EQ(sortFile(folder / "ids.npy", 5, {"--algorithm", algorithm}).at("n"), 0);
    expectRangesOf({}, 5);
  }
}

TEST_F(RangesCommand, AllInOneBucket) {
  const BucketIds ids(3000, 7);
  for (const std::string& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm);
    sort(ids, 9, {"--algorithm", algorithm});
    expectRangesOf(ids, 9);
  }
}

TEST_F(RangesCommand, Resort_SortsAgain) {
  const BucketIds before = randomIds(1000, 50), after = randomIds(1000, 50, 2);
  const std::string moved = folder.put("moved.txt", asText(after));
  for (const std::string& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm);
    const nlohmann::json json = sort(before, 50, {"--algorithm", algorithm, "--resort", moved});
    EXPECT_EQ(json.at("resort").at("moved"), 1000);
    expectRangesOf(after, 50);
  }
}

TEST_F(RangesCommand, Text_HasNoPointCount) {
  for (const std::string& algorithm : algorithms()) {
    const Outcome text =
        runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--algorithm", algorithm},
                   {.input = "0\n2\n3\n"});
    EXPECT_TRUE(done(text));
    EXPECT_TRUE(
        std::regex_match(text.output, std::regex("3 elements, 4 buckets, algorithm " + algorithm +
                                                 ", engine paper\nsort: [0-9.]+ ms\n")))
        << text.output;
  }
}

TEST_F(RangesCommand, Trace_IsRefused) {
  for (const std::string& algorithm : algorithms()) {
    const Outcome trace =
        runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--algorithm", algorithm, "--trace"},
                   {.input = "1\n"});
    EXPECT_TRUE(refused(trace, 2, {"--trace", "bucket"}));
  }
}

TEST_F(RangesCommand, BucketLimit_IsOneLessThanForLists) {
  for (const std::string& algorithm : algorithms()) {
    SCOPED_TRACE(algorithm);
    EXPECT_TRUE(refused(
        runGpubuck({"sort", "--cells", "-", "--buckets", "16777215", "--algorithm", algorithm},
                   {.input = "1\n"}),
        2, {"buckets", "16777215", "16777214"}));
  }
}

TEST_F(RangesCommand, TooOldContext_IsReported) {
  for (const std::string algorithm : {"counting", "radix"}) {
    const Outcome outcome = runGpubuck(
        {"sort", "--cells", "-", "--buckets", "4", "--algorithm", algorithm}, {.input = "1\n"});
    if (paperEngineAlone()) {
      EXPECT_TRUE(refused(outcome, 1,
                          {"sort algorithm " + algorithm, "OpenGL 4.3", openGlOfPaperEngine()}));
    } else {
      EXPECT_TRUE(done(outcome));
    }
  }
}

}  // namespace
}  // namespace gpubuck::test
