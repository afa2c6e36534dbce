// `gpubuck run --on lammps`: LAMMPS makes the steps, in one or several processes. gpubuck places
// the particles, measures the states that LAMMPS writes, and writes the same files as in any other
// run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "run/lammps_steps.h"
#include "run/live_fluid.h"
#include "run/run_folder.h"
#include "scenario/scenario.h"

namespace CLI {
class App;
}

namespace gpubuck::app {

class RunOutput;
struct RunOptions;

struct LammpsOptions {
  bool isOn = false;                  ///< whether LAMMPS makes the steps
  std::optional<std::int64_t> ranks;  ///< processes of LAMMPS; 1 if unset
  std::string launcher{};             ///< words that start LAMMPS in place of `mpirun -np RANKS`
  std::string program{};    ///< the program LAMMPS; if empty, run::findLammps() chooses it
  std::string arguments{};  ///< further arguments of LAMMPS
  std::string slurm{};      ///< the script to write instead of a run, or empty
};

/// Adds --on, --ranks, --launcher, --lmp, --lammps-arguments and --slurm.
void addLammpsOptions(CLI::App& command, LammpsOptions& options);

/// Throws InputError for an option of LAMMPS without --on lammps, and on Windows for --on lammps.
void requireConsistent(const LammpsOptions& options);

/// The command that starts LAMMPS, and its version.
struct LammpsCommand {
  run::Command words;
  std::string version;
};

/// Throws InputError with the key if LAMMPS lacks a key of the scenario, RunError if the program
/// that starts several processes is missing, and the errors of run::findLammps(). Starts no command
/// except `lmp -h`.
LammpsCommand lammpsCommand(const LammpsOptions& options, const scenario::Scenario& scenario);

/// Makes the steps up to `last` and writes due outputs on the way, and a checkpoint at the end. If
/// a signal was noted, writes a checkpoint of the last state that LAMMPS has written, and throws
/// Interrupted. Also throws the errors of run::LammpsSteps.
void advanceOnLammps(const LammpsCommand& command, run::LiveFluid& fluid, RunOutput& output,
                     const run::RunFolder& folder, const run::RunOutputs& outputs,
                     std::int64_t last, bool quiet, const Interruption& interruption);

/// Writes the script of --slurm for sbatch. The script begins the run, or continues it from the
/// newest checkpoint in its folder. The run ends at step `last`. Throws InputError if the file is
/// there already or LAMMPS lacks a key of the scenario, and RunError if the file cannot be written.
void writeSlurmScript(const RunOptions& options, const scenario::Scenario& scenario,
                      std::int64_t last);

/// Returns the words of the command line as the user gave them, except the options that `without`
/// names.
std::vector<std::string> givenWords(const CLI::App& command,
                                    const std::vector<std::string>& without);

}  // namespace gpubuck::app
