// Actions on the fluid as a whole, called by widgets, keys and tests: run it, start another
// fluid, change its values. Each action in this folder writes itself to the journal and shows an
// error as a message in the window. Actions that may fail, or that replace the device or the
// simulation, are carried out between this picture and the next.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"
#include "file/presence.h"

namespace gpubuck::demo {

/// Calls `work` between this picture and the next, and shows the Error that it throws, if any.
void attempt(Workspace& state, std::function<void()> work);
/// Returns whether the fluid has failed, and shows a notice if it has.
bool hasFailed(Display& display);
/// Keeps the present state and returns its id (KeptState::id), or shows a notice and returns none
/// if the fluid has failed. Throws RunError with `what` if there is no memory for the state.
std::optional<std::int64_t> keepPresent(Display& display, const std::string& what);

void togglePlaying(Display& display);
void singleStep(Workspace& state);
/// Makes up to `steps` time steps in about `seconds` with the effects of the pointer, and measures
/// the fluid when it is due. Returns the steps completed. A failure of the fluid pauses it.
std::int64_t runFluid(Workspace& state, std::int64_t steps, double seconds,
                      const PointerForces& forces);
/// Skips the measurement under way.
void skipMeasurement(Workspace& state);
/// Restarts the scenario at step 0 with all changes kept, also those that need a restart
/// (Workspace::startDraft). After a failure it uses the values of the scenario as it was opened,
/// because the changed values would fail again. If a value has been changed since the failure, it
/// keeps all changes.
void restart(Workspace& state);
/// Returns to the last state before a failure.
void goBack(Workspace& state);
/// Continues to create the particles of the pending fluid (Workspace::pendingFluid) for about
/// `seconds`, and starts it when they are complete. The present fluid is paused meanwhile.
void continuePendingFluid(Workspace& state, double seconds);
/// Cancels the pending fluid, if any, and keeps the present fluid.
void cancelPendingFluid(Workspace& state);
/// Begin and end a rewind, during which the fluid moves to kept states. A rewind is one change for
/// undo, and pauses the fluid.
void beginRewind(Workspace& state);
void rewindTo(Workspace& state, std::int64_t id);
void endRewind(Workspace& state);
/// Undoes or redoes the last change of a value, stroke of a tool or restart
/// (demo/ui/actions/undo.h).
void undo(Workspace& state);
void redo(Workspace& state);
/// Returns why restartAsOpened() cannot help, or an empty string if it may.
std::string whyNotAsOpened(const Display& display);
/// Returns why steps make neither a sort nor a re-sort, or an empty string.
std::string whyNotSorted(texel::Engine engine, const dpd::StepSettings& settings);
/// Restarts at step 0 with the values of the scenario as it was opened.
void restartAsOpened(Workspace& state);
/// Starts another scenario, or the same scenario with other settings, at step 0.
void restartWith(Workspace& state, const scenario::Scenario& scenario);
/// Starts a scenario from one of its states, which took `seconds` to compute. `what` is its name
/// for undo.
void openState(Workspace& state, run::RunState beginning, double seconds, const std::string& what);
/// Copies the link of the present scenario to the clipboard (scenario/built_in.h).
void copyLink(Workspace& state);
/// Opens the link in the clipboard.
void pasteLink(Workspace& state);
/// Returns the present state of the fluid with its present view. Throws RunError if the fluid has
/// failed or is too large to be kept.
run::RunState presentMoment(Display& display);
/// Saves the present state as a new file, which openScenario() opens (run/state_file.h).
void saveState(Workspace& state);
/// Opens a scenario by its built-in name, its link or the path of its file
/// (scenario::findScenario), or the file of a state.
void openScenario(Workspace& state, const std::string& nameOrPath);
/// Starts this scenario. `what` names the start for undo.
void openScenario(Workspace& state, const scenario::Scenario& scenario, const std::string& what);
/// Sets the defaults of a new scenario: the view to reset to, the file to save it to, and the parts
/// of the look that the user has not chosen (suitLook() of demo/ui/actions/view_actions.h).
void setDefaults(Workspace& state);
/// Returns what kind of file a path names; if that cannot be known, reports it and returns an empty
/// optional.
std::optional<file::Presence> presenceOf(Form& form, const std::filesystem::path& path);
/// Saves the present settings and view as a scenario file. saveScenario() asks before it overwrites
/// a file (demo/ui/panels/file_dialog.h).
void replaceScenario(Workspace& state, const std::string& path);
/// Opens the first of the files dropped onto the window.
void openDropped(Workspace& state, const std::vector<std::string>& paths);

void setEngine(Workspace& state, texel::Engine engine);
/// Applies the values of the fluid, its noise, search and sort that differ in `changed`.
void change(Workspace& state, const scenario::Scenario& changed);

}  // namespace gpubuck::demo
