// The dialog for a scenario's file: which to open, where to save, and whether to replace one.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace gpubuck::demo {

struct DemoState;

struct FileDialog {
  enum class Purpose { None, Open, Save };

  Purpose purpose = Purpose::None;  ///< None: it is closed
  std::filesystem::path folder{};   ///< absolute
  std::string name{};               ///< of the file, or a path from the folder
  bool asksToReplace = false;

  struct Entry {
    std::string name;
    bool isFolder;
  };
  std::vector<Entry> entries{};    ///< of the folder: folders first, then scenarios
  std::string whyNoEntries{};      ///< empty: they could be read
  std::filesystem::path listed{};  ///< the folder that they are of
};

/// Opens the dialog, in the folder of `path` and with its name.
void openFileDialog(DemoState& state, FileDialog::Purpose purpose, const std::string& path);
/// The path with the folder that it is in.
std::filesystem::path fullPath(const std::string& path);

/// Draws the dialog, if it is open, over all panels.
void drawFileDialog(DemoState& state);

}  // namespace gpubuck::demo
