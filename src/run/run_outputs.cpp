#include "run/run_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/enum_names.h"
#include "base/error.h"
#include "dpd/model/clock.h"
#include "formats/format.h"

namespace gpubuck::run {
namespace {

/// Calls visit(key, schedule) for each kind of output.
template <typename Outputs, typename Visit>
void visitSchedules(Outputs& outputs, const Visit& visit) {
  visit("observables", outputs.observables);
  visit("frames", outputs.frames);
  visit("trajectory", outputs.trajectory);
  visit("checkpoints", outputs.checkpoints);
  for (std::size_t k = 0; k < kTables.size(); ++k) visit(kTables[k].key, outputs.tables[k]);
}

/// Returns a number of steps in a record. Throws std::out_of_range for anything else.
std::int64_t stepsIn(const nlohmann::json& value) {
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(dpd::kMaxStep)) {
    throw std::out_of_range("steps");
  }
  return value.get<std::int64_t>();
}

RunOutputs readOutputs(const nlohmann::json& record) {
  RunOutputs outputs;
  const nlohmann::json& held = record.at("outputs");
  visitSchedules(outputs, [&](const std::string& key, Schedule& schedule) {
    schedule.every = stepsIn(held.at(key).at("every"));
    const nlohmann::json also = held.at(key).value("also", nlohmann::json::array());
    if (!also.is_array()) throw std::out_of_range("also");
    for (const nlohmann::json& step : also) schedule.also.insert(stepsIn(step));
  });
  const std::string format = held.at("trajectory").at("format");
  if (findName(formats::formatsWith(&formats::Format::steps), format) == nullptr) {
    throw std::out_of_range("format");
  }
  outputs.trajectoryFormat = format;
  outputs.keepCheckpoints = stepsIn(held.at("checkpoints").at("keep"));
  outputs.firstStep = stepsIn(record.at("first_step"));
  outputs.ids = record.at("ids").get<std::vector<std::string>>();
  return outputs;
}

/// Fails unless `left` has every step before `end` at which the schedule is due.
void requireAll(const Schedule& schedule, const std::vector<std::int64_t>& left, std::int64_t first,
                std::int64_t end, const std::string& what, const std::string& folder) {
  if (schedule.every == 0) return;
  const std::int64_t every = schedule.every;
  for (std::int64_t due = (first + every - 1) / every * every; due < end; due += every) {
    if (std::binary_search(left.begin(), left.end(), due)) continue;
    throw InputError(folder, fmt::format("has no {} of step {}: a run that goes on at step {} "
                                         "would leave a gap there; go on from an earlier "
                                         "checkpoint, or in another folder",
                                         what, due, end));
  }
}

/// Drops the single steps before `begin`, and adds the steps of `left` from `begin` on that are not
/// due anyway.
void writeAgain(Schedule& schedule, const std::vector<std::int64_t>& left, std::int64_t begin) {
  std::erase_if(schedule.also, [&](std::int64_t step) { return step < begin; });
  for (auto step = std::ranges::lower_bound(left, begin); step != left.end(); ++step) {
    if (schedule.every == 0 || *step % schedule.every != 0) schedule.also.insert(*step);
  }
}

}  // namespace

std::int64_t nextDue(const RunOutputs& outputs, std::int64_t step, std::int64_t lastStep) {
  std::int64_t next = lastStep;
  visitSchedules(outputs, [&](const char*, const Schedule& schedule) {
    if (schedule.every > 0) next = std::min(next, (step / schedule.every + 1) * schedule.every);
    const auto also = schedule.also.upper_bound(step);
    if (also != schedule.also.end()) next = std::min(next, *also);
  });
  return next;
}

void record(const RunOutputs& outputs, nlohmann::ordered_json& record) {
  record["first_step"] = outputs.firstStep;
  record["ids"] = outputs.ids;
  nlohmann::ordered_json& held = record["outputs"];
  visitSchedules(outputs, [&](const char* key, const Schedule& schedule) {
    held[key]["every"] = schedule.every;
    if (!schedule.also.empty()) held[key]["also"] = schedule.also;
  });
  held["trajectory"]["format"] = outputs.trajectoryFormat;
  held["checkpoints"]["keep"] = outputs.keepCheckpoints;
}

RunOutputs outputsIn(const nlohmann::json& record, const std::string& source) {
  try {
    return readOutputs(record);
  } catch (const std::exception&) {
    throw InputError(source, "\"outputs\" are missing, or are not as a run records them");
  }
}

void planContinuation(RunOutputs& outputs, const StepsLeft& left, std::int64_t step,
                      const std::string& folder) {
  if (step < outputs.firstStep) {
    throw InputError(folder, fmt::format("its run begins at step {}, after the checkpoint of step "
                                         "{}",
                                         outputs.firstStep, step));
  }
  const std::int64_t first = outputs.firstStep;
  requireAll(outputs.observables, left.rows, first, step, "row in observables.csv", folder);
  for (std::size_t k = 0; k < kTables.size(); ++k) {
    requireAll(outputs.tables[k], left.tables[k], first, step,
               fmt::format("rows in {}", kTables[k].file), folder);
    writeAgain(outputs.tables[k], left.tables[k], step);
  }
  requireAll(outputs.trajectory, left.frames, first, step, "frame in its trajectory", folder);
  requireAll(outputs.frames, left.pictures, first, step, "picture", folder);
  writeAgain(outputs.observables, left.rows, step);
  writeAgain(outputs.trajectory, left.frames, step);
  writeAgain(outputs.frames, left.pictures, step);
  writeAgain(outputs.checkpoints, left.checkpoints, step + 1);
}

LastOutput lastOutput(const RunOutputs& outputs, const StepsLeft& left) {
  LastOutput last;
  const auto see = [&](const Schedule& schedule, const std::vector<std::int64_t>& steps,
                       const std::string& what) {
    const std::int64_t held = steps.empty() ? -1 : steps.back();
    const std::int64_t step =
        schedule.also.empty() ? held : std::max(held, *schedule.also.rbegin());
    if (step > last.step) last = {step, what};
  };
  see(outputs.observables, left.rows, "a row of observables.csv");
  for (std::size_t k = 0; k < kTables.size(); ++k) {
    see(outputs.tables[k], left.tables[k], fmt::format("a row of {}", kTables[k].file));
  }
  see(outputs.trajectory, left.frames, "a frame of the trajectory");
  see(outputs.frames, left.pictures, "a picture");
  see(outputs.checkpoints, left.checkpoints, "a checkpoint");
  return last;
}

}  // namespace gpubuck::run
