#include <fmt/format.h>

#include <memory>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/number.h"
#include "demo/actions.h"
#include "demo/demo.h"

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

/// WIDTHxHEIGHT.
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

void run(DemoCommandOptions& options) {
  if (!options.size.empty()) options.demo.size = parseSize(options.size);
  options.demo.overrides = options.overrides.all();
  options.demo.engine = options.gpu.engine;
  options.demo.shaderFolder = options.gpu.shaderFolder;
  demo::runDemo(options.demo);
}

}  // namespace

void addDemoCommand(CLI::App& app) {
  auto options = std::make_shared<DemoCommandOptions>();
  demo::DemoOptions& demo = options->demo;
  CLI::App* command = app.add_subcommand("demo", "Watch and change a fluid in a window");
  command->add_option(
      "scenario", demo.scenario,
      fmt::format("Scenario file (TOML), a link (gpubuck:NAME?KEY=VALUE&KEY=VALUE), or one that "
                  "comes with gpubuck: {}",
                  fmt::join(demo::scenarioNames(), ", ")));
  addOverrideOptions(*command, options->overrides);
  command->add_option("--size", options->size, "Size of the window: WIDTHxHEIGHT");
  command->add_flag("--paused", demo.paused, "Start paused");
  command->add_option("--out", demo.folder, "Folder for pictures and films")->capture_default_str();
  std::vector<std::string> panels = demo::panelNames();
  const std::string help =
      fmt::format("Panels to open: {}; or none, to show only the fluid", fmt::join(panels, ", "));
  panels.emplace_back("none");
  command->add_option("--panels", demo.panels, help)->check(CLI::IsMember(panels))->delimiter(',');
  command->add_option("--log", demo.log, "Write a line for everything that happens to this file");
  command->add_flag("--log-widgets", demo.logWidgets,
                    "Also log where each widget is: NAME X Y WIDTH HEIGHT, pixels");
  CLI::Option* screenshot = command->add_option(
      "--screenshot", demo.screenshot, "Write the window as a PNG to this file, then close");
  addWhole(*command, "--at-step", demo.atStep, 0, kMaxSteps, "The step of --screenshot")
      ->needs(screenshot);
  addWindowGpuOptions(*command, options->gpu);
  command->callback([options] { run(*options); });
}

}  // namespace gpubuck::app
