#include "demo/preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "demo/ui/demo_state.h"
#include "file/input_file.h"
#include "file/output_file.h"
#include "file/presence.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kNotKept = "; preferences are not kept";

Preferences preferencesOf(const DemoState& state) {
  return {.controls = state.showsControls,
          .measurements = state.showsMeasurements,
          .light = state.isLight,
          .largeType = state.hasLargeType,
          .firstSteps = !state.show("first steps").isDone()};
}

}  // namespace

const std::vector<PreferenceRow>& preferenceRows() {
  static const std::vector<PreferenceRow> rows{{"controls", &Preferences::controls},
                                               {"measurements", &Preferences::measurements},
                                               {"light", &Preferences::light},
                                               {"large_type", &Preferences::largeType},
                                               {"first_steps", &Preferences::firstSteps}};
  return rows;
}

Preferences readPreferences(const std::string& path) {
  Preferences preferences;
  if (!file::isThere(path)) return preferences;
  file::InputFile file(path);
  file::LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    std::istringstream words{std::string(line)};
    std::string name, equals, value, more;
    if (!(words >> name)) continue;
    words >> equals >> value >> more;
    const auto row = std::ranges::find(preferenceRows(), name, &PreferenceRow::name);
    const bool isValue = value == "yes" || value == "no";
    if (row == preferenceRows().end() || equals != "=" || !isValue || !more.empty()) {
      lines.fail(fmt::format("must be NAME = yes or NAME = no, got {}", file::inQuotes(line)));
    }
    preferences.*row->at = value == "yes";
  }
  return preferences;
}

void writePreferences(const std::string& path, const Preferences& preferences) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  std::string text;
  for (const PreferenceRow& row : preferenceRows()) {
    text += fmt::format("{} = {}\n", row.name, preferences.*row.at ? "yes" : "no");
  }
  file::writeFile(path, text);
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
  if (!fault_.empty()) state.journal.error(fault_ + kNotKept);
  state.showsControls = kept_.controls;
  state.showsMeasurements = kept_.measurements;
  state.isLight = kept_.light;
  state.hasLargeType = kept_.largeType;
}

void PreferenceFile::keep(DemoState& state) {
  // A show changes the layout only for a while.
  if (path_.empty() || !fault_.empty() || state.presentShow() != nullptr) return;
  const Preferences now = preferencesOf(state);
  const Preferences before = std::exchange(shown_, now).value_or(now);
  if (now == before) return;
  for (const PreferenceRow& row : preferenceRows()) {
    if (now.*row.at != before.*row.at) kept_.*row.at = now.*row.at;
  }
  try {
    writePreferences(path_, kept_);
  } catch (const RunError& error) {
    state.journal.error(std::string(error.what()) + kNotKept);
    path_.clear();
  }
}

}  // namespace gpubuck::demo
