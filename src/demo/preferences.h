// The preferences of the user, which the window remembers from one session to the next.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace gpubuck::demo {

struct DemoState;

struct Preferences {
  /// The side panels that are shown. If both are hidden, the layout is slim.
  bool controls = false, measurements = false;
  bool light = false;      ///< the light theme
  bool largeType = false;  ///< large type, for an audience
  /// True until the user has done everything on the card "Three things to try", or has closed the
  /// card.
  bool firstSteps = true;

  bool operator==(const Preferences&) const = default;
};

/// A line of the file, `NAME = yes` or `NAME = no`.
struct PreferenceRow {
  std::string name;
  bool Preferences::*at;
};
const std::vector<PreferenceRow>& preferenceRows();

/// Returns the preferences in a file. Preferences that the file lacks have their defaults. Without
/// a file, all preferences have their defaults. Throws InputError for an unknown line, and for a
/// file that cannot be read.
Preferences readPreferences(const std::string& path);
/// Writes the file and its folder. Throws RunError if that fails.
void writePreferences(const std::string& path, const Preferences& preferences);

/// Keeps the file of the preferences up to date with the state of the window.
class PreferenceFile {
 public:
  /// Reads the file; an empty path means no file.
  explicit PreferenceFile(std::string path);

  /// Applies the preferences to a window that opens, and reports a file that could not be read.
  void apply(DemoState& state);
  /// Writes the user's changes since the last call. A file that could not be read is not written,
  /// since its other lines would be lost.
  void keep(DemoState& state);
  const Preferences& kept() const { return kept_; }

 private:
  std::string path_;
  std::string fault_;                 ///< why the file could not be read, or empty
  Preferences kept_;                  ///< preferences in the file
  std::optional<Preferences> shown_;  ///< preferences of the window at the last call of keep()
};

}  // namespace gpubuck::demo
