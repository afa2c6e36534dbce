#include "demo/ui/panels/file_dialog.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/demo_state.h"
#include "demo/widgets/form.h"
#include "file/presence.h"
#include "run/state_file.h"

namespace gpubuck::demo {
namespace {

namespace fs = std::filesystem;
using Purpose = FileDialog::Purpose;

constexpr float kDialogWidth = 44.0F, kDialogHeight = 32.0F;  // em
constexpr float kBelowList = 7.5F;                            // height of the widgets below the
                                                              // list, em

/// Returns whether a path names a folder. A path that cannot be reached counts as a file, so that
/// opening it shows the error.
bool isFolder(const fs::path& path) {
  try {
    return file::isFolder(path);
  } catch (const InputError&) {
    return false;
  }
}

bool isShown(const fs::path& file) { return file.extension() == ".toml" || run::isStateFile(file); }

void list(FileDialog& dialog) {
  if (dialog.listed == dialog.folder) return;
  dialog.listed = dialog.folder;
  dialog.entries.clear();
  std::error_code error;
  for (fs::directory_iterator it(dialog.folder, error), end; !error && it != end;
       it.increment(error)) {
    const std::string name = it->path().filename().string();
    const bool folder = isFolder(it->path());
    if (name.starts_with('.') || (!folder && !isShown(it->path()))) continue;
    dialog.entries.push_back({name, folder});
  }
  dialog.whyNoEntries = error ? error.message() : "";
  std::ranges::sort(dialog.entries, {}, [](const FileDialog::Entry& entry) {
    return std::tuple(!entry.isFolder, entry.name);
  });
}

/// Returns the folder without a slash at its end. With a slash, parent_path() would return the
/// folder itself.
fs::path withoutSlash(const fs::path& folder) {
  const fs::path normal = folder.lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

void enter(FileDialog& dialog, const fs::path& folder) {
  dialog.folder = withoutSlash(folder);
  dialog.name.clear();
  dialog.asksToReplace = false;
}

void close(FileDialog& dialog) {
  dialog = {};
  ImGui::CloseCurrentPopup();
}

/// Opens the chosen file, or saves the scenario to it. If the file would be overwritten, asks
/// first. If the user has chosen a folder, shows this folder.
void accept(DemoState& state) {
  FileDialog& dialog = state.fileDialog;
  const fs::path path = dialog.folder / dialog.name;
  if (dialog.name.empty()) return;
  const std::optional<file::Presence> presence = presenceOf(state, path);
  if (presence == file::Presence::Folder) {
    enter(dialog, path);
    return;
  }
  const bool isThere = presence && *presence != file::Presence::Absent;
  if (dialog.purpose == Purpose::Save && !dialog.asksToReplace && isThere) {
    dialog.asksToReplace = true;
    return;
  }
  if (presence && dialog.purpose == Purpose::Open) openScenario(state, path.string());
  if (presence && dialog.purpose == Purpose::Save) replaceScenario(state, path.string());
  close(dialog);
}

/// Draws the list of files and folders. Returns whether the user has pressed the chosen file again.
bool drawEntries(DemoState& state) {
  bool isAccepted = false;
  FileDialog& dialog = state.fileDialog;
  const float below = kBelowList * ImGui::GetFontSize();
  ImGui::BeginChild("entries", {0.0F, std::max(-below, 8.0F - ImGui::GetContentRegionAvail().y)},
                    true, ImGuiWindowFlags_NavFlattened);
  if (!dialog.whyNoEntries.empty()) errorParagraph("cannot be read: " + dialog.whyNoEntries);
  if (dialog.whyNoEntries.empty() && dialog.entries.empty()) {
    dimParagraph("No folders, scenarios (*.toml) or states (*.gpubuck) in this folder.");
  }
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(dialog.entries.size()));
  fs::path entered;
  while (clipper.Step()) {
    for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
      const FileDialog::Entry& entry = dialog.entries[static_cast<std::size_t>(k)];
      const std::string label = entry.name + (entry.isFolder ? "/" : "");
      const bool isChosen = dialog.name == entry.name;
      const bool pressed =
          ImGui::Selectable(label.c_str(), isChosen, ImGuiSelectableFlags_DontClosePopups);
      markWidget("files/" + label);
      if (k == 0) ImGui::SetItemDefaultFocus();
      if (!pressed) continue;
      isAccepted = isChosen;  // a second press opens the entry, as a double-click does
      if (entry.isFolder) entered = dialog.folder / entry.name;
      if (!entry.isFolder) dialog.name = entry.name;
      if (!isChosen) dialog.asksToReplace = false;
    }
  }
  ImGui::EndChild();
  if (!entered.empty()) enter(dialog, entered);
  return isAccepted;
}

}  // namespace

void openFileDialog(DemoState& state, Purpose purpose, const std::string& path) {
  const fs::path full = fullPath(path.empty() ? "." : path);
  const bool named = !path.empty() && !isFolder(full);
  state.fileDialog = {.purpose = purpose,
                      .folder = named ? full.parent_path() : withoutSlash(full),
                      .name = named ? full.filename().string() : ""};
}

void drawFileDialog(DemoState& state) {
  FileDialog& dialog = state.fileDialog;
  if (dialog.purpose == Purpose::None) return;
  const bool saves = dialog.purpose == Purpose::Save;
  const char* const title = saves ? "Save the scenario###files" : "Open a scenario###files";
  if (!ImGui::IsPopupOpen(title)) ImGui::OpenPopup(title);
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float em = ImGui::GetFontSize();
  ImGui::SetNextWindowPos({0.5F * screen.x, 0.5F * screen.y}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSize(
      {std::min(kDialogWidth * em, screen.x - em), std::min(kDialogHeight * em, screen.y - em)});
  constexpr ImGuiWindowFlags kFlags =
      ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse;
  if (!ImGui::BeginPopupModal(title, nullptr, kFlags)) return;
  list(dialog);
  const fs::path above = dialog.folder.parent_path();
  if (button({"files/up", "Up", "Opens the parent folder.",
              above == dialog.folder ? "this is the topmost folder" : ""})) {
    enter(dialog, above);
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(dialog.folder.string().c_str());
  const bool isPressedAgain = drawEntries(state);
  ImGui::SetNextItemWidth(-1.0F);
  const std::string before = dialog.name;
  const bool entered = textLine({"files/name", ""}, "file name", dialog.name);
  if (dialog.name != before) dialog.asksToReplace = false;
  if (dialog.asksToReplace) {
    errorParagraph((dialog.folder / dialog.name).string() + " already exists. Replace it?");
  } else if (!dialog.name.empty()) {
    dimParagraph((dialog.folder / dialog.name).string());
  }
  const char* const word = dialog.asksToReplace ? "Replace" : saves ? "Save" : "Open";
  if (button(
          {"files/accept", word, "", dialog.name.empty() ? "choose or type a name first" : ""}) ||
      ((entered || isPressedAgain) && !dialog.asksToReplace)) {
    accept(state);
  }
  ImGui::SameLine();
  if (dialog.purpose != Purpose::None &&
      (button({"files/cancel", "Cancel"}) || (escapePressed() && !ImGui::IsAnyItemActive()))) {
    close(dialog);
  }
  ImGui::EndPopup();
}

void saveScenario(DemoState& state, const std::string& path) {
  const std::optional<file::Presence> presence = presenceOf(state, path);
  if (!presence) return;
  if (!state.onPage && *presence == file::Presence::File) {
    openFileDialog(state, FileDialog::Purpose::Save, path);
    state.fileDialog.asksToReplace = true;
    state.journal.event("replace?", fullPath(path).string());
    return;
  }
  replaceScenario(state, path);
}

}  // namespace gpubuck::demo
