// `gpubuck bench`: every benchmark at its smallest size, and the arguments that the command
// refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.h"

namespace gpubuck::test {
namespace {

/// Returns the arguments of a benchmark that takes one sample of each case.
std::vector<std::string> quick(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "bench");
  arguments.insert(arguments.end(), {"--samples", "1", "--seconds", "0.001"});
  return arguments;
}

/// Runs a benchmark with --json and returns its rows, each of them checked.
nlohmann::json rowsOf(const std::string& name, const std::vector<std::string>& options) {
  std::vector<std::string> arguments{name, "--json"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Outcome outcome = runGpubuck(quick(arguments));
  EXPECT_EQ(0, outcome.exitCode) << outcome.errors;
  // The table for people goes to standard error.
  EXPECT_NE(std::string::npos, outcome.errors.find("OpenGL")) << outcome.errors;
  const nlohmann::json result = jsonOf(outcome);
  EXPECT_EQ(result.at("benchmark"), name);
  EXPECT_EQ(result.at("gpubuck"), GPUBUCK_VERSION);
  EXPECT_FALSE(result.at("device").at("renderer").get<std::string>().empty());
  EXPECT_TRUE(result.at("device").at("software").is_boolean());
  EXPECT_FALSE(result.at("rows").empty());
  for (const nlohmann::json& row : result.at("rows")) {
    EXPECT_EQ(name, row.at("name").get<std::string>().substr(0, name.size())) << row;
    for (const char* word : {"algorithm", "engine"}) {
      EXPECT_FALSE(row.at(word).get<std::string>().empty()) << row;
    }
    EXPECT_GT(row.at("n").get<std::int64_t>(), 0) << row;
    EXPECT_GE(row.at("per_cell").get<double>(), 0.0) << row;
    EXPECT_GT(row.at("median_ms").get<double>(), 0.0) << row;
    EXPECT_LE(row.at("min_ms").get<double>(), row.at("median_ms").get<double>()) << row;
    EXPECT_GE(row.at("samples").get<int>(), 1) << row;
    EXPECT_TRUE(row.at("stages").is_object()) << row;
  }
  return result.at("rows");
}

TEST(Bench, Table1_HasTheRowOfThePaper) {
  const nlohmann::json rows = rowsOf("table1", {"--largest", "65536"});
  std::vector<double> papers;
  for (const nlohmann::json& row : rows) {
    if (!row.at("paper_ms").is_null()) papers.push_back(row.at("paper_ms").get<double>());
  }
  EXPECT_EQ((std::vector<double>{13.28, 16.15, 19.84, 28.01, 38.17}), papers);
}

TEST(Bench, Table3_HasTheRowOfThePaperInBothOrders) {
  const nlohmann::json rows = rowsOf("table3", {"--largest", "65536", "--engine", "paper"});
  std::vector<double> papers;
  for (const nlohmann::json& row : rows) {
    if (!row.at("paper_ms").is_null()) papers.push_back(row.at("paper_ms").get<double>());
  }
  EXPECT_EQ((std::vector<double>{19.34, 7.68, 17.67, 19.34, 7.68, 17.67}), papers);
}

// Three runs of each case take longer than the limit of 0.1 ms, so that there are no more runs.
TEST(Bench, Seconds_LimitTheTiming) {
  const Outcome outcome = runGpubuck({"bench", "searches", "--largest", "1000", "--engine", "paper",
                                      "--samples", "40", "--seconds", "0.0001", "--json"});
  ASSERT_EQ(0, outcome.exitCode) << outcome.errors;
  const nlohmann::json rows = jsonOf(outcome).at("rows");
  EXPECT_GT(rows.size(), 0u);
  for (const nlohmann::json& row : rows) EXPECT_EQ(3, row.at("samples")) << row;
}

TEST(Bench, Fluids_AreTimedPerStep) {
  const nlohmann::json rows = rowsOf("dpd", {"--largest", "16384", "--engine", "paper"});
  ASSERT_EQ(2u, rows.size());
  for (const nlohmann::json& row : rows) {
    EXPECT_NEAR(16'384, row.at("n").get<int>(), 2);
    EXPECT_GT(row.at("steps"), 1);
    EXPECT_NEAR(row.at("million_particle_steps_per_second").get<double>() *
                    row.at("ns_per_particle").get<double>(),
                1000.0, 1e-6);
    // The force pass runs once per step. The passes of the paper's sort run in rounds.
    EXPECT_NEAR(1.0, row.at("stages").at("dpd/force_move").at("runs").get<double>(), 1e-9);
    // A step reads and writes a state of 48 bytes per particle.
    EXPECT_GT(row.at("bytes_per_particle"), 96.0);
    EXPECT_LT(row.at("bytes_per_particle"), 2000.0);
  }
  EXPECT_EQ(3.0, rows[0].at("density"));
  EXPECT_EQ(4.0, rows[1].at("density"));
}

TEST(Bench, Pictures_AreTimedPerStyle) {
  const nlohmann::json rows = rowsOf("pictures", {"--largest", "16384"});
  // Without a GPU there is one sample per pixel, and there are no large pictures.
  const bool isSoftware =
      std::ranges::none_of(rows, [](const nlohmann::json& row) { return row.at("width") == 2560; });
  std::vector<std::string> looks;
  for (const nlohmann::json& row : rows) {
    EXPECT_EQ(16'384, row.at("n").get<int>());
    EXPECT_NEAR(row.at("pictures_per_second").get<double>() * row.at("median_ms").get<double>(),
                1000.0, 1e-6);
    const bool isWide = row.at("width") == 2560;
    EXPECT_EQ(isWide ? 1600 : 1000, row.at("height").get<int>()) << row;
    const auto look = row.at("algorithm").get<std::string>();
    if (!isWide) looks.push_back(look);
    const bool isSurface = look.starts_with("surface");
    EXPECT_EQ(isSurface, row.at("stages").contains("render/surface/compose")) << row;
    EXPECT_EQ(look == "points", row.at("stages").contains("render/points")) << row;
    // With one sample per pixel this pass smooths the edges of all looks but points.
    const bool smooths = isSoftware && look != "points";
    EXPECT_EQ(look.find('+') != std::string::npos || smooths,
              row.at("stages").contains("render/resolve"))
        << row;
    const bool hasShadows = look.ends_with("shadows") || look.ends_with("both");
    const char* const shadows =
        isSurface ? "render/surface/spray_shadows" : "render/particle_shadows";
    EXPECT_EQ(hasShadows, row.at("stages").contains(shadows)) << row;
  }
  EXPECT_EQ(looks,
            (std::vector<std::string>{"points", "spheres", "spheres+occlusion", "spheres+shadows",
                                      "spheres+both", "surface", "surface+shadows"}));
}

TEST(Bench, Searches_FindTheSameNeighbours) {
  const nlohmann::json rows = rowsOf("searches", {"--largest", "1000", "--engine", "paper"});
  int methods = 0;
  for (const nlohmann::json& row : rows) {
    if (row.at("name") != "searches") continue;
    ++methods;
    if (row.at("method").get<std::string>().starts_with("octant")) {
      EXPECT_EQ(row.at("n").get<int>(), row.at("general").get<int>() + row.at("secant").get<int>() +
                                            row.at("central").get<int>());
    }
    // The distance of a pair may be rounded to either side of the radius. The number of neighbours
    // is a mean over 1000 points, and such a pair changes it by 2 / 1000.
    EXPECT_NEAR(rows[0].at("neighbours").get<double>(), row.at("neighbours").get<double>(), 0.002)
        << row;
  }
  EXPECT_EQ(15, methods);
}

TEST(Bench, Neighbours_ReportTransferAndSearch) {
  const nlohmann::json rows = rowsOf("neighbours", {"--largest", "1000", "--engine", "paper"});
  ASSERT_EQ(3u * 2u, rows.size()) << "numbers of neighbours, half and full lists";
  for (const nlohmann::json& row : rows) {
    for (const char* part : {"prepare_ms", "upload_ms", "search_ms", "download_ms", "write_ms"}) {
      EXPECT_GT(row.at(part).get<double>(), 0.0) << part << row;
    }
    const auto pairs = row.at("pairs").get<double>();
    EXPECT_NEAR(2.0 * pairs / 1000.0, row.at("neighbours").get<double>(),
                0.1 * row.at("neighbours").get<double>())
        << row;
    EXPECT_EQ(row.at("rows"), (row.at("list") == "full" ? 2.0 : 1.0) * pairs) << row;
  }
}

TEST(Bench, FastSorts_AsCsvHaveOneLinePerRow) {
  const Outcome outcome =
      runGpubuck(quick({"sorts", "--csv", "--largest", "65536", "--engine", "fast"}));
  ASSERT_EQ(0, outcome.exitCode) << outcome.errors;
  std::istringstream lines(outcome.output);
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  EXPECT_EQ("name,algorithm,engine,n,per_cell,median_ms,min_ms,", line.substr(0, 50));
  int rows = 0;
  while (std::getline(lines, line)) {
    ++rows;
    EXPECT_EQ("sorts,", line.substr(0, 6));
  }
  // 4 sorts times 5 numbers of elements per bucket times 2 orders.
  EXPECT_EQ(40, rows);
}

TEST(Bench, FastPairLists_HaveTheSameLength) {
  const nlohmann::json rows = rowsOf("pairs", {"--largest", "500", "--engine", "fast"});
  for (const nlohmann::json& row : rows) {
    // Doubtful pairs are listed, too: pairs whose distance may be rounded to either side of the
    // radius. Methods may differ only in the number of doubtful pairs.
    EXPECT_NEAR(rows[0].at("pairs").get<double>(), row.at("pairs").get<double>(),
                rows[0].at("unsure").get<double>() + row.at("unsure").get<double>())
        << row;
    EXPECT_GT(row.at("potential").get<double>(),
              (row.at("cells") == "all" ? 2.0 : 1.0) * row.at("pairs").get<double>())
        << row;
  }
  // There are 2 orders, each with lists that are kept and with lists that are made anew. In each of
  // these four cases, 4 methods and the search of half of the cells run with each of 3 sorts.
  EXPECT_EQ(2U * 2U * (3U * 4U + 3U), rows.size());
}

TEST(Bench, FastRadixSorts_TakeTwoOrSixPasses) {
  const nlohmann::json rows = rowsOf("radix", {"--largest", "3000"});
  std::vector<int> passes;
  for (const nlohmann::json& row : rows) {
    if (row.at("algorithm") == "radix") {
      EXPECT_GT(row.at("histogram_ms").get<double>(), 0.0) << row;
    }
    if (row.at("list") == "weakly disordered") passes.push_back(row.at("passes").get<int>());
  }
  EXPECT_EQ((std::vector<int>{2, 6, 2, 6}), passes);
}

TEST(Bench, BadArguments_AreRefusedInOneLine) {
  EXPECT_TRUE(refused(runGpubuck({"bench"}), 2, {"WHAT"}));
  EXPECT_TRUE(refused(runGpubuck({"bench", "table9"}), 2, {"table9", "table1", "radix"}));
  EXPECT_TRUE(refused(runGpubuck({"bench", "table1", "--samples", "0"}), 2,
                      {"--samples", "0", "1", "100000"}));
  for (const std::string seconds : {"0", "nan", "inf", "0x10", " 5", "5 ", "1e7", "-1"}) {
    EXPECT_TRUE(refused(runGpubuck({"bench", "table1", "--seconds", seconds}), 2,
                        {"--seconds", seconds, "0.0001..1000000"}));
  }
  EXPECT_TRUE(refused(runGpubuck({"bench", "table1", "--largest", "0"}), 2, {"--largest", "0"}));
  EXPECT_TRUE(refused(runGpubuck({"bench", "table1", "--largest", "33554433"}), 2,
                      {"--largest", "1..33554432"}));
  EXPECT_TRUE(refused(runGpubuck({"bench", "table1", "--engine", "steam"}), 2,
                      {"--engine", "steam", "paper", "fast", "both"}));
  EXPECT_TRUE(refused(runGpubuck({"bench", "table1", "--json", "--csv"}), 2, {"--csv", "--json"}));
}

TEST(Bench, NoCases_IsAnError) {
  const std::vector<std::pair<std::string, std::string>> tooFew{
      {"table1", "65535"}, {"table2", "1048575"}, {"table3", "65535"}, {"sorts", "65535"},
      {"searches", "999"}, {"pairs", "499"},      {"dpd", "16383"}};
  for (const auto& [name, largest] : tooFew) {
    EXPECT_TRUE(refused(runGpubuck({"bench", name, "--largest", largest}), 2,
                        {"--largest", largest, name}));
  }
}

TEST(Bench, RadixSort_OnOpenGl33_IsRefused) {
  if (!paperEngineAlone()) {
    EXPECT_TRUE(
        refused(runGpubuck({"bench", "radix", "--engine", "paper"}), 1, {"radix sort", "fast"}));
    return;
  }
  EXPECT_TRUE(refused(runGpubuck({"bench", "radix"}), 1, {"radix sort", "OpenGL 4.3"}));
  EXPECT_TRUE(refused(runGpubuck({"bench", "sorts", "--engine", "fast"}), 1,
                      {"--engine fast", "OpenGL 4.3"}));
}

}  // namespace
}  // namespace gpubuck::test
