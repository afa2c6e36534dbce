// Finds the status of a run from its folder (declared in run_folder.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/number.h"
#include "base/terminal.h"
#include "dpd/model/clock.h"
#include "file/input_file.h"
#include "file/presence.h"
#include "run/run_files.h"
#include "run/run_folder.h"

namespace gpubuck::run {
namespace fs = std::filesystem;

namespace {

constexpr std::array<std::string_view, 4> kStatuses{"running", "done", "failed", "interrupted"};

/// Returns the step of the last whole row, or -1.
std::int64_t lastRowStep(const fs::path& path) {
  if (!file::isFile(path)) return -1;
  file::InputFile file(path.string());
  constexpr std::uint64_t kTail = 64 * 1024;  // longer than any row
  const std::uint64_t size = file.size();
  std::string tail(static_cast<std::size_t>(std::min(size, kTail)), '\0');
  file.seek(size - tail.size());
  tail.resize(file.read(tail.data(), tail.size()));
  tail.resize(tail.rfind('\n') == std::string::npos ? 0 : tail.rfind('\n'));
  const std::string row = tail.substr(tail.rfind('\n') + 1);
  return numberIn<std::int64_t>(row.substr(0, row.find(','))).value_or(-1);
}

}  // namespace

RunStatus readRunStatus(const fs::path& folder) {
  // Held while the record is read: a run that begins meanwhile does not look like a dead one.
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
