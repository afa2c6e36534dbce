#include "app/run_output.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/gpu_options.h"
#include "app/option_checks.h"
#include "base/error.h"
#include "checkpoint/checkpoint.h"
#include "io/output_file.h"
#include "io/pictures.h"

namespace gpubuck::app {
namespace {

std::vector<std::string> speciesNames(const dpd::Fluid& fluid) {
  std::vector<std::string> names;
  for (const dpd::Species& species : fluid.species) names.push_back(species.name);
  return names;
}

nlohmann::ordered_json newRecord(const texel::Device& device, const std::string& contextOrigin,
                                 const scenario::Scenario& scenario, std::int64_t lastStep) {
  nlohmann::ordered_json record;
  record["status"] = "running";
  record["gpubuck"] = GPUBUCK_VERSION;
  record["device"] = describeDevice(device.capabilities());
  record["device"]["context"] = contextOrigin;
  record["engine"] = texel::engineName(device.engine());
  record["particles"] = scenario::particleCount(scenario.fluid);
  record["last_step"] = lastStep;
  record["scenario"] = nlohmann::ordered_json::parse(scenario::toJson(scenario));
  return record;
}

}  // namespace

void addOutputOptions(CLI::App& command, OutputOptions& options) {
  command.add_option("--out", options.folder, "Folder for the results")->required();
  const auto add = [&](const char* name, std::int64_t& every, const char* description) {
    command.add_option(name, every, description)
        ->check(wholeNumber(0, kMaxSteps))
        ->capture_default_str();
  };
  add("--observe-every", options.observeEvery, "Steps between rows of observables.csv; 0: none");
  add("--frames-every", options.framesEvery, "Steps between pictures; 0: none");
  add("--trajectory-every", options.trajectoryEvery,
      "Steps between frames of trajectory.xyz; 0: none");
  add("--checkpoint-every", options.checkpointEvery, "Steps between checkpoints; 0: none");
}

RunOutput::RunOutput(const texel::Device& device, const std::string& contextOrigin,
                     const scenario::Scenario& scenario, const OutputOptions& options,
                     std::int64_t lastStep)
    : scenario_(scenario),
      options_(options),
      folder_(options.folder),
      lastStep_(lastStep),
      record_(std::make_unique<nlohmann::ordered_json>(
          newRecord(device, contextOrigin, scenario, lastStep))) {
  io::prepareOutputDirectory(folder_);
  if (options.keepExisting && std::filesystem::exists(folder_ / "observables.csv")) {
    throw InputError("--out",
                     fmt::format("{} holds the results of another run, which a restart must not "
                                 "overwrite",
                                 options.folder));
  }
  if (options.observeEvery > 0) {
    observables_.emplace(folder_ / "observables.csv", speciesNames(scenario.fluid));
  }
  if (options.trajectoryEvery > 0) trajectory_.emplace(folder_ / "trajectory.xyz", scenario.fluid);
  if (options.framesEvery > 0) {
    io::prepareOutputDirectory(folder_ / "frames");
    renderer_.emplace(device, scenario);
  }
  io::writeRunRecord(folder_, *record_);
}

RunOutput::~RunOutput() = default;

bool RunOutput::due(std::int64_t step, std::int64_t every) const {
  return every > 0 && (step % every == 0 || step == lastStep_);
}

void RunOutput::write(dpd::Simulation& simulation) {
  const std::int64_t step = simulation.stepNumber();
  const bool observe = due(step, options_.observeEvery);
  const bool frame = due(step, options_.framesEvery);
  const bool trajectory = due(step, options_.trajectoryEvery);
  const bool checkpoint = due(step, options_.checkpointEvery);
  if (!observe && !frame && !trajectory && !checkpoint) return;
  simulation.checkFailure();
  if (observe) observables_->append(simulation.measure());
  if (frame) {
    const Image image = renderer_->draw(simulation.position(), step, simulation.time());
    io::writePng(folder_ / "frames" / fmt::format("{:08}.png", step), image);
  }
  if (trajectory)
    trajectory_->append(dpd::unpacked(simulation.downloadState()), step, simulation.time());
  if (checkpoint) {
    checkpoint::writeCheckpoint(
        folder_ / fmt::format("checkpoint-{:08}.h5", step),
        {scenario_, simulation.downloadState(), simulation.downloadLists(), simulation.clock()});
  }
}

void RunOutput::finish(std::int64_t step, const std::string& error) {
  nlohmann::ordered_json& record = *record_;
  record["status"] = error.empty() ? "done" : "failed";
  if (!error.empty()) record["error"] = error;
  record["step"] = step;
  io::writeRunRecord(folder_, record);
}

}  // namespace gpubuck::app
