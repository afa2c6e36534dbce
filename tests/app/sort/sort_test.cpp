// `gpubuck sort`: the lists it writes and its output.
#include <algorithm>
#include <array>
#include <numeric>
#include <regex>
#include <sstream>

#include "app/sort/sorted_lists.h"
#include "support/errors.h"

namespace gpubuck::test {
namespace {

TEST_F(SortCommand, NoElements) {
  file::writeNpy(folder / "ids.npy", std::vector<std::int32_t>{}, {0});
  const nlohmann::json json = sortFile(folder / "ids.npy", 5);
  EXPECT_EQ(json.at("n"), 0);
  EXPECT_EQ(json.at("points_drawn"), 0);
  EXPECT_EQ(list("head.npy", 5), std::vector<int>(5, reference::kNull));
  EXPECT_TRUE(list("next.npy", 0).empty());
}

TEST_F(SortCommand, OneElement) {
  const nlohmann::json json = sort({2}, 3);
  EXPECT_EQ(json.at("n"), 1);
  EXPECT_EQ(json.at("iterations"), 1);
  EXPECT_EQ(list("head.npy", 3), (std::vector<int>{-1, -1, 0}));
  EXPECT_EQ(list("next.npy", 1), std::vector<int>{-1});
}

TEST_F(SortCommand, AllElementsInOneBucket) {
  const BucketIds ids(3000, 7);
  // Each scatter places one element of the bucket.
  EXPECT_EQ(sort(ids, 9, {"--partition", "contiguous", "--algorithm", "bucket"}).at("iterations"),
            3000);
  expectListsOf(ids, 9);
}

TEST_F(SortCommand, IdsAbove16Bits) {
  const BucketIds ids = randomIds(300'000, 100'000);
  ASSERT_GT(*std::max_element(ids.begin(), ids.end()), 65'536);
  const nlohmann::json json = sort(ids, 100'000);
  EXPECT_EQ(json.at("n"), 300'000);
  EXPECT_EQ(json.at("buckets"), 100'000);
  expectListsOf(ids, 100'000);
}

// Rows of textures are a power of two texels wide, 64 at least.
TEST_F(SortCommand, BucketsNotFillingTheirTexture) {
  for (const int buckets : {4095, 4097, 5000, 8193}) {
    SCOPED_TRACE(buckets);
    BucketIds ids = randomIds(9000, buckets);
    ids.back() = buckets - 1;
    sort(ids, buckets);
    expectListsOf(ids, buckets);
  }
}

TEST_F(SortCommand, MaximumNumberOfBuckets) {
  const BucketIds ids{16'777'214, 0, 65'536, 16'777'214};
  EXPECT_EQ(sort(ids, 16'777'215).at("buckets"), 16'777'215);
  expectListsOf(ids, 16'777'215);
}

TEST_F(SortCommand, EverySubBufferCountThresholdAndPartition) {
  const BucketIds ids = randomIds(700, 60);
  const std::string path = folder.put("ids.txt", asText(ids));
  // With the partition `turns`, one point is drawn per run of consecutive elements in the same
  // bucket.
  int runs = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const bool ends = i + 1 == ids.size() || ids[i + 1] != ids[i] || (i + 1) % 64 == 0;
    runs += ends ? 1 : 0;
  }
  ASSERT_LT(runs, 700);
  for (const std::string partition : {"contiguous", "turns"}) {
    for (const char* subBuffers : {"1", "3", "8", "64", "1000"}) {
      const std::vector<std::string> options{
          "--sub-buffers", subBuffers,
          "--partition",   partition,
          "--algorithm",   "bucket",
          "--threshold",   subBuffers == std::string("8") ? "0.25" : "0.5"};
      SCOPED_TRACE(::testing::PrintToString(options));
      const nlohmann::json json = sortFile(path, 60, options);
      EXPECT_EQ(json.at("algorithm"), "bucket");
      EXPECT_GE(json.at("points_drawn"), partition == "turns" ? runs : 700);
      expectListsOf(ids, 60);
    }
  }
}

// The oracle counts the points that listing 1 of the paper draws with partial updates.
TEST_F(SortCommand, IterationsAndPoints_MatchTheMethod) {
  const BucketIds ids = randomIds(700, 60);
  const sort::Settings settings{
      .subBuffers = 3, .partition = sort::Partition::Contiguous, .threshold = 0.875};
  const reference::SortResult expected = reference::bucketSort(ids, 60, settings);
  const nlohmann::json json =
      sort(ids, 60, {"--sub-buffers", "3", "--partition", "contiguous", "--threshold", "0.875"});
  EXPECT_EQ(json.at("points_drawn"), expected.pointsDrawn());
  EXPECT_EQ(list("head.npy", 60), expected.lists.head);
  EXPECT_EQ(list("next.npy", 700), expected.lists.next);
}

TEST_F(SortCommand, TextNpyAndStandardInput_GiveTheSame) {
  const BucketIds ids = randomIds(1000, 50);
  const nlohmann::json fromText = sort(ids, 50);
  const std::vector<int> head = list("head.npy", 50), next = list("next.npy", 1000);
  EXPECT_EQ(reference::listsError(head, next, ids), "");
  file::writeNpy(folder / "ids.npy", ids, {1000});
  for (const nlohmann::json& json :
       {sortFile(folder / "ids.npy", 50), sortFile("-", 50, {}, asText(ids)),
        sortFile("-", 50, {}, folder.get("ids.npy"))}) {
    EXPECT_EQ(json.at("n"), 1000);
    EXPECT_EQ(json.at("points_drawn"), fromText.at("points_drawn"));
    EXPECT_EQ(list("head.npy", 50), head);
    EXPECT_EQ(list("next.npy", 1000), next);
  }
}

TEST_F(SortCommand, Lists_AreInt32Arrays) {
  sort({0, 1, 1}, 2);
  for (const char* name : {"out/head.npy", "out/next.npy"}) {
    EXPECT_NE(folder.get(name).find("'descr': '<i4'"), std::string::npos) << name;
  }
}

TEST_F(SortCommand, Json_HasItsFields) {
  const nlohmann::json json = sort(randomIds(100, 10), 10);
  EXPECT_EQ(json.at("n"), 100);
  EXPECT_EQ(json.at("buckets"), 10);
  EXPECT_EQ(json.at("algorithm"), "bucket");
  EXPECT_EQ(json.at("engine"), "paper");
  EXPECT_GT(json.at("iterations"), 0);
  EXPECT_GE(json.at("points_drawn"), 100);
  EXPECT_GT(json.at("ms").get<double>(), 0.0);
  EXPECT_FALSE(json.contains("resort"));
}

TEST_F(SortCommand, Text_EqualsJson) {
  const Outcome text =
      runGpubuck({"sort", "--cells", "-", "--buckets", "4"}, {.input = "0\n2\n3\n2\n0\n1\n3\n3\n"});
  EXPECT_TRUE(done(text));
  EXPECT_TRUE(std::regex_match(
      text.output, std::regex("8 elements, 4 buckets, algorithm bucket, engine paper\n"
                              "sort: \\d+ iterations, \\d+ points drawn, [0-9.]+ ms\n")))
      << text.output;
}

// The worked example of the paper's figure 1.
TEST_F(SortCommand, Trace_EqualsFigure1OfThePaper) {
  const Outcome trace = runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--sub-buffers", "1",
                                    "--partition", "contiguous", "--trace"},
                                   {.input = "0\n2\n3\n2\n0\n1\n3\n3\n"});
  EXPECT_TRUE(done(trace));
  const std::string figure =
      "iteration 1\n"
      "  head      4  5  3  7\n"
      "  next      4  3  7  /  /  /  7  /\n"
      "  visited   .  .  .  *  *  *  .  *\n"
      "iteration 2\n"
      "  head      0  5  1  6\n"
      "  next      4  3  6  /  /  /  7  /\n"
      "  visited   *  *  .  *  *  *  *  *\n"
      "iteration 3\n"
      "  head      0  5  1  2\n"
      "  next      4  3  6  /  /  /  7  /\n"
      "  visited   *  *  *  *  *  *  *  *\n";
  EXPECT_EQ(trace.output.substr(0, figure.size()), figure);
  EXPECT_NE(trace.output.find("sort: 3 iterations, 13 points drawn"), std::string::npos);
}

// The two sub-buffers are drawn in rounds 1 and 2. Each of them places one of its two elements per
// bucket. The remaining four elements take two more rounds.
TEST_F(SortCommand, Trace_NumbersTheScattersOfTurns) {
  const Outcome trace = runGpubuck({"sort", "--cells", "-", "--buckets", "2", "--sub-buffers", "2",
                                    "--partition", "turns", "--trace"},
                                   {.input = "0\n1\n0\n1\n0\n1\n0\n1\n"});
  EXPECT_TRUE(done(trace));
  std::vector<std::string> labels;
  std::istringstream lines(trace.output);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("iteration")) labels.push_back(line);
  }
  EXPECT_EQ(labels,
            (std::vector<std::string>{"iteration 1", "iteration 2", "iteration 3", "iteration 4"}));
  EXPECT_NE(trace.output.find("sort: 4 iterations, 14 points drawn"), std::string::npos)
      << trace.output;
}

// The bucket sort would take a round for each of the 201 elements of bucket 7, so the automatic
// choice is a sort into ranges. A command that names the bucket sort still makes these rounds.
TEST_F(SortCommand, LongList_IsLeftToARangeSort) {
  BucketIds ids = randomIds(500, 100);
  for (std::size_t i = 0; i < 200; ++i) ids[i] = 7;
  ids.back() = 7;
  const nlohmann::json json = sort(ids, 100);
  EXPECT_EQ(json.at("algorithm"), "bitonic");
  EXPECT_GT(json.at("longest_list"), 200);
  expectListsOf(ids, 100);
  EXPECT_EQ(sort(ids, 100, {"--algorithm", "bucket"}).at("algorithm"), "bucket");
  expectListsOf(ids, 100);
  const Outcome text = runGpubuck({"sort", "--cells", folder / "ids.txt", "--buckets", "100"});
  EXPECT_NE(
      text.output.find("auto took bitonic, since the bucket sort needs a round for each of the"),
      std::string::npos)
      << text.output;
}

TEST_F(SortCommand, RadixParameters_AreOfRadixAlone) {
  const Outcome refused =
      runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--radix-bits", "4"}, {.input = "0\n"});
  EXPECT_EQ(refused.exitCode, 2);
  EXPECT_TRUE(contains(refused.errors, "--radix-bits: belongs to --algorithm radix"));
}

TEST_F(SortCommand, FastRadixParameters_LeaveTheResultAlone) {
  const BucketIds ids = randomIds(3000, 700);
  const nlohmann::json json =
      sort(ids, 700,
           {"--engine", "fast", "--algorithm", "radix", "--key-bits", "12", "--radix-bits", "3",
            "--threads", "64", "--items", "2", "--groups", "5", "--scan-parts", "2"});
  EXPECT_EQ(json.at("algorithm"), "radix");
  std::vector<int> order(3000);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int i) { return ids[static_cast<std::size_t>(i)]; });
  EXPECT_EQ(list("order.npy", 3000), order);
}

TEST_F(SortCommand, SameInput_GivesTheSameLists) {
  const BucketIds ids = randomIds(20'000, 3000);
  sort(ids, 3000);
  const std::string head = folder.get("out/head.npy"), next = folder.get("out/next.npy");
  sort(ids, 3000);
  EXPECT_EQ(folder.get("out/head.npy"), head);
  EXPECT_EQ(folder.get("out/next.npy"), next);
}

TEST_F(SortCommand, FastEngine_BuildsTheSameListsAsSets) {
  const BucketIds ids = randomIds(20'000, 3000);
  for (const auto& [algorithm, used] : {std::pair("auto", "atomic"), std::pair("atomic", "atomic"),
                                        std::pair("bucket", "bucket")}) {
    SCOPED_TRACE(algorithm);
    const nlohmann::json json = sort(ids, 3000, {"--engine", "fast", "--algorithm", algorithm});
    EXPECT_EQ(json.at("engine"), "fast");
    EXPECT_EQ(json.at("algorithm"), used);
    expectListsOf(ids, 3000);
  }
}

TEST_F(SortCommand, ShaderDirWithoutShaders_IsRefused) {
  const Outcome outcome =
      runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--shader-dir", folder.path().string()},
                 {.input = "1\n"});
  EXPECT_TRUE(refused(outcome, 1, {folder.path().string() + "/sort/scatter_heads.vert"}));
}

TEST_F(SortCommand, ShaderDirOfSources_GivesTheSame) {
  const BucketIds ids = randomIds(500, 40);
  sort(ids, 40, {"--shader-dir", GPUBUCK_SOURCE_DIR "/shaders"});
  expectListsOf(ids, 40);
}

TEST_F(SortCommand, FullDisk_IsReported) {
  std::filesystem::create_directory(folder / "out");
  std::filesystem::create_symlink("/dev/full", folder / "out/next.npy");
  const std::string ids = folder.put("ids.txt", "0\n1\n");
  const Outcome outcome =
      runGpubuck({"sort", "--cells", ids, "--buckets", "4", "--out", folder / "out"});
  EXPECT_TRUE(refused(outcome, 1, {"out/next.npy", "No space left on device"}));
}

}  // namespace
}  // namespace gpubuck::test
