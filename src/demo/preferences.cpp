#include "demo/preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "demo/demo_state.h"

namespace gpubuck::demo {
namespace {

Preferences preferencesOf(const DemoState& state) {
  return {.controls = state.showsControls,
          .measurements = state.showsMeasurements,
          .light = state.isLight,
          .firstSteps = !state.firstSteps.isOver()};
}

}  // namespace

const std::vector<PreferenceRow>& preferenceRows() {
  static const std::vector<PreferenceRow> rows{{"controls", &Preferences::controls},
                                               {"measurements", &Preferences::measurements},
                                               {"light", &Preferences::light},
                                               {"first_steps", &Preferences::firstSteps}};
  return rows;
}

Preferences readPreferences(const std::string& path) {
  Preferences preferences;
  std::ifstream file(path);
  std::string line;
  for (int number = 1; std::getline(file, line); ++number) {
    std::istringstream words(line);
    std::string name, equals, value, more;
    if (!(words >> name)) continue;
    words >> equals >> value >> more;
    const auto row = std::ranges::find(preferenceRows(), name, &PreferenceRow::name);
    const bool isValue = value == "yes" || value == "no";
    if (row == preferenceRows().end() || equals != "=" || !isValue || !more.empty()) {
      throw InputError(fmt::format("{}:{}", path, number),
                       fmt::format("must be NAME = yes or NAME = no, got '{}'", line));
    }
    preferences.*row->at = value == "yes";
  }
  return preferences;
}

void writePreferences(const std::string& path, const Preferences& preferences) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  std::ofstream file(path);
  for (const PreferenceRow& row : preferenceRows()) {
    file << row.name << " = " << (preferences.*row.at ? "yes" : "no") << '\n';
  }
  if (!file.flush()) throw RunError(path, "cannot be written; preferences are not kept");
}

PreferenceFile::PreferenceFile(std::string path) : path_(std::move(path)) {
  if (path_.empty()) return;
  try {
    kept_ = readPreferences(path_);
  } catch (const InputError& error) {
    fault_ = error.what();
  }
}

void PreferenceFile::apply(DemoState& state) {
  if (!fault_.empty()) state.journal.error(fault_);
  state.showsControls = kept_.controls;
  state.showsMeasurements = kept_.measurements;
  state.isLight = kept_.light;
}

void PreferenceFile::keep(DemoState& state) {
  // The tour and the kiosk change the layout for a while.
  if (path_.empty() || state.tour.isPlaying() || state.kiosk.isPlaying()) return;
  const Preferences now = preferencesOf(state);
  const Preferences before = std::exchange(shown_, now).value_or(now);
  if (now == before) return;
  for (const PreferenceRow& row : preferenceRows()) {
    if (now.*row.at != before.*row.at) kept_.*row.at = now.*row.at;
  }
  try {
    writePreferences(path_, kept_);
  } catch (const RunError& error) {
    state.journal.error(error.what());
    path_.clear();
  }
}

}  // namespace gpubuck::demo
