#include "app/lammps_run.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string_view>
#include <utility>

#include "app/options.h"
#include "app/run_output.h"
#include "base/error.h"
#include "base/progress.h"
#include "file/child_process.h"
#include "file/input_file.h"
#include "file/output_file.h"
#include "file/presence.h"
#include "formats/lammps.h"
#include "run/lammps_program.h"
#include "scenario/kept_keys.h"

namespace gpubuck::app {
namespace {

constexpr std::chrono::milliseconds kBetweenReports{200};
constexpr std::int64_t kMostRanks = 10'000'000;
constexpr const char* kLauncher = "mpirun";

std::vector<std::string> wordsOf(std::string_view text) {
  const auto words = file::splitWords(text, file::kBlanks);
  return {words.begin(), words.end()};
}

/// Returns the path of a program. Throws RunError if the program is not on PATH.
std::string pathOf(const std::string& program) {
  if (program.find('/') != std::string::npos) {
    return std::filesystem::absolute(program).string();
  }
  const std::filesystem::path path = file::ChildProcess::find(program);
  if (!path.empty()) return path.string();
  throw RunError(program,
                 "not found on PATH; it starts the processes of LAMMPS, and comes with MPI");
}

/// Returns a word quoted for a shell.
std::string shellWord(const std::string& word) {
  const auto isPlain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("-_./=,:+@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, isPlain)) return word;
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string shellLine(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  for (const std::string& word : words) quoted.push_back(shellWord(word));
  return fmt::format("{}", fmt::join(quoted, " "));
}

}  // namespace

void addLammpsOptions(CLI::App& command, LammpsOptions& options) {
  command
      .add_option_function<std::string>(
          "--on", [&options](const std::string& word) { options.isOn = word == "lammps"; },
          "The program that makes the steps. With lammps, gpubuck measures the states that LAMMPS "
          "writes, and writes the same files as in any other run: docs/lammps.md")
      ->check(CLI::IsMember({"gpubuck", "lammps"}))
      ->default_str("gpubuck");
  CLI::Option* ranks =
      addWhole(command, "--ranks", options.ranks, 1, kMostRanks, "Processes of LAMMPS")
          ->default_str("1");
  command
      .add_option("--launcher", options.launcher,
                  "Words that start LAMMPS in place of mpirun -np RANKS, such as srun")
      ->excludes(ranks);
  command.add_option("--lmp", options.program,
                     "The program LAMMPS; by default lmp on PATH, or build/lammps/lmp of "
                     "tools/build-lammps if that program lacks a style of the fluid");
  command.add_option("--lammps-arguments", options.arguments,
                     "Further arguments of LAMMPS, such as '-k on g 1 -sf kk'");
  command.add_option("--slurm", options.slurm,
                     "Write a script for sbatch that makes this run, and do nothing else");
}

void requireConsistent(const LammpsOptions& options) {
  if (options.isOn) {
#ifdef _WIN32
    throw InputError("--on", "lammps: not available on Windows; use gpubuck export lammps there");
#else
    return;
#endif
  }
  const auto refuse = [](const char* option, bool isGiven) {
    if (isGiven) throw InputError(option, "needs --on lammps");
  };
  refuse("--ranks", options.ranks.has_value());
  refuse("--launcher", !options.launcher.empty());
  refuse("--lmp", !options.program.empty());
  refuse("--lammps-arguments", !options.arguments.empty());
  refuse("--slurm", !options.slurm.empty());
}

LammpsCommand lammpsCommand(const LammpsOptions& options, const scenario::Scenario& scenario) {
  scenario::requireForLammps(scenario);
  const std::int64_t ranks = options.ranks.value_or(1);
  run::Command words = wordsOf(options.launcher);
  if (words.empty() && ranks > 1) words = {kLauncher, "-np", std::to_string(ranks)};
  const run::LammpsProgram lammps =
      run::findLammps(options.program, scenario.fluid, !words.empty());
  if (!words.empty()) words.front() = pathOf(words.front());
  words.push_back(lammps.path.string());
  for (std::string& word : wordsOf(options.arguments)) words.push_back(std::move(word));
  return {std::move(words), lammps.version};
}

void advanceOnLammps(const LammpsCommand& command, run::LiveFluid& fluid, RunOutput& output,
                     const run::RunFolder& folder, const run::RunOutputs& outputs,
                     std::int64_t last, bool quiet, const Interruption& interruption) {
  output.write();
  const std::int64_t first = fluid.simulation().stepNumber();
  run::LammpsSteps lammps(folder.path(), fluid.state(), outputs, last, command.words);
  Progress progress(first, last, fluid.simulation().count(), quiet);
  for (std::int64_t step = first; step < last;) {
    if (const run::RunState* state = lammps.next(kBetweenReports)) {
      fluid.setState(*state);
      output.write();
      step = state->clock.step;
    }
    progress.update(lammps.step());
    if (interruption.signal() == 0) continue;
    const std::filesystem::path checkpoint = output.saveCheckpoint(fluid.state());
    throw Interrupted("run", interruption.signal(),
                      fmt::format("after step {} of {}, the last step that LAMMPS has written; "
                                  "--restart {} goes on from there",
                                  step, last, checkpoint.string()));
  }
  if (!outputs.checkpoints.isDue(last, last)) output.saveCheckpoint(fluid.state());
}

void writeSlurmScript(const RunOptions& options, const scenario::Scenario& scenario,
                      std::int64_t last) {
  scenario::requireForLammps(scenario);
  formats::lammpsStyles(scenario.fluid);
  const LammpsOptions& lammps = options.lammps;
  if (file::isThere(lammps.slurm)) {
    throw InputError("--slurm", lammps.slurm + " exists already; give another name");
  }
  std::vector<std::string> how{"--out",      options.folder,
                               "--on",       "lammps",
                               "--launcher", lammps.launcher.empty() ? "srun" : lammps.launcher};
  if (!lammps.program.empty()) how.insert(how.end(), {"--lmp", lammps.program});
  // The value follows an equals sign, since it begins with a hyphen.
  if (!lammps.arguments.empty()) how.push_back("--lammps-arguments=" + lammps.arguments);
  file::writeFile(lammps.slurm,
                  fmt::format(R"(#!/bin/sh
# Written by gpubuck run --slurm. Start this script with sbatch. If the job had too little time,
# start the script again: two minutes before the time ends, the run writes a checkpoint, from which
# the next job continues.
#SBATCH --job-name={}
#SBATCH --ntasks={}
#SBATCH --signal=B:USR1@120
# Add what your cluster asks for, such as --time, --partition and modules.

newest=$(ls -v {}/checkpoint-*.h5 2>/dev/null | tail -n 1)
if [ -n "$newest" ]; then
  exec gpubuck run --restart "$newest" --append --until {} {}
fi
exec gpubuck run {} {}
)",
                              shellWord(file::fileName(scenario.name)), lammps.ranks.value_or(1),
                              shellWord(options.folder), last, shellLine(how),
                              shellLine(options.words), shellLine(how)));
}

std::vector<std::string> givenWords(const CLI::App& command,
                                    const std::vector<std::string>& without) {
  std::vector<std::string> words;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::ranges::count(without, name) > 0) continue;
    if (option->get_items_expected_max() == 0) {
      words.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) {
      words.push_back(option->get_positional() ? value : name + "=" + value);
    }
  }
  return words;
}

}  // namespace gpubuck::app
