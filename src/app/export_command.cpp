#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>

#include "app/commands.h"
#include "app/option_checks.h"
#include "app/override_options.h"
#include "io/lammps.h"
#include "io/output_file.h"
#include "scenario/initial_state.h"
#include "scenario/scenario.h"

namespace gpubuck::app {
namespace {

struct ExportOptions {
  std::string scenario;
  std::string folder;
  std::int64_t steps = 1000;
  std::int64_t every = 100;
  OverrideOptions overrides;
};

/// A scenario's name without characters that are special to LAMMPS or a shell.
std::string fileName(std::string name) {
  const auto isPlain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == '.';
  };
  std::replace_if(
      name.begin(), name.end(), [&](char c) { return !isPlain(c); }, '-');
  return name.empty() ? "scenario" : name;
}

void exportLammps(const ExportOptions& options) {
  const scenario::Scenario scenario =
      scenario::loadScenario(options.scenario, overridesFrom(options.overrides));
  const std::string name = fileName(scenario.name);
  const dpd::Particles particles = dpd::unpacked(makeInitialState(scenario));
  const std::filesystem::path folder = options.folder;
  io::prepareOutputDirectory(folder);
  io::writeLammpsData(folder / (name + ".data"), scenario.fluid, particles,
                      fmt::format("{}: particles of gpubuck at step 0", name));
  io::writeFile(folder / ("in." + name),
                io::lammpsScript(scenario.fluid, {name, options.steps, options.every}));
}

}  // namespace

void addExportCommand(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write a scenario for another program");
  command->require_subcommand(1);
  CLI::App* lammps = command->add_subcommand(
      "lammps", "A data file and an input script for LAMMPS, ready to run: docs/lammps.md");
  lammps->add_option("scenario", options->scenario, "Scenario file (TOML)")->required();
  lammps->add_option("--out", options->folder, "Folder for NAME.data and in.NAME")->required();
  const auto add = [&](const char* name, std::int64_t& number, std::int64_t least,
                       const char* description) {
    lammps->add_option(name, number, description)
        ->check(wholeNumber(least, std::numeric_limits<std::int32_t>::max()))
        ->capture_default_str();
  };
  add("--steps", options->steps, 0, "Time steps of the script");
  add("--every", options->every, 1, "Steps between rows of its log and between frames");
  addOverrideOptions(*lammps, options->overrides);
  lammps->callback([options] { exportLammps(*options); });
}

}  // namespace gpubuck::app
