#include <fmt/format.h>

#include <memory>

#include "app/commands.h"
#include "base/error.h"
#include "base/terminal.h"
#include "base/text.h"
#include "checkpoint/checkpoint.h"
#include "run/run_state.h"

namespace gpubuck::app {
namespace {

void run(const std::vector<std::string>& files) {
  std::size_t refused = 0;
  for (const std::string& file : files) {
    try {
      const run::RunState state = checkpoint::readCheckpoint(file);
      print("{}: whole: {}, step {}, time {:.6g}, {}\n", printable(file),
            printable(state.scenario.name), state.clock.step, state.clock.time(),
            counted(static_cast<std::int64_t>(state.particles.count()), "particle"));
    } catch (const InputError& error) {
      if (files.size() == 1) throw;
      tell(fmt::format("gpubuck: {}\n", printable(error.what())));
      ++refused;
    }
  }
  if (refused > 0) {
    throw InputError(
        "check", fmt::format("{} of {} files are not whole checkpoints", refused, files.size()));
  }
}

}  // namespace

void addCheckCommand(CLI::App& app) {
  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand(
      "check", "Check that checkpoints are whole: checksum, particles and lists; needs no GPU");
  command->add_option("CHECKPOINT", *files, "Checkpoints of gpubuck run")->required();
  command->callback([files] { run(*files); });
}

}  // namespace gpubuck::app
