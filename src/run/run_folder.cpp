#include "run/run_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/number.h"
#include "base/terminal.h"
#include "dpd/model/clock.h"
#include "file/input_file.h"
#include "file/open_file.h"
#include "file/output_file.h"
#include "file/presence.h"
#include "formats/format.h"
#include "formats/lammps.h"
#include "run/lammps_steps.h"
#include "run/run_files.h"

namespace gpubuck::run {

namespace fs = std::filesystem;

namespace {

/// The name of a file of a run that has a step in its name: `before`, the step, `after`.
struct NumberedName {
  const char* folder;  ///< within the folder of the run
  std::string_view before, after;
  static constexpr int kDigits = 8;  ///< least number of digits of the step

  fs::path path(const fs::path& run, std::int64_t step) const {
    return run / folder / fmt::format("{}{:0{}}{}", before, step, kDigits, after);
  }
  std::optional<std::int64_t> stepIn(std::string_view name) const {
    if (!name.starts_with(before) || !name.ends_with(after)) return {};
    if (name.size() < before.size() + after.size() + kDigits) return {};
    name.remove_prefix(before.size());
    name.remove_suffix(after.size());
    return numberIn<std::int64_t>(name);
  }
};
constexpr NumberedName kCheckpoint{"", "checkpoint-", ".h5"};
constexpr NumberedName kPicture{"frames", "", ".png"};
constexpr NumberedName kStateOfLammps{kLammpsFolder, formats::kLammpsState, ""};

/// Returns the files of this name in the folder of a run. Throws InputError if the folder cannot be
/// read, and the errors of requireRegularFile().
std::vector<NumberedFile> numberedFiles(const fs::path& run, const NumberedName& name) {
  std::vector<NumberedFile> files;
  const fs::path folder = run / name.folder;
  if (!file::isThere(folder)) return files;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error); !error && entry != fs::directory_iterator();
       entry.increment(error)) {
    const auto step = name.stepIn(entry->path().filename().string());
    if (!step) continue;
    file::requireRegularFile(entry->path());
    if (file::isThere(entry->path())) files.push_back({entry->path(), *step});
  }
  if (error) throw InputError(folder.string(), "cannot be read: " + error.message());
  return files;
}

/// Returns all files of a run. Throws InputError for a folder, a pipe or a device with the name of
/// a file of runs: a run could not write its own file there.
std::vector<fs::path> filesOfRun(const fs::path& folder) {
  std::vector<fs::path> files;
  std::vector<fs::path> names{kObservablesFile, "run.json"};
  for (const Table& table : kTables) names.emplace_back(table.file);
  for (const formats::Format& format : formats::formatsWith(&formats::Format::steps)) {
    names.emplace_back(format.runFile);
  }
  for (const std::string& name : filesOfLammps()) names.push_back(fs::path(kLammpsFolder) / name);
  for (const fs::path& name : names) {
    file::requireRegularFile(folder / name);
    if (file::isThere(folder / name)) files.push_back(folder / name);
  }
  for (const NumberedName& name : {kCheckpoint, kPicture, kStateOfLammps}) {
    for (const auto& file : numberedFiles(folder, name)) files.push_back(file.path);
  }
  return files;
}

[[noreturn]] void fail(const fs::path& path, const std::error_code& error) {
  throw RunError(path.string(), fmt::format("cannot be changed: {}", error.message()));
}

void removeFile(const fs::path& path) {
  std::error_code error;
  fs::remove(path, error);
  if (error) fail(path, error);
}

/// Calls visit(step, end) for each whole row of a run's file until `visit` returns false; `end` is
/// the offset at which the row ends. Returns the offset at which the header ends, or 0 without a
/// file.
template <typename Visit>
std::uint64_t visitRows(const fs::path& path, const Visit& visit) {
  if (!file::isThere(path)) return 0;
  file::InputFile file(path.string());
  if (file.peek() == EOF) return 0;
  file::LineReader lines(file);
  std::string_view line;
  if (!lines.next(line) || lines.isUnended() || !line.starts_with("step,")) {
    file.fail("does not begin with the names of the columns of a run");
  }
  const std::uint64_t header = lines.bytes();
  while (lines.next(line) && !lines.isUnended()) {
    const auto step = numberIn<std::int64_t>(line.substr(0, line.find(',')));
    if (!step) file.fail(fmt::format("has a row without a step: {}", file::inQuotes(line)));
    if (!visit(*step, lines.bytes())) break;
  }
  return header;
}

void cutRows(const fs::path& path, std::int64_t from) {
  if (!file::isThere(path)) return;
  std::uint64_t kept = 0;
  const std::uint64_t header = visitRows(path, [&](std::int64_t step, std::uint64_t end) {
    if (step >= from) return false;
    kept = end;
    return true;
  });
  file::resizeFile(path, std::max(kept, header));
}

std::vector<NumberedFile> checkpointsNewestFirst(const fs::path& run) {
  std::vector<NumberedFile> files = numberedFiles(run, kCheckpoint);
  std::ranges::sort(files, std::greater{}, &NumberedFile::step);
  return files;
}

}  // namespace

RunFolder::RunFolder(fs::path path) : given_(std::move(path)) {
  file::prepareOutputDirectory(given_);
  lock_.emplace(given_, FolderLock::Use::Write);
  if (!lock_->isHeld()) {
    throw InputError(given_.string(), "another run is writing to this folder");
  }
  path_ = lock_->path();
}

void RunFolder::requireOnlyFiles() const { filesOfRun(path_); }

void RunFolder::requireNoRun() const {
  const std::vector<fs::path> files = filesOfRun(path_);
  if (files.empty()) return;
  throw InputError(given_.string(),
                   fmt::format("holds a run already ({})", files.front().filename().string()));
}

fs::path RunFolder::name() const {
  std::error_code error;
  return fs::equivalent(given_, path_, error) ? given_ : lock_->presentPath().value_or(given_);
}

Error RunFolder::named(const Error& error) const {
  if (lock_->isRemoved()) return removedError();
  std::string message = error.what();
  const std::string open = path_.string();
  std::string shown = (name() / "").string();
  shown.pop_back();
  for (std::size_t at = 0; (at = message.find(open, at)) != std::string::npos;) {
    const std::size_t end = at + open.size();
    const bool isWhole = end == message.size() || std::isdigit(message[end]) == 0;
    if (isWhole) message.replace(at, open.size(), shown);
    at += isWhole ? shown.size() : open.size();
  }
  return error.saying(message);
}

RunError RunFolder::removedError() const {
  return {given_.string(), "the folder was removed during the run"};
}

void RunFolder::requireThere() const {
  if (lock_->isRemoved()) throw removedError();
}

void RunFolder::requireNoneOf(const std::string& option,
                              const std::vector<std::string>& inputs) const {
  for (const fs::path& file : filesOfRun(path_)) file::requireNotRead(option, file, inputs);
}

void RunFolder::removeRun() const {
  for (const fs::path& file : filesOfRun(path_)) removeFile(file);
}

fs::path RunFolder::checkpoint(std::int64_t step) const { return kCheckpoint.path(path_, step); }

fs::path RunFolder::picture(std::int64_t step) const { return kPicture.path(path_, step); }

std::optional<NumberedFile> newestCheckpoint(const fs::path& folder) {
  const std::vector<NumberedFile> all = numberedFiles(folder, kCheckpoint);
  if (all.empty()) return {};
  return *std::ranges::max_element(all, {}, &NumberedFile::step);
}

StepsLeft RunFolder::stepsLeft(const dpd::Fluid& fluid) const {
  StepsLeft left;
  const auto readSteps = [&](const char* file, std::vector<std::int64_t>& steps) {
    visitRows(path_ / file, [&](std::int64_t step, std::uint64_t) {
      if (steps.empty() || steps.back() != step) steps.push_back(step);
      return true;
    });
  };
  readSteps(kObservablesFile, left.rows);
  ObservablesCsv::requireColumns(path_ / kObservablesFile, speciesNames(fluid));
  for (std::size_t k = 0; k < kTables.size(); ++k) {
    readSteps(kTables[k].file, left.tables[k]);
    TableCsv::requireColumns(path_ / kTables[k].file, kTables[k].header(speciesNames(fluid)));
  }
  for (const formats::Format& format : formats::formatsWith(&formats::Format::steps)) {
    if (!file::isThere(path_ / format.runFile)) continue;
    for (const std::int64_t step : format.steps(path_ / format.runFile, fluid)) {
      left.frames.push_back(step);
    }
  }
  for (const auto& file : numberedFiles(path_, kPicture)) left.pictures.push_back(file.step);
  for (const auto& file : numberedFiles(path_, kCheckpoint)) left.checkpoints.push_back(file.step);
  for (auto* steps : {&left.rows, &left.pictures, &left.frames, &left.checkpoints}) {
    std::ranges::sort(*steps);
  }
  for (auto& steps : left.tables) std::ranges::sort(steps);
  return left;
}

void RunFolder::cutFrom(std::int64_t step) const {
  for (const NumberedFile& file : checkpointsNewestFirst(path_)) {
    if (file.step > step) removeFile(file.path);
  }
  if (const int error = file::syncPath(path_); error != 0) {
    fail(path_, {error, std::generic_category()});
  }
  for (const NumberedFile& file : numberedFiles(path_, kPicture)) {
    if (file.step >= step) removeFile(file.path);
  }
  cutRows(path_ / kObservablesFile, step);
  for (const Table& table : kTables) cutRows(path_ / table.file, step);
  for (const formats::Format& format : formats::formatsWith(&formats::Format::steps)) {
    if (file::isThere(path_ / format.runFile)) format.cut(path_ / format.runFile, step);
  }
}

void RunFolder::keepCheckpoints(std::int64_t latest) const {
  const std::vector<NumberedFile> files = checkpointsNewestFirst(path_);
  for (std::size_t i = static_cast<std::size_t>(latest); i < files.size(); ++i) {
    removeFile(files[i].path);
  }
}

namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> kStatuses{"running", "done", "failed", "interrupted"};

}  // namespace

RunStatus readRunStatus(const fs::path& folder) {
  // The lock is held while the record is read, so that a run that begins at this moment is not
  // taken for a killed run.
  const FolderLock lock(folder, FolderLock::Use::Read);
  const nlohmann::json record = readRunRecord(folder);
  const auto fail = [&](const std::string& why) {
    throw InputError((folder / "run.json").string(), why);
  };
  const auto stepAt = [&](const char* key) {
    const auto found = record.find(key);
    if (found == record.end()) return std::int64_t{0};
    const bool isStep = found->is_number_unsigned() &&
                        found->get<std::uint64_t>() <= static_cast<std::uint64_t>(dpd::kMaxStep);
    if (!isStep) {
      fail(fmt::format("{} is {}, expected a whole number of 0 to {}", key,
                       shortened(found->dump(-1, ' ', false, kReplaceBadText), 40), dpd::kMaxStep));
    }
    return found->get<std::int64_t>();
  };
  RunStatus run;
  try {
    run.status = record.at("status");
    run.error = record.value("error", std::string());
    record.at("last_step");
  } catch (const nlohmann::json::exception&) {
    fail("is not the record of a run");
  }
  if (std::ranges::count(kStatuses, run.status) == 0) {
    fail(fmt::format("status is {}, expected one of {}", file::inQuotes(run.status),
                     fmt::join(kStatuses, ", ")));
  }
  run.step = stepAt("step");
  run.lastStep = stepAt("last_step");
  run.checkpoint = newestCheckpoint(folder);
  if (!lock.isHeld()) run.status = "running";
  if (lock.isHeld() && run.status == "running") run.status = "killed";
  if (run.status == "running" || run.status == "killed") {
    run.step = std::max({run.step, lastRowStep(folder / kObservablesFile),
                         run.checkpoint ? run.checkpoint->step : 0});
    for (const Table& table : kTables) {
      run.step = std::max(run.step, lastRowStep(folder / table.file));
    }
  }
  return run;
}

}  // namespace gpubuck::run
