#include "run/lammps_steps.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>
#include <system_error>
#include <utility>

#include "base/error.h"
#include "base/terminal.h"
#include "file/input_file.h"
#include "file/output_file.h"
#include "formats/lammps.h"
#include "run/run_files.h"

namespace gpubuck::run {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kBetweenLooks{20};
constexpr std::chrono::seconds kTimeToEnd{10};

/// LAMMPS reports its step after about this many particle-steps, which take a second on one core
/// and a few hundredths of a second on a GPU.
constexpr std::int64_t kParticleStepsOfReport = 2'000'000;

/// LAMMPS counts the steps of a `run` in 32 bits.
constexpr std::int64_t kLongestRun = std::int64_t{1} << 30;

std::int64_t nextState(const RunOutputs& outputs, std::int64_t step, std::int64_t last) {
  return std::min(nextDue(outputs, step, last), step + kLongestRun);
}

/// Returns the error in the last output of LAMMPS, or of the program that starts LAMMPS: the first
/// line that begins with ERROR, or else the first paragraph.
std::string errorIn(const std::string& words) {
  std::istringstream lines(words);
  std::string paragraph;
  bool isWhole = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("ERROR")) return line;
    const bool isBlank = line.find_first_not_of(" -\r") == std::string::npos;
    if (isBlank) isWhole = !paragraph.empty();
    if (isBlank || isWhole) continue;
    paragraph += (paragraph.empty() ? "" : " ") + line;
  }
  constexpr std::size_t kMost = 300;
  return paragraph.empty() ? "it gave no reason" : shortened(paragraph, kMost);
}

}  // namespace

std::vector<std::string> filesOfLammps() {
  return {kLammpsScript,
          kLammpsLog,
          std::string(formats::kLammpsStart) + ".data",
          formats::kLammpsDue,
          formats::kLammpsWritten,
          formats::kLammpsProgress};
}

LammpsSteps::LammpsSteps(const fs::path& runFolder, RunState first, const RunOutputs& outputs,
                         std::int64_t last, Command command)
    : folder_(runFolder / kLammpsFolder),
      state_(std::move(first)),
      outputs_(outputs),
      last_(last),
      due_(nextState(outputs, state_.clock.step, last)) {
  // Checkpoints name the engine that made the last step.
  state_.engine.reset();
  state_.lists = {};
  makeFolder();
  writeInput(last);
  if (state_.clock.step == last) return;
  const fs::path program = command.front();
  command.erase(command.begin());
  for (const char* word : {"-in", kLammpsScript, "-log", kLammpsLog}) command.emplace_back(word);
  lammps_.emplace(program, std::move(command), folder_);
  lammps_->endInput();
}

LammpsSteps::~LammpsSteps() {
  if (lammps_) lammps_->end(kTimeToEnd);
  std::error_code ignored;
  for (; due_ <= last_ && fs::remove(folder_ / stateFile(due_), ignored);
       due_ = nextState(outputs_, due_, last_)) {
  }
}

void LammpsSteps::makeFolder() const {
  std::error_code ignored;
  const std::vector<std::string> own = filesOfLammps();
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_, ignored)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with(formats::kLammpsState) || std::ranges::count(own, name) > 0) {
      fs::remove(entry.path(), ignored);
    }
  }
  fs::remove(folder_, ignored);
  file::prepareOutputDirectory(folder_);
}

void LammpsSteps::writeInput(std::int64_t last) {
  const dpd::Fluid& fluid = state_.scenario.fluid;
  const std::int64_t step = state_.clock.step;
  const std::int64_t count = std::ssize(state_.particles.position);
  formats::writeLammpsData(
      folder_ / (std::string(formats::kLammpsStart) + ".data"), fluid,
      dpd::unpacked(state_.particles),
      fmt::format("{}: particles of gpubuck at step {}", state_.scenario.name, step),
      state_.particles.molecules);
  file::writeFile(
      folder_ / kLammpsScript,
      formats::lammpsLegScript(
          fluid, {step, std::clamp<std::int64_t>(kParticleStepsOfReport / count, 1, 1'000'000)}));
  file::writeFile(folder_ / formats::kLammpsDue, [&](file::FileWriter& file) {
    for (std::int64_t due = step; due < last;) {
      due = nextState(outputs_, due, last);
      file.print("{:08}\n", due);
    }
  });
}

std::string LammpsSteps::stateFile(std::int64_t step) const {
  return fmt::format("{}{:08}", formats::kLammpsState, step);
}

const RunState* LammpsSteps::next(std::chrono::milliseconds wait) {
  const auto end = std::chrono::steady_clock::now() + wait;
  while (true) {
    // The exit code is read first, so that everything that LAMMPS wrote before its end is read.
    const std::optional<int> exitCode = lammps_->exitCode(std::chrono::milliseconds(0));
    if (lastRowStep(folder_ / formats::kLammpsWritten) >= due_) {
      readState();
      return &state_;
    }
    if (exitCode) failEarly(*exitCode);
    if (std::chrono::steady_clock::now() >= end) return nullptr;
    lammps_->exitCode(kBetweenLooks);
  }
}

std::int64_t LammpsSteps::step() const {
  return std::max(state_.clock.step, lastRowStep(folder_ / formats::kLammpsProgress));
}

void LammpsSteps::readState() try {
  dpd::ParticleState& particles = state_.particles;
  const fs::path file = folder_ / stateFile(due_);
  const formats::LammpsState read =
      formats::readLammpsState(file.string(), state_.scenario.fluid, particles.count());
  for (std::size_t k = 0; k < particles.count(); ++k) {
    const std::size_t id = dpd::idOf(particles.predicted[k]);
    for (int axis = 0; axis < 3; ++axis) {
      particles.position[k][axis] = read.particles.position[id][axis];
      particles.velocity[k][axis] = read.particles.velocity[id][axis];
      // LAMMPS computes the friction of step n from these velocities.
      particles.predicted[k][axis] = read.particles.velocity[id][axis];
    }
  }
  state_.clock.step = due_;
  due_ = nextState(outputs_, due_, last_);
  std::error_code ignored;
  fs::remove(file, ignored);
} catch (const InputError& error) {
  throw RunError("LAMMPS", error.what());
}

void LammpsSteps::failEarly(int exitCode) const {
  const std::string how = exitCode > 128 ? fmt::format("was ended by signal {}", exitCode - 128)
                                         : fmt::format("ended with exit code {}", exitCode);
  throw RunError("LAMMPS",
                 fmt::format("{} before step {}: {}; its log is {}", how, due_,
                             errorIn(lammps_->lastMessages()), (folder_ / kLammpsLog).string()));
}

}  // namespace gpubuck::run
