#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <iostream>
#include <new>
#include <string_view>
#include <system_error>

#include "app/commands.h"
#include "base/error.h"
#include "base/terminal.h"

namespace {

int fail(const std::string& message, int exitCode) {
  gpubuck::tell("gpubuck: " + gpubuck::printable(message) + "\n");
  return exitCode;
}

/// CLI11's message on one line.
std::string oneLine(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text.erase(text.find_last_not_of(' ') + 1);
}

/// What standard output has taken so far may still wait to be written.
int endOfOutput() {
  std::cout.flush();
  if (std::cout && std::fflush(stdout) == 0) return 0;
  return fail("standard output: cannot be written", 1);
}

/// Throws for an empty option or argument: most often a variable of the shell that is not set. What
/// is to be completed may be empty.
void requireNoneEmpty(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "completion") return;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const bool isEmptyOption = word.starts_with("--") && word.find('=') == word.size() - 1;
    if (!word.empty() && !isEmptyOption) continue;
    const std::string_view before = i > 1 && word.empty() ? argv[i - 1] : word;
    throw gpubuck::InputError("command line", fmt::format("an empty value stands {} '{}'",
                                                          isEmptyOption ? "in" : "behind", before));
  }
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Neighbour search by GPU bucket sort, and fluids simulated with it.", "gpubuck");
  app.set_version_flag("--version", GPUBUCK_VERSION);
  app.require_subcommand(0, 1);  // A missing one is reported below, after other errors.
  using namespace gpubuck::app;
  for (const auto add : {addDemoCommand, addInfoCommand, addSortCommand, addPairsCommand,
                         addRunCommand, addCheckCommand, addExportCommand, addBenchCommand,
                         addValidateCommand, addCompletionCommand}) {
    add(app);
  }
  // Writing then fails with an error of its own instead of ending the process.
  for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
  try {
    requireNoneEmpty(argc, argv);
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      return fail("command line: a subcommand is missing, see gpubuck --help", 2);
    }
    return endOfOutput();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error);
      return endOfOutput();
    }
    return fail("command line: " + oneLine(error.what()), 2);
  } catch (const gpubuck::Error& error) {
    return fail(error.what(), error.exitCode());
  } catch (const std::bad_alloc&) {
    return fail("main memory: not enough", 1);
  } catch (const std::filesystem::filesystem_error& error) {
    return fail(std::string("internal error: ") + error.what(), 1);
  } catch (const std::system_error& error) {  // fmt's, from print
    return fail("standard output: cannot be written: " + error.code().message(), 1);
  } catch (const std::exception& error) {
    return fail(std::string("internal error: ") + error.what(), 1);
  }
}
