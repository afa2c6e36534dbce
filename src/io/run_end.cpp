// How a run ended, from what it left (declared in run_folder.h).
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/number.h"
#include "io/run_folder.h"

namespace gpubuck::io {
namespace fs = std::filesystem;

namespace {

/// The step of the last whole row; -1: there is none.
std::int64_t lastObservedStep(const fs::path& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  constexpr std::streamoff kTail = 64 * 1024;  // longer than any row
  const std::streamoff size = file ? std::streamoff(file.tellg()) : 0;
  std::string tail(static_cast<std::size_t>(std::min(size, kTail)), '\0');
  file.seekg(size - std::ssize(tail));
  file.read(tail.data(), std::ssize(tail));
  tail.resize(tail.rfind('\n') == std::string::npos ? 0 : tail.rfind('\n'));
  const std::string row = tail.substr(tail.rfind('\n') + 1);
  return numberIn<std::int64_t>(row.substr(0, row.find(','))).value_or(-1);
}

}  // namespace

RunEnd readRunEnd(const fs::path& folder) {
  // Held while the record is read: a run that begins meanwhile does not look like a dead one.
  const FolderLock lock(folder, FolderLock::Use::Read);
  const fs::path path = folder / "run.json";
  std::ifstream file(path);
  if (!file) throw InputError(path.string(), "cannot be read: the folder holds no run");
  const nlohmann::json record = nlohmann::json::parse(file, nullptr, false);
  RunEnd end;
  try {
    end.status = record.at("status");
    end.lastStep = record.at("last_step");
    end.step = record.value("step", std::int64_t{0});
    end.error = record.value("error", std::string());
  } catch (const nlohmann::json::exception&) {
    throw InputError(path.string(), "is not the record of a run");
  }
  end.checkpoint = newestCheckpoint(folder);
  if (!lock.isHeld()) end.status = "running";
  if (lock.isHeld() && end.status == "running") end.status = "killed";
  if (end.status == "running" || end.status == "killed") {
    end.step = std::max({end.step, lastObservedStep(folder / "observables.csv"),
                         end.checkpoint ? end.checkpoint->step : 0});
  }
  return end;
}

}  // namespace gpubuck::io
