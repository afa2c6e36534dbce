// The subcommands of `gpubuck`, one .cpp file each.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gpubuck::app {

/// Each of these functions adds a subcommand and its options to the command line. CLI11 calls the
/// function that does the work if the subcommand is given. Failures are thrown as gpubuck::Error.
void addInfoCommand(CLI::App& app);
void addSortCommand(CLI::App& app);
void addPairsCommand(CLI::App& app);
void addRunCommand(CLI::App& app);
void addBenchCommand(CLI::App& app);
void addValidateCommand(CLI::App& app);
void addCheckCommand(CLI::App& app);
void addExportCommand(CLI::App& app);
void addConvertCommand(CLI::App& app);
void addDemoCommand(CLI::App& app);
void addCompletionCommand(CLI::App& app);

/// Compiles all passes on the current context, for each engine that runs, and writes each complete
/// stage into the folder (gl::setShaderDump). Creates the folder if it is missing.
void dumpShaders(const std::string& folder);

}  // namespace gpubuck::app
