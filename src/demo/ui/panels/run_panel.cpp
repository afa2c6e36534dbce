// The panel "Run": scenario, playback, seed and saving.
#include <fmt/format.h>
#include <imgui.h>

#include "base/number.h"
#include "base/text.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/demo_state.h"
#include "demo/ui/panels/file_dialog.h"
#include "demo/ui/panels/panels.h"
#include "demo/widgets/form.h"
#include "scenario/built_in.h"

namespace gpubuck::demo {
namespace {

/// Returns the width of buttons to the right of another widget, including the gaps before them.
float widthOf(const std::vector<Field>& buttons) {
  const ImGuiStyle& style = ImGui::GetStyle();
  float width = 0.0F;
  for (const Field& each : buttons) {
    width += textWidth(each.label) + 2.0F * style.FramePadding.x + style.ItemSpacing.x;
  }
  return width;
}

/// Draws a field for a line of text, with buttons to its right, and returns the index of the button
/// that was pressed, if any. Enter presses the first button.
std::optional<std::size_t> textWithButtons(const Field& line, const char* hint, std::string& text,
                                           const std::vector<Field>& buttons) {
  ImGui::SetNextItemWidth(-widthOf(buttons));
  std::optional<std::size_t> pressed;
  if (textLine(line, hint, text)) pressed = 0;
  for (std::size_t k = 0; k < buttons.size(); ++k) {
    ImGui::SameLine();
    if (button(buttons[k])) pressed = k;
  }
  return pressed;
}

/// Returns the built-in scenarios with their numbers of particles. Call it once, since it takes a
/// while to count the particles.
std::vector<Field> entriesOf(const std::vector<std::string>& names) {
  std::vector<Field> entries;
  for (const std::string& name : names) {
    const std::int64_t particles = scenario::particleCount(scenario::builtIn(name));
    entries.push_back(
        {"run/scenario/" + name,
         fmt::format("{}   {} {}", name, groupDigits(particles), plural(particles, "particle"))});
  }
  return entries;
}

void drawScenario(DemoState& state, std::string& path) {
  const scenario::Scenario& scenario = state.session.scenario();
  static const std::vector<std::string> names = scenario::builtInNames();
  static const std::vector<Field> entries = entriesOf(names);
  const auto present = std::ranges::find(names, scenario.name) - names.begin();
  Panel& gallery = panelNamed(state, "gallery");
  const Field pictures{"run/gallery", "▦", "Gallery: all scenarios, with pictures."};
  ImGui::SetNextItemWidth(-widthOf({pictures}));
  if (const auto chosen =
          combo({"run/scenario", "",
                 "The running scenario. Choosing another scenario starts it at step 0."},
                entries, static_cast<std::size_t>(present), scenario.name)) {
    openScenario(state, names[*chosen]);
  }
  ImGui::SameLine();
  if (button(pictures)) gallery.open = true;
  dimParagraph(scenario.description);
  if (state.onPage) return;  // on a page, the start page opens files
  const auto pressed = textWithButtons(
      {"run/path", "", "Path of a scenario file. Files can also be dropped onto the window."},
      "scenario.toml", path,
      {{"run/open", "Open", "Opens this file and starts its scenario.",
        path.empty() ? "type the path of a scenario file first" : ""},
       {"run/open/files", "Browse ...", "Chooses the file in a dialog."}});
  if (pressed == 0 && !path.empty()) openScenario(state, path);
  if (pressed == 1) openFileDialog(state, FileDialog::Purpose::Open, path);
}

void drawPlayback(Workspace& state) {
  const std::string& failure = state.session.failure();
  const std::string whyNot =
      failure.empty() ? "" : "the fluid has failed; see the message over the fluid";
  const char* play = state.playback.playing ? "Pause" : "Play";
  if (button({"run/play", play, "Runs or pauses the simulation.", whyNot}, "Pause")) {
    togglePlaying(state);
  }
  sameLineIfFits("Single step");
  if (button(
          {"run/step", "Single step", "Pauses the simulation and makes one time step.", whyNot})) {
    singleStep(state);
  }
  sameLineIfFits("Restart");
  if (button(
          {"run/restart", "Restart",
           "Restarts at step 0 and keeps all changes. After a failure, keeps the changes only if "
           "you have changed a value since then, or have used a tool on the fluid; otherwise takes "
           "the values of the scenario as it was opened."})) {
    restart(state);
  }
  const std::string undone = undoName(state), redone = redoName(state);
  sameLineIfFits("Undo");
  if (button({"run/undo", "Undo", "Undoes (Ctrl+Z): " + undone,
              undone.empty() ? "nothing to undo" : ""})) {
    undo(state);
  }
  sameLineIfFits("Redo");
  if (button({"run/redo", "Redo", "Redoes (Ctrl+Y): " + redone,
              redone.empty() ? "nothing to redo" : ""})) {
    redo(state);
  }

  for (const char* mark : {"run/steps-per-frame", "run/frame-rate", "run/measure-every"}) {
    settingWidget(state, mark);
  }
}

void drawSeed(Workspace& state) {
  const scenario::Scenario& running = state.session.scenario();
  scenario::Scenario& draft = state.startDraft.of(running);
  keyWidget(state, draft, "noise.seed", "run/seed");
  const bool isSame = draft.fluid.seed == running.fluid.seed;
  if (button({"run/seed/restart", "Restart with this seed",
              "Restarts at step 0 with the seed above (R).",
              isSame ? "the fluid already has this seed" : ""})) {
    restart(state);
  }
}

void drawBookmarks(Workspace& state) {
  if (button({"run/bookmark", "Bookmark",
              "Keeps this moment (Q). You can go back to it later, even from another scenario."})) {
    addBookmark(state);
  }
  const std::vector<std::string> names = bookmarkNames(state);
  for (std::size_t k = 0; k < names.size(); ++k) {
    if (button({fmt::format("run/bookmark/{}", k), fmt::format("{}: {}", k + 1, names[k]),
                "Goes back to this moment. Shift+Q goes to the last bookmark."})) {
      goToBookmark(state, k);
    }
  }
  if (!names.empty() &&
      button({"run/bookmark/forget", "Forget bookmarks", "Removes all bookmarks."})) {
    forgetBookmarks(state);
  }
}

void drawSaving(DemoState& state) {
  std::vector<Field> buttons{{"run/save", "Save", "Saves the scenario to this file."}};
  if (!state.onPage)
    buttons.push_back({"run/save/files", "Browse ...", "Chooses the file in a dialog."});
  const auto pressed = textWithButtons({"run/save-path", "",
                                        "File to save to. It holds the fluid, the sort and the "
                                        "view as they are now, but no positions of particles."},
                                       "new.toml", state.savePath, buttons);
  if (!state.onPage && !state.savePath.empty()) dimParagraph(fullPath(state.savePath).string());
  if (!state.onPage &&  // on a page, the page's address is the link
      button({"run/link", "Copy link",
              "Copies a link to this scenario with its changes. Open it by Ctrl+V in the window, "
              "or by gpubuck demo 'LINK'."})) {
    copyLink(state);
  }
  if (!state.onPage) sameLineIfFits("Save state");
  if (button({"run/save-state", "Save state",
              "Saves particles and all values as a new file (Ctrl+Shift+S). To continue from the "
              "saved state, drop the file onto the window or the page."})) {
    saveState(state);
  }
  drawBookmarks(state);
  if (pressed == 0) saveScenario(state, state.savePath);
  if (pressed == 1) openFileDialog(state, FileDialog::Purpose::Save, state.savePath);
}

}  // namespace

DrawPanel runPanel() {
  return [path = std::string()](DemoState& state) mutable {
    drawScenario(state, path);
    ImGui::Spacing();
    drawPlayback(state);
    ImGui::Spacing();
    drawSeed(state);
    ImGui::Spacing();
    drawSaving(state);
  };
}

}  // namespace gpubuck::demo
