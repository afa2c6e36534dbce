#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "app/commands.h"
#include "app/options.h"
#include "base/error.h"
#include "base/interruption.h"
#include "base/progress.h"
#include "checkpoint/checkpoint.h"
#include "formats/final_state.h"
#include "formats/trajectory.h"
#include "h5md/h5md.h"

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

/// Returns whether an HDF5 file has such a name.
bool isH5(const std::string& name) { return name.ends_with(".h5") || name.ends_with(".h5md"); }

std::unique_ptr<formats::TrajectoryReader> makeReader(const std::string& input) {
  if (isH5(input)) {
    if (h5md::isHdf5(input)) return h5md::makeReader(input);
    return std::make_unique<CheckpointReader>(input);
  }
  const formats::TrajectoryFormat* const format = formats::trajectoryFormatOf(input);
  if (format != nullptr) return format->read(input);
  throw InputError(input,
                   "unknown format; known are .xyz, .extxyz, .gsd and .h5 or .h5md (H5MD or a "
                   "checkpoint)");
}

/// The format of an output.
struct OutputFormat {
  /// Makes the writer; empty for .npy, the final state.
  std::function<std::unique_ptr<formats::TrajectoryWriter>(const std::filesystem::path&)> make{};
  bool hasMolecules = false;
};

/// Returns the format of `output`, by the ending of its name.
OutputFormat formatOf(const std::string& output, const formats::TrajectoryReader& input) {
  if (output.ends_with(".npy")) return {};
  if (isH5(output)) {
    return {
        [&](const auto& path) { return h5md::makeWriter(path, input.fluid(), input.molecules()); },
        true};
  }
  const formats::TrajectoryFormat* const format = formats::trajectoryFormatOf(output);
  if (format == nullptr) {
    throw InputError(output, "unknown format; known are .xyz, .extxyz, .gsd, .h5, .h5md and .npy");
  }
  return {[&, format](const auto& path) {
            return format->write(path, input.fluid(), input.molecules(), file::Opening::Replace,
                                 formats::Keep::Whole);
          },
          format->hasMolecules};
}

void prepareOutput(const ConvertOptions& options) {
  file::requireMayWrite("OUTPUT", options.output, {options.input}, options.overwrite);
  const std::filesystem::path folder = std::filesystem::path(options.output).parent_path();
  file::prepareOutputDirectory(folder.empty() ? "." : folder);
}

void convert(const ConvertOptions& options) {
  const std::unique_ptr<formats::TrajectoryReader> input = makeReader(options.input);
  const OutputFormat format = formatOf(options.output, *input);
  prepareOutput(options);
  const Interruption interruption;
  ShareProgress progress(options.quiet);
  std::optional<file::PendingFile> pending;
  if (format.make) pending.emplace(options.output);
  std::unique_ptr<formats::TrajectoryWriter> output;
  formats::Frame frame;
  while (input->next(frame)) {
    if (format.make) {
      if (!output) output = format.make(pending->temporary());
      output->append(frame);
    }
    progress.update(input->share());
    if (const int signal = interruption.signal(); signal != 0) {
      throw Interrupted("convert", signal, fmt::format("; {} was not written", options.output));
    }
  }
  if (format.make) {
    output->sync();
    output.reset();
    pending->commit();
  } else {
    formats::writeFinalState(options.output, frame.particles);
  }
  formats::tellLeftOut(input->leftOut());
  if (!format.hasMolecules && !input->molecules().empty()) {
    formats::tellLeftOut(
        fmt::format("{}: bonds and angles are left out; .gsd and .h5 have them", options.output));
  }
}

}  // namespace

void addConvertCommand(CLI::App& app) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command =
      app.add_subcommand("convert", "Write a trajectory or a checkpoint in another format");
  command
      ->add_option("INPUT", options->input,
                   "Trajectory of a run (.xyz, .gsd, .h5: H5MD), or a checkpoint (.h5) as its only "
                   "frame")
      ->required();
  command
      ->add_option("OUTPUT", options->output,
                   "Trajectory (.xyz, .gsd; .h5: H5MD), or the particles of the last frame (.npy)")
      ->required();
  addOverwriteOption(*command, options->overwrite);
  command->add_flag("--quiet", options->quiet, "No progress line");
  command->callback([options] { convert(*options); });
}

}  // namespace gpubuck::app
