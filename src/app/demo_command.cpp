#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "app/process.h"
#include "base/error.h"
#include "base/number.h"
#include "base/terminal.h"
#include "demo/demo.h"
#include "demo/shows/shows.h"
#include "file/output_file.h"

namespace gpubuck::app {
namespace {

constexpr int kSmallestWindow = 320;
constexpr int kLargestWindow = 16384;

struct DemoCommandOptions {
  demo::DemoOptions demo;
  GpuOptions gpu;
  OverrideOptions overrides;
  std::string size;
};

/// Reads WIDTHxHEIGHT.
glm::ivec2 parseSize(const std::string& text) {
  const std::size_t cross = std::min(text.find('x'), text.size());
  const auto number = [&](const std::string& digits) { return numberIn<int>(digits).value_or(0); };
  const glm::ivec2 size(number(text.substr(0, cross)), number(text.substr(cross).erase(0, 1)));
  if (std::min(size.x, size.y) < kSmallestWindow || std::max(size.x, size.y) > kLargestWindow) {
    throw InputError("--size", fmt::format("{} is not WIDTHxHEIGHT with both within {}..{}", text,
                                           kSmallestWindow, kLargestWindow));
  }
  return size;
}

/// Returns the file of the window's preferences, or an empty path without a folder for settings.
std::string preferencesPath() {
  const std::filesystem::path folder = settingsFolder();
  return folder.empty() ? "" : (folder / "gpubuck" / "window").string();
}

/// Adds the options that begin a show. A command line can have only one of these options.
void addShows(CLI::App& command, const std::shared_ptr<DemoCommandOptions>& options,
              CLI::Option* scenario) {
  std::vector<CLI::Option*> others;
  for (const demo::ShowRow& row : demo::showRows()) {
    if (*row.option == '\0') continue;
    CLI::Option* const option = command.add_flag_callback(
        row.option, [options, &row] { options->demo.show = row.make()->name(); }, row.help);
    for (CLI::Option* const other : others) option->excludes(other);
    if (row.hasOwnFluid) option->excludes(scenario);
    others.push_back(option);
  }
}

void run(DemoCommandOptions& options) {
  if (!options.size.empty()) options.demo.size = parseSize(options.size);
  options.demo.overrides = options.overrides.all();
  options.demo.engine = options.gpu.engine;
  options.demo.shaderFolder = options.gpu.shaderFolder;
  // Without preferences, a command makes the same screenshot on every computer.
  if (options.demo.screenshot.empty()) options.demo.preferences = preferencesPath();
  file::requireNotRead("--log", options.demo.log, {options.demo.scenario});
  file::requireNotRead("--screenshot", options.demo.screenshot, {options.demo.scenario});
  demo::runDemo(options.demo);
}

}  // namespace

void addDemoCommand(CLI::App& app) {
  auto options = std::make_shared<DemoCommandOptions>();
  demo::DemoOptions& demo = options->demo;
  CLI::App* command = app.add_subcommand("demo", "Watch and change a fluid in a window");
  CLI::Option* scenario = command->add_option("scenario", demo.scenario, scenarioHelp());
  addOverrideOptions(*command, options->overrides);
  command->add_option("--size", options->size, "Size of the window: WIDTHxHEIGHT");
  command->add_flag("--paused", demo.paused, "Start paused");
  command->add_option("--out", demo.folder, "Folder for pictures and films")->capture_default_str();
  std::vector<std::string> panels;
  for (const demo::Panel& panel : demo::makePanels()) panels.push_back(panel.name);
  const std::string help =
      fmt::format("Panels to open: {}, all (the panels at both sides) or none (only the fluid)",
                  fmt::join(panels, ", "));
  panels.emplace_back("all");
  panels.emplace_back("none");
  command->add_option("--panels", demo.panels, help)->check(CLI::IsMember(panels))->delimiter(',');
  command->add_flag("--light", demo.light, "Light theme, for projectors");
  command->add_flag("--large-type", demo.largeType, "Text 1.5 times as large, for an audience");
  command->add_option("--log", demo.log, "Write a line for each event to this file");
  command->add_flag("--log-widgets", demo.logWidgets,
                    "Also log where each widget is: NAME X Y WIDTH HEIGHT, in pixels");
  CLI::Option* screenshot = command->add_option(
      "--screenshot", demo.screenshot, "Write the window as a PNG to this file, then close");
  addWhole(*command, "--at-step", demo.atStep, 0, kMaxSteps, "Step at which --screenshot is taken")
      ->needs(screenshot);
  addShows(*command, options, scenario);
  addWindowGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
