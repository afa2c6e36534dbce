#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <vector>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/interruption.h"
#include "base/progress.h"
#include "checkpoint/checkpoint.h"
#include "formats/format.h"
#include "formats/h5md.h"

namespace gpubuck::app {
namespace {

struct ConvertOptions {
  std::string input, output;
  bool overwrite = false, quiet = false;
};

/// A checkpoint as a trajectory of one frame.
class CheckpointReader : public formats::TrajectoryReader {
 public:
  using TrajectoryReader::TrajectoryReader;

  const dpd::Fluid& fluid() const override { return fluid_; }
  double share() const override { return 1.0; }

 private:
  bool readNext(formats::Frame& frame) override {
    if (!fluid_.species.empty()) return false;
    const run::RunState state = checkpoint::readCheckpoint(path());
    frame = {state.clock.step, state.clock.time(), dpd::unpacked(state.particles)};
    fluid_ = state.scenario.fluid;
    setMolecules(state.particles.molecules);
    return true;
  }

  dpd::Fluid fluid_;
};

/// Returns the format that has the ending of this path and provides `function`, such as
/// Format::read. Throws InputError if there is no such format.
template <typename Function>
const formats::Format& formatFor(const std::string& path, Function formats::Format::*function) {
  if (const formats::Format* format = formats::formatOf(path, function)) return *format;
  throw InputError(
      path, fmt::format("unknown format; known are {}", endingsOf(formats::formatsWith(function))));
}

std::unique_ptr<formats::TrajectoryReader> makeReader(const std::string& input) {
  const formats::Format& format = formatFor(input, &formats::Format::read);
  if (format.read == formats::h5md::makeReader && !formats::h5md::isHdf5(input)) {
    return std::make_unique<CheckpointReader>(input);
  }
  return format.read(input);
}

void prepareOutput(const ConvertOptions& options) {
  file::requireMayWrite("OUTPUT", options.output, {options.input}, options.overwrite);
  const std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
  file::prepareOutputDirectory(folder.empty() ? "." : folder);
}

void convert(const ConvertOptions& options) {
  const std::unique_ptr<formats::TrajectoryReader> input = makeReader(options.input);
  const formats::Format& format = formatFor(options.output, &formats::Format::write);
  prepareOutput(options);
  const Interruption interruption;
  ShareProgress progress(options.quiet);
  file::PendingFile pending(options.output);
  std::unique_ptr<formats::TrajectoryWriter> output;
  formats::Frame frame;
  while (input->next(frame)) {
    if (!output) {
      output = format.write(pending.temporary(), input->fluid(), input->molecules(),
                            file::Opening::Replace, formats::Keep::Whole);
    }
    output->append(frame);
    progress.update(input->share());
    if (const int signal = interruption.signal(); signal != 0) {
      throw Interrupted("convert", signal, fmt::format("; {} was not written", options.output));
    }
  }
  output->sync();
  output.reset();
  pending.commit();
  formats::tellLeftOut(input->leftOut());
  if (!format.hasMolecules && !input->molecules().empty()) {
    std::vector<formats::Format> others = formats::formatsWith(&formats::Format::write);
    std::erase_if(others, [](const formats::Format& each) { return !each.hasMolecules; });
    formats::tellLeftOut(fmt::format("{}: bonds and angles are left out; {} can hold them",
                                     options.output, endingsOf(others)));
  }
}

}  // namespace

void addConvertCommand(CLI::App& app) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Write a trajectory or a checkpoint in another format");
  command
      ->add_option("INPUT", options->input,
                   fmt::format("Trajectory ({}), or a checkpoint (.h5), which is a single frame",
                               endingsOf(formats::formatsWith(&formats::Format::read))))
      ->required();
  command
      ->add_option("OUTPUT", options->output,
                   fmt::format("Trajectory, or the particles of its last frame (.npy): {}",
                               endingsOf(formats::formatsWith(&formats::Format::write))))
      ->required();
  addOverwriteOption(*command, options->overwrite);
  command->add_flag("--quiet", options->quiet, "No progress line");
  command->callback([options] { convert(*options); });
}

}  // namespace gpubuck::app
