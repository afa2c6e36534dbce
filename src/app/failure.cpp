#include "app/failure.h"

#include <CLI/CLI.hpp>
#include <new>
#include <string>

#include "base/terminal.h"

namespace gpubuck::app {

Error asError(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    return error;
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  } catch (const std::exception& error) {
    return RunError("internal error", error.what());
  }
}

Error withOption(const Error& error, const CLI::App& app) {
  const auto given = app.get_subcommands();
  if (!given.empty()) return withOption(error, *given.front());
  const std::string text = error.what();
  const auto named = [&](const std::string& option) {
    const std::size_t end = text.find(": ");
    return Error(option + text.substr(0, end), text.substr(end + 2), error.exitCode());
  };
  if (text.starts_with("gpu: ") || text.starts_with("engine ")) return named("--");
  const CLI::Option* const set = app.get_option_no_throw("--set");
  for (const std::string& value : set != nullptr ? set->results() : std::vector<std::string>()) {
    constexpr std::size_t kEnough = 100;  // a longer one is shortened
    if (text.starts_with(printable(value).substr(0, kEnough))) return named("--set ");
  }
  return error;
}

}  // namespace gpubuck::app
