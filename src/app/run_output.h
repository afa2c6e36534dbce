// What a run leaves in its folder: observables, frames, trajectory, checkpoints and the run's
// record.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "dpd/simulation.h"
#include "io/run_files.h"
#include "io/xyz.h"
#include "render/frame_renderer.h"
#include "scenario/scenario.h"
#include "texel/device.h"

namespace gpubuck::app {

/// Every how many steps each kind of output is written, and at the last one; 0 is never.
struct OutputOptions {
  std::string folder;
  std::int64_t observeEvery = 100;
  std::int64_t framesEvery = 0;
  std::int64_t trajectoryEvery = 0;
  std::int64_t checkpointEvery = 0;
  bool keepExisting = false;  ///< refuse a folder that already holds the observables of a run
};

/// Adds --out and the --...-every options.
void addOutputOptions(CLI::App& command, OutputOptions& options);

class RunOutput {
 public:
  /// Makes the folder and the files that are wanted, and the run's record with status "running".
  RunOutput(const texel::Device& device, const std::string& contextOrigin,
            const scenario::Scenario& scenario, const OutputOptions& options,
            std::int64_t lastStep);
  ~RunOutput();
  RunOutput(const RunOutput&) = delete;
  RunOutput& operator=(const RunOutput&) = delete;

  /// Writes what is due at the simulation's present step, after making sure that no particle has
  /// failed.
  void write(dpd::Simulation& simulation);

  /// Completes the run's record: status "done", or "failed" with the error.
  void finish(std::int64_t step, const std::string& error);

 private:
  bool due(std::int64_t step, std::int64_t every) const;

  const scenario::Scenario& scenario_;
  OutputOptions options_;
  std::filesystem::path folder_;
  std::optional<io::ObservablesCsv> observables_;
  std::optional<io::TrajectoryWriter> trajectory_;
  std::optional<render::FrameRenderer> renderer_;
  std::int64_t lastStep_;
  std::unique_ptr<nlohmann::ordered_json> record_;  ///< what run.json holds
};

}  // namespace gpubuck::app
