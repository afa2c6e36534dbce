// Shared by the tests of faults: runs under the fault library, and checks of the files they leave.
#pragma once

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "app/run/run_command.h"
#include "checkpoint/checkpoint.h"
#include "run/run_folder.h"
#include "run/run_tables.h"
#include "support/long_tests.h"

namespace gpubuck::test {

namespace fs = std::filesystem;

/// A call that the fault library has logged: its name and its paths.
struct Call {
  std::string name, path, to;
};

struct Faults : RunCommand {
  Faults() { scenario = tiny(); }

  std::string scenario;
  int last = 4;
  std::string trajectory = "xyz";
  bool hasPictures = false;  ///< most runs have none, since pictures take nearly all of the time
  bool writesTables = false;

  /// Runs to the last step with all kinds of output, under a fault such as "kill:7".
  Outcome runOut(const std::string& out, const std::vector<std::string>& more,
                 const std::string& fault = {}, Surroundings around = {}) const {
    std::vector<std::string> words{"run",
                                   "--until",
                                   std::to_string(last),
                                   "--out",
                                   folder / out,
                                   "--observe-every",
                                   "1",
                                   "--frames-every",
                                   hasPictures ? "4" : "0",
                                   "--trajectory-every",
                                   "1",
                                   "--trajectory-format",
                                   trajectory,
                                   "--checkpoint-every",
                                   "2"};
    for (const run::Table& table : run::kTables) {
      if (writesTables) words.insert(words.end(), {table.option, "2"});
    }
    words.insert(words.end(), more.begin(), more.end());
    around.environment = environment(out, fault);
    return runGpubuck(words, around);
  }
  /// Returns the environment that makes `fault` happen at a call on a file in the folder `out`.
  std::vector<std::string> environment(const std::string& out, const std::string& fault) const {
    if (fault.empty()) return {};
    return {"LD_PRELOAD=" GPUBUCK_FAULTS, "GPUBUCK_FAULT=" + fault,
            "GPUBUCK_FAULT_BELOW=" + folder / out, "GPUBUCK_FAULT_LOG=" + folder / "log",
            // The fault library is loaded before the sanitizer's library, whose functions it calls.
            "ASAN_OPTIONS=verify_asan_link_order=0"};
  }
  Outcome begin(const std::string& out, const std::string& fault = {}) const {
    return runOut(out, {scenario}, fault);
  }
  /// Continues from the newest checkpoint, or starts again if there is none.
  Outcome goOn(const std::string& out, const std::string& fault = {}) const {
    const auto newest = run::newestCheckpoint(folder / out);
    if (!newest) return runOut(out, {scenario, "--overwrite"}, fault);
    return runOut(out, {"--restart", newest->path.string(), "--append"}, fault);
  }

  /// Returns commands that write to the folder `out`. The folder `whole` must exist, since some of
  /// the commands read a file in it.
  std::vector<std::vector<std::string>> commandsThatWrite() const {
    std::string points, cells;
    for (int i = 0; i < 200; ++i) {
      points += fmt::format("{},{},{}\n", i % 6, i / 6 % 6, i / 36);
      cells += fmt::format("{}\n", i % 20);
    }
    folder.put("p.csv", points);
    folder.put("cells.txt", cells);
    return {
        {"pairs", folder / "p.csv", "--radius", "1", "--out", folder / "out/p.csv"},
        {"pairs", folder / "p.csv", "--radius", "1", "--neighbours", folder / "out", "--distance"},
        {"sort", "--cells", folder / "cells.txt", "--buckets", "20", "--out", folder / "out"},
        {"export", "lammps", scenario, "--out", folder / "out"},
        {"convert", folder / "whole/trajectory.xyz", folder / "out/t.gsd"},
        {"convert", folder / "whole/trajectory.xyz", folder / "out/t.h5"},
        {"convert", folder / "whole/checkpoint-00000004.h5", folder / "out/t.npy"},
        {"check", folder / "whole/checkpoint-00000004.h5"}};
  }

  /// Returns whether a process has stopped at "stop:N", or has ended.
  static bool isStopped(int process) {
    std::ifstream file(fmt::format("/proc/{}/stat", process));
    std::string number, name, state;
    file >> number >> name >> state;
    return state == "T" || state == "Z";
  }

  /// Makes the undisturbed run "whole", and returns its calls.
  std::vector<Call> callsOfWhole() const {
    EXPECT_TRUE(done(begin("whole", "none:0")));
    return takeCalls();
  }
  /// Returns the calls in the fault library's log, and removes the log.
  std::vector<Call> takeCalls() const {
    std::vector<Call> calls;
    for (const std::string& line : linesOf(folder.get("log"))) {
      std::istringstream words(line);
      Call& call = calls.emplace_back();
      words >> call.name >> call.path >> call.to;
    }
    fs::remove(folder / "log");
    return calls;
  }

  /// Returns the contents of the files below a folder, by their paths relative to the folder.
  std::map<std::string, std::string> filesIn(const std::string& out) const {
    std::map<std::string, std::string> files;
    if (!exists(out)) return files;
    for (const auto& entry : fs::recursive_directory_iterator(folder / out)) {
      if (!entry.is_regular_file()) continue;
      const std::string name = fs::relative(entry.path(), folder / out).string();
      files[name] = folder.get(out + "/" + name);
    }
    return files;
  }

  /// Returns whether a file of a run equals the file of the uninterrupted run.
  bool isSame(const std::string& out, const std::string& name) const {
    return folder.get(out + "/" + name) == folder.get("whole/" + name);
  }

  void expectSameRun(const std::string& out) const {
    const auto whole = filesIn("whole"), other = filesIn(out);
    EXPECT_GE(whole.size(), 6u);
    for (const auto& [name, bytes] : whole) {
      ASSERT_TRUE(other.contains(name)) << name << " is missing";
      EXPECT_TRUE(isSame(out, name)) << name << " differs";
    }
    for (const auto& [name, bytes] : other) EXPECT_TRUE(whole.contains(name)) << name;
  }

  /// Expects that all files are complete, except that rows and frames may be missing at the end of
  /// a growing file. With `mayBeCut`, its last row may also be incomplete, and temporary files may
  /// be left.
  void expectIntact(const std::string& out, bool mayBeCut) const {
    const auto whole = filesIn("whole");
    for (const auto& [name, bytes] : filesIn(out)) {
      SCOPED_TRACE(name);
      if (name.ends_with(".part")) {
        EXPECT_TRUE(mayBeCut) << "a temporary file is left";
      } else if (name == "run.json") {
        const std::string status = record(out).at("status");
        EXPECT_TRUE(status == "running" || status == "failed" || status == "done" ||
                    status == "interrupted")
            << status;
      } else if (name == "trajectory.gsd") {
        // A continued run may use or ignore this file.
      } else if (name.ends_with(".csv") || name == "trajectory.xyz") {
        const std::string& all = whole.at(name);
        EXPECT_TRUE(all.starts_with(bytes)) << "differs from the uninterrupted run";
        EXPECT_TRUE(mayBeCut || bytes.empty() || bytes.ends_with("\n")) << "half a row";
      } else if (name.ends_with(".h5") && !whole.contains(name)) {
        EXPECT_NO_THROW(checkpoint::readCheckpoint(folder / (out + "/" + name)));
      } else {
        ASSERT_TRUE(whole.contains(name));
        EXPECT_TRUE(isSame(out, name));
      }
    }
  }
};

/// Returns `some` of the numbers 1 to `last`, or all of them in long tests.
inline std::vector<std::size_t> chosen(std::size_t last, std::size_t some) {
  std::vector<std::size_t> numbers;
  if (longTests()) some = last;
  for (std::size_t k = 0; k < some; ++k) numbers.push_back(1 + (2 * k + 1) * last / (2 * some));
  EXPECT_FALSE(numbers.empty());
  return numbers;
}

}  // namespace gpubuck::test
