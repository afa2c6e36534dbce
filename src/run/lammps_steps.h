// The steps of a fluid that LAMMPS makes. LAMMPS runs as a child process, in a folder of its own
// within the folder of the run. gpubuck gets the state of each step at which the run has something
// to write.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "file/child_process.h"
#include "run/run_outputs.h"
#include "run/run_state.h"

namespace gpubuck::run {

/// The folder of LAMMPS within the folder of a run, and the script and the log in this folder.
inline constexpr const char* kLammpsFolder = "lammps";
inline constexpr const char* kLammpsScript = "in.lammps";
inline constexpr const char* kLammpsLog = "log.lammps";

/// Returns the names of all files in the folder of LAMMPS, except the states.
std::vector<std::string> filesOfLammps();

/// A program with its arguments; the first word is its path.
using Command = std::vector<std::string>;

class LammpsSteps {
 public:
  /// Writes the input of LAMMPS, and starts LAMMPS by `command`, with the script and the log as
  /// further arguments. LAMMPS goes from `first` to `last` and stops at each step at which an
  /// output is due. Throws RunError.
  LammpsSteps(const std::filesystem::path& runFolder, RunState first, const RunOutputs& outputs,
              std::int64_t last, Command command);
  /// Ends LAMMPS.
  ~LammpsSteps();
  LammpsSteps(const LammpsSteps&) = delete;
  LammpsSteps& operator=(const LammpsSteps&) = delete;

  /// Waits up to `wait` for the next state, and returns it, or null if there is no new state yet.
  /// The order of the particles in memory and the state of their noise stay as in the first state.
  /// Throws RunError, with the message of LAMMPS, if LAMMPS has ended too early, or if files of
  /// LAMMPS are damaged.
  const RunState* next(std::chrono::milliseconds wait);
  /// Returns the last step that LAMMPS is known to have made.
  std::int64_t step() const;

 private:
  /// Makes a new folder in place of the folder of an earlier run; if that run's LAMMPS is still
  /// running, it cannot write to the new folder.
  void makeFolder() const;
  void writeInput(std::int64_t last);
  void readState();
  std::string stateFile(std::int64_t step) const;
  [[noreturn]] void failEarly(int exitCode) const;

  std::filesystem::path folder_;
  RunState state_;  ///< the last state that was read
  const RunOutputs& outputs_;
  std::int64_t last_, due_;  ///< the last step, and the step of the next state
  std::optional<file::ChildProcess> lammps_;
};

}  // namespace gpubuck::run
