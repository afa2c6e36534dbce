#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "app/process.h"
#include "base/error.h"
#include "base/interruption.h"
#include "base/terminal.h"
#include "base/text.h"

namespace {

/// Returns a message of CLI11 on one line.
std::string oneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text.erase(text.find_last_not_of(' ') + 1);
}

/// Returns the error about the subcommand, or an empty string if something else is wrong.
std::string aboutSubcommand(const CLI::App& app) {
  if (!app.get_subcommands().empty()) return aboutSubcommand(*app.get_subcommands().front());
  const auto all = app.get_subcommands([](const CLI::App*) { return true; });
  if (all.empty()) return {};
  std::vector<std::string> names;
  for (const CLI::App* each : all) names.push_back(each->get_name());
  const std::vector<std::string> rest = app.remaining();
  if (rest.empty())
    return fmt::format("a subcommand is missing; subcommands: {}", fmt::join(names, ", "));
  if (rest.front().starts_with("-")) return {};
  return fmt::format("{}: no such subcommand; subcommands: {}", rest.front(),
                     fmt::join(names, ", "));
}

/// Returns the error about the first argument that no option takes.
std::string aboutUnknown(const CLI::App& app, int argc, char** argv) {
  const std::vector<std::string> unknown = app.remaining(true);
  const char* const* first = std::find_if(argv + 1, argv + argc, [&](const char* word) {
    return std::ranges::count(unknown, std::string_view(word)) > 0;
  });
  const std::string word = first == argv + argc ? unknown.front() : *first;
  const CLI::App* command = &app;
  std::string path = app.get_name();
  while (!command->get_subcommands().empty()) {
    command = command->get_subcommands().front();
    path += " " + command->get_name();
  }
  if (!word.starts_with("-")) {
    return fmt::format("'{}': no argument is expected here; see {} --help", word, path);
  }
  std::vector<std::string> names;
  for (const CLI::Option* option : command->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return fmt::format(
      "{}: no such option{}", word,
      gpubuck::didYouMean(gpubuck::nearestName(word.substr(0, word.find('=')), names)));
}

/// Parses the command line and runs the subcommand.
void parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) {
      std::string what = aboutSubcommand(app);
      const bool isUnknown = dynamic_cast<const CLI::ExtrasError*>(&error) != nullptr;
      if (what.empty()) what = isUnknown ? aboutUnknown(app, argc, argv) : oneLine(error.what());
      throw gpubuck::InputError("command line", what);
    }
    app.exit(error);  // --help or --version
    return;
  }
  if (const std::string what = aboutSubcommand(app); !what.empty()) {
    throw gpubuck::InputError("command line", what);
  }
}

/// Throws for an empty option or argument. Most often, an empty word comes from a variable of the
/// shell that is not set. Only `gpubuck completion` may get an empty word, which it completes.
void requireNoneEmpty(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "completion") return;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool isEmptyOption = word.starts_with("--") && word.find('=') == word.size() - 1;
    if (!word.empty() && !isEmptyOption) continue;
    const std::string_view before = i > 1 && word.empty() ? argv[i - 1] : word;
    throw gpubuck::InputError("command line", fmt::format("an empty value {} '{}'",
                                                          isEmptyOption ? "in" : "after", before));
  }
}

void run(int argc, char** argv) {
  CLI::App app("Neighbour search by GPU bucket sort, and fluids simulated with it.", "gpubuck");
  app.set_version_flag("--version", GPUBUCK_VERSION);
  app.allow_windows_style_options(false);  // A path may begin with /, as on other systems.
  app.require_subcommand(0, 1);  // A missing subcommand is reported by parse(), after other errors.
  using namespace gpubuck::app;
  for (const auto add : {addDemoCommand, addInfoCommand, addSortCommand, addPairsCommand,
                         addRunCommand, addCheckCommand, addConvertCommand, addExportCommand,
                         addBenchCommand, addValidateCommand, addCompletionCommand}) {
    add(app);
  }
  requireNoneEmpty(argc, argv);
  try {
    parse(app, argc, argv);
  } catch (const gpubuck::Error& error) {
    throw withOption(error, app);
  }
  gpubuck::flushOutput();
}

}  // namespace

int main(int argc, char** argv) {
  gpubuck::handleSignals();
  gpubuck::app::prepareProcess();
  try {
    run(argc, argv);
    return 0;
  } catch (const std::exception&) {
    const gpubuck::Error error = gpubuck::app::asError(std::current_exception());
    gpubuck::tell("gpubuck: " + gpubuck::printable(error.what()) + "\n");
    return error.exitCode();
  }
}
