// The dialog in which the user chooses a file to open (a scenario or a state), or a scenario file
// to save to. It asks before it overwrites a file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gpubuck::demo {

struct DemoState;

struct FileDialog {
  enum class Purpose { None, Open, Save };

  Purpose purpose = Purpose::None;  ///< None while the dialog is closed
  std::filesystem::path folder{};   ///< absolute path of the folder shown
  std::string name{};               ///< name of the file, or a path relative to the folder
  bool asksToReplace = false;

  struct Entry {
    std::string name;
    bool isFolder;
  };
  std::vector<Entry> entries{};    ///< folders first, then scenarios and states
  std::string whyNoEntries{};      ///< why the folder cannot be read, or empty
  std::filesystem::path listed{};  ///< folder of the entries
};

/// Opens the dialog in the folder of `path`, with the file name of `path` filled in. If `path` is a
/// folder, the dialog shows this folder, without a file name.
void openFileDialog(DemoState& state, FileDialog::Purpose purpose, const std::string& path);

/// Draws the dialog over all panels if it is open.
void drawFileDialog(DemoState& state);

/// Saves the present settings and view as a scenario file, and asks before it overwrites a file.
void saveScenario(DemoState& state, const std::string& path);

}  // namespace gpubuck::demo
