// Actions on the fluid as a whole, which widgets, keys and tests call: run the fluid, start another
// fluid, change values. Each action in this folder writes a line to the journal, and shows its
// error as a message in the window. Actions that may fail, or that replace the device or the
// simulation, are carried out between this picture and the next picture.
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

/// Calls `work` between this picture and the next picture. If `work` throws an Error, shows the
/// error.
void attempt(Workspace& state, std::function<void()> work);
/// Returns whether the fluid has failed, and shows a notice if it has.
bool hasFailed(Display& display);
/// Keeps the present state and returns its id (KeptState::id), or shows a notice and returns none
/// if the fluid has failed. Throws RunError with `what` if there is no memory for the state.
std::optional<std::int64_t> keepPresent(Display& display, const std::string& what);

/// Lets the fluid run, or pauses it. The rates of a fluid that begins to run begin anew.
void setPlaying(Display& display, bool isPlaying);
void togglePlaying(Display& display);
void singleStep(Workspace& state);
/// Makes up to `steps` time steps in about `seconds` with the effects of the pointer, and measures
/// the fluid when a measurement is due. Returns the number of completed steps. If the fluid fails,
/// it is paused.
std::int64_t runFluid(Workspace& state, std::int64_t steps, double seconds,
                      const PointerForces& forces);
/// Skips the measurement under way.
void skipMeasurement(Workspace& state);
/// Restarts the scenario at step 0 with all changed values, also values that need a restart
/// (Workspace::startDraft). After a failure, uses the values of the scenario as it was opened,
/// because the changed values would fail again. Keeps all changes, however, if a value has been
/// changed since the failure, or if a tool may be the cause of the failure
/// (FluidSession::hasStroke).
void restart(Workspace& state);
/// Returns to the last state before a failure.
void goBack(Workspace& state);
/// Continues for about `seconds` to create the particles of the pending fluid
/// (Workspace::pendingFluid). Starts the fluid when all its particles have been created. The
/// present fluid is paused meanwhile.
void continuePendingFluid(Workspace& state, double seconds);
/// Cancels the pending fluid, if any, and keeps the present fluid.
void cancelPendingFluid(Workspace& state);
/// Begin a rewind, move the fluid to a kept state, and end the rewind. A rewind pauses the fluid,
/// and is one change for undo.
void beginRewind(Workspace& state);
void rewindTo(Workspace& state, std::int64_t id);
void endRewind(Workspace& state);
/// Undo or redo the last change, such as a changed value, the stroke of a tool or a restart
/// (demo/ui/actions/undo.h). While a fluid is pending, undo() cancels it instead.
void undo(Workspace& state);
void redo(Workspace& state);
/// Returns why restartAsOpened() would not help after a failure, or an empty string if it might
/// help.
std::string whyNotAsOpened(const Display& display);
/// Returns why steps with these settings make neither a sort nor a re-sort, or an empty string if
/// they make one.
std::string whyNotSorted(texel::Engine engine, const dpd::StepSettings& settings);
/// Restarts at step 0 with the values of the scenario as it was opened.
void restartAsOpened(Workspace& state);
/// Starts another scenario, or the same scenario with other settings, at step 0.
void restartWith(Workspace& state, const scenario::Scenario& scenario);
/// Starts a scenario from a state that took `seconds` to compute. `what` is the name of the start
/// for undo.
void openState(Workspace& state, run::RunState beginning, double seconds, const std::string& what);
/// Copies the link of the present scenario to the clipboard (scenario/built_in.h).
void copyLink(Workspace& state);
/// Opens the link in the clipboard.
void pasteLink(Workspace& state);
/// Returns the present state of the fluid with its present view. Throws RunError if the fluid has
/// failed or is too large to be kept.
run::RunState presentMoment(Display& display);
/// Saves the present state as a new file (run/state_file.h), which openScenario() can open.
void saveState(Workspace& state);
/// Opens a scenario or the file of a state. `nameOrPath` is the name of a built-in scenario, a
/// link, or the path of a file (scenario::findScenario).
void openScenario(Workspace& state, const std::string& nameOrPath);
/// Starts this scenario. `what` names the start for undo.
void openScenario(Workspace& state, const scenario::Scenario& scenario, const std::string& what);
/// Sets the defaults for a scenario that has been opened: the view to which the camera is reset,
/// the file to save to, and the parts of the look that the user has not chosen (suitLook() of
/// demo/ui/actions/view_actions.h).
void setDefaults(Workspace& state);
/// Returns the kind of file that a path names. If the kind cannot be found out, shows the error and
/// returns an empty optional.
std::optional<file::Presence> presenceOf(Form& form, const std::filesystem::path& path);
/// Saves the present settings and view as a scenario file, and overwrites an older file.
/// saveScenario() asks first (demo/ui/panels/file_dialog.h).
void replaceScenario(Workspace& state, const std::string& path);
/// Opens the first of the files dropped onto the window.
void openDropped(Workspace& state, const std::vector<std::string>& paths);

void setEngine(Workspace& state, texel::Engine engine);
/// Gives the fluid, its noise, its search and its sort the values of `changed`.
void change(Workspace& state, const scenario::Scenario& changed);

}  // namespace gpubuck::demo
