// Shared by the tests of `gpubuck run`: scenarios, and the files a run leaves.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "app/command.h"
#include "file/temporary_folder.h"

namespace gpubuck::test {

inline std::string shipped(const std::string& scenario) {
  return GPUBUCK_SOURCE_DIR "/assets/scenarios/" + scenario + ".toml";
}

/// Returns the name of a test whose parameter is a name, such as a scenario's. GoogleTest allows no
/// hyphens.
inline std::string testName(const ::testing::TestParamInfo<const char*>& scenario) {
  std::string name = scenario.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

inline std::vector<std::string> linesOf(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

struct RunCommand : ::testing::Test {
  TemporaryFolder folder;

  /// A scenario of 192 particles, for tests in which the physics does not matter.
  std::string tiny() const {
    return folder.put("tiny.toml", "[box]\nsize = [4, 4, 4]\n[integrator]\ndt = 0.01\n");
  }

  /// Runs the scenario into the folder `out`.
  Outcome run(const std::string& scenario, const std::string& out, int steps,
              const std::vector<std::string>& more = {}, const Surroundings& around = {}) const {
    std::vector<std::string> arguments{"run",   scenario,    "--steps", std::to_string(steps),
                                       "--out", folder / out};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return runGpubuck(arguments, around);
  }

  bool exists(const std::string& path) const { return std::filesystem::exists(folder / path); }

  /// The lines of observables.csv; the first is the header.
  std::vector<std::string> observables(const std::string& out) const {
    return linesOf(folder.get(out + "/observables.csv"));
  }

  /// The step of each row of observables.csv.
  std::vector<int> observedSteps(const std::string& out) const {
    std::vector<int> steps;
    for (const std::string& line : observables(out)) {
      if (!line.starts_with("step,")) steps.push_back(std::stoi(line));
    }
    return steps;
  }

  nlohmann::json record(const std::string& out) const {
    const nlohmann::json json =
        nlohmann::json::parse(folder.get(out + "/run.json"), nullptr, false);
    EXPECT_TRUE(json.is_object()) << out;
    return json;
  }

  /// Expects that a file has the same bytes in two runs, and is not empty.
  void expectSame(const std::string& file, const std::string& one, const std::string& other) const {
    const std::string bytes = folder.get(one + "/" + file);
    EXPECT_FALSE(bytes.empty()) << file;
    EXPECT_TRUE(bytes == folder.get(other + "/" + file))
        << file << " of " << one << " and " << other;
  }
};

}  // namespace gpubuck::test
