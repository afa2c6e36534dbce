// Every target reads its corpus in each run of the tests, with or without sanitizers.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "fuzz/target.h"

namespace gpubuck::fuzz {
namespace {

namespace fs = std::filesystem;

const fs::path kCorpus = GPUBUCK_SOURCE_DIR "/tests/fuzz/corpus";

std::vector<fs::path> entriesOf(const fs::path& folder) {
  std::vector<fs::path> entries;
  for (const auto& entry : fs::directory_iterator(folder)) entries.push_back(entry.path());
  std::ranges::sort(entries);
  return entries;
}

struct Corpus : ::testing::TestWithParam<Target> {};

TEST_P(Corpus, IsAcceptedOrRefusedWell) {
  const std::vector<fs::path> files = entriesOf(kCorpus / GetParam().name);
  ASSERT_FALSE(files.empty());
  for (const fs::path& file : files) {
    std::ostringstream bytes;
    bytes << std::ifstream(file, std::ios::binary).rdbuf();
    EXPECT_NO_THROW(GetParam().test(bytes.str())) << file;
  }
  EXPECT_NO_THROW(GetParam().test("")) << "empty input";
}

INSTANTIATE_TEST_SUITE_P(Targets, Corpus, ::testing::ValuesIn(kTargets),
                         [](const auto& target) { return std::string(target.param.name); });

TEST(Targets, EveryCorpus_HasATarget) {
  std::set<std::string> names, folders;
  for (const Target& target : kTargets) names.insert(target.name);
  for (const fs::path& folder : entriesOf(kCorpus)) folders.insert(folder.filename().string());
  EXPECT_EQ(names, folders);
  EXPECT_EQ(names.size(), kTargets.size());
}

TEST(Targets, BadMessage_IsAFinding) {
  const auto isFinding = [](const std::string& what, const std::string& why) {
    try {
      requireGoodMessage(InputError(what, why), {"x.toml", "fluid.kT=1"});
    } catch (const Finding&) {
      return true;
    }
    return false;
  };
  EXPECT_FALSE(isFinding("x.toml:3", "wrong"));
  EXPECT_TRUE(isFinding("y.toml:3", "wrong"));
  EXPECT_TRUE(isFinding("x.toml:3", std::string(3000, 'x')));
}

}  // namespace
}  // namespace gpubuck::fuzz
