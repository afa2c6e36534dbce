#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "base/progress.h"
#include "base/terminal.h"
#include "base/text.h"
#include "file/output_file.h"
#include "formats/lammps.h"
#include "scenario/built_in.h"
#include "scenario/initial/initial_state.h"
#include "scenario/kept_keys.h"
#include "scenario/scenario.h"

namespace gpubuck::app {
namespace {

struct ExportOptions {
  std::string scenario;
  std::string folder;
  std::int64_t steps = 1000;
  std::int64_t every = 100;
  OverrideOptions overrides;
  bool overwrite = false;
};

void exportLammps(const ExportOptions& options) {
  const scenario::Scenario scenario =
      scenario::findScenario(options.scenario, options.overrides.all());
  scenario::requireForLammps(scenario);
  const std::string name = file::fileName(scenario.name);
  const std::filesystem::path folder = options.folder, data = folder / (name + ".data"),
                              script = folder / ("in." + name);
  for (const auto& output : {data, script}) {
    file::requireMayWrite("--out", output, {options.scenario, scenario.initial.file},
                          options.overwrite);
  }
  const std::string text =
      formats::lammpsScript(scenario.fluid, {name, options.steps, options.every});
  const Status status("placing " + counted(scenario::particleCount(scenario), "particle"));
  const dpd::ParticleState state = makeInitialState(scenario);
  const dpd::Particles particles = dpd::unpacked(state);
  file::prepareOutputDirectory(folder);
  file::writeTogether({{script, [&](file::FileWriter& file) { file.write(text); }},
                       {data, [&](file::FileWriter& file) {
                          formats::writeLammpsData(
                              file, scenario.fluid, particles,
                              fmt::format("{}: particles of gpubuck at step 0", name),
                              state.molecules);
                        }}});
}

void exportToml(const ExportOptions& options) {
  const scenario::Scenario scenario =
      scenario::findScenario(options.scenario, options.overrides.all());
  print("{}", scenario::toToml(scenario));
}

}  // namespace

void addExportCommand(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export", "Write a scenario in another format");
  command->require_subcommand(1);
  CLI::App* lammps = command->add_subcommand(
      "lammps", "A data file and an input script for LAMMPS, ready to run: docs/lammps.md");
  lammps->add_option("scenario", options->scenario, scenarioHelp())->required();
  lammps->add_option("--out", options->folder, "Folder for NAME.data and in.NAME")->required();
  constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max();
  addWhole(*lammps, "--steps", options->steps, 0, kMost, "Time steps of the script")
      ->capture_default_str();
  addWhole(*lammps, "--every", options->every, 1, kMost,
           "Steps between rows of the log of LAMMPS and between frames")
      ->capture_default_str();
  addOverrideOptions(*lammps, options->overrides);
  addOverwriteOption(*lammps, options->overwrite);
  lammps->callback([options] { exportLammps(*options); });
  CLI::App* toml = command->add_subcommand(
      "toml", "Print a scenario as TOML, with all keys; DL_MESO: docs/dl-meso.md");
  toml->add_option("scenario", options->scenario, scenarioHelp())->required();
  addOverrideOptions(*toml, options->overrides);
  toml->callback([options] { exportToml(*options); });
}

}  // namespace gpubuck::app
