// The files that document the keys agree with the schema.

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

std::string textOf(const std::string& path) {
  std::ifstream file(std::string(GPUBUCK_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Returns the keys for which a scenario has lines, such as "pair.*.sigma". Lines that are
/// commented out count, too.
std::vector<std::string> keysIn(const std::string& text) {
  static const std::regex kTable(R"(^(?:# )?\[\[?([a-z_]+)\]\]?.*)"),
      kLine(R"(^(# )?([A-Za-z_]+) = .*)");
  std::vector<std::string> keys;
  std::string table, line;
  for (std::istringstream lines(text); std::getline(lines, line);) {
    std::smatch match;
    if (std::regex_match(line, match, kTable)) {
      table = match[1].str() + (line.find("[[") != std::string::npos ? ".*." : ".");
    } else if (std::regex_match(line, match, kLine)) {
      keys.push_back(table + match[2].str());
    }
  }
  return keys;
}

TEST(Reference, Equilibrium_NamesEveryKeyOnce) {
  std::vector<std::string> named = keysIn(textOf("assets/scenarios/equilibrium.toml")), known;
  for (const Key& key : schema()) known.push_back(key.path);
  std::sort(named.begin(), named.end());
  std::sort(known.begin(), known.end());
  EXPECT_EQ(named, known);
}

TEST(Reference, OverrideCandidates_FollowTheSchema) {
  using Words = std::vector<std::string>;
  EXPECT_EQ(overrideCandidates("fluid.d"), (Words{"fluid.density=", "fluid.drag="}));
  EXPECT_EQ(overrideCandidates("noise.kind=k"),
            (Words{"noise.kind=karpinski", "noise.kind=karpinski-sequence"}));
  EXPECT_EQ(overrideCandidates("pair.12.g"), Words{"pair.12.gamma="});
  EXPECT_EQ(overrideCandidates("species.m"), Words{});
  EXPECT_EQ(overrideCandidates("species.0.m"), Words{"species.0.mass="});
  EXPECT_EQ(overrideCandidates("fluid.kT="), Words{});
  EXPECT_EQ(overrideCandidates("").size(), schema().size());
}

}  // namespace
}  // namespace gpubuck::scenario
