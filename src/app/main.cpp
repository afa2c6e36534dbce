#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>

#include "app/commands.h"
#include "base/error.h"

namespace {

int fail(const std::string& message, int exitCode) {
  fmt::print(stderr, "gpubuck: {}\n", message);
  return exitCode;
}

/// CLI11's message on one line.
std::string oneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text.erase(text.find_last_not_of(' ') + 1);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Neighbour search by GPU bucket sort, and fluids simulated with it.", "gpubuck");
  app.set_version_flag("--version", GPUBUCK_VERSION);
  app.require_subcommand(0, 1);  // A missing one is reported below, after other errors.
  using namespace gpubuck::app;
  for (const auto add :
       {addDemoCommand, addInfoCommand, addSortCommand, addPairsCommand, addRunCommand,
        addExportCommand, addBenchCommand, addValidateCommand, addCompletionCommand}) {
    add(app);
  }
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      return fail("command line: a subcommand is missing, see gpubuck --help", 2);
    }
    if (std::fflush(stdout) != 0) return fail("standard output: cannot be written", 1);
    return 0;
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);
    return fail("command line: " + oneLine(error.what()), 2);
  } catch (const gpubuck::Error& error) {
    return fail(error.what(), error.exitCode());
  } catch (const std::bad_alloc&) {
    return fail("main memory: not enough", 1);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), 1);
  }
}
