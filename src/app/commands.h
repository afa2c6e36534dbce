// The subcommands of `gpubuck`. Each has its own .cpp file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace gpubuck::app {

/// Each of these functions adds a subcommand and its options to the command line. If the subcommand
/// is given, CLI11 calls another function, which does the work and throws a gpubuck::Error if it
/// fails.
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

/// Compiles all passes on the current context, for each engine that runs there, and writes every
/// shader into the folder, as the driver gets it (gl::setShaderDump). Creates a missing folder.
void dumpShaders(const std::string& folder);

}  // namespace gpubuck::app
