// Actions on the fluid as a whole, by a widget, a key or a test: run it, begin
// another, change its values. Each function of this and the other files of actions does it, writes
// it to the journal and turns an error into a message in the window. What may fail, or replace
// device or simulation, happens between this picture and the next.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "demo/demo_state.h"

namespace gpubuck::demo {

/// Does it between this picture and the next, or shows why it cannot be done.
void attempt(DemoState& state, std::function<void()> work);
/// Whether no further step can be made; says so then.
bool hasFailed(DemoState& state);

void togglePlaying(DemoState& state);
void singleStep(DemoState& state);
/// The same scenario from step 0, with all changes kept. After a failure, which would only happen
/// again, with the values that the scenario was opened with, unless some have been changed since.
void restart(DemoState& state);
/// Back to the last state before a failure.
void goBack(DemoState& state);
/// Goes on making the particles of a scenario that is to begin (DemoState::beginning), for about so
/// long; the fluid that there is stands still.
void goOnBeginning(DemoState& state, double seconds);
/// Leaves the fluid as it is instead.
void stopBeginning(DemoState& state);
/// From beginRewind to endRewind the fluid goes to kept states, one change in all; it then waits
/// there.
void beginRewind(DemoState& state);
void rewindTo(DemoState& state, std::int64_t id);
void endRewind(DemoState& state);
/// Takes back the last change of any value, tool or restart, or brings it back
/// (demo/actions/undo.h).
void undo(DemoState& state);
void redo(DemoState& state);
/// Returns why restartAsOpened() cannot help, or an empty string if it may.
std::string whyNotAsOpened(const DemoState& state);
/// From step 0 with the values that the scenario was opened with.
void restartAsOpened(DemoState& state);
/// Another scenario or other settings, from step 0.
void restartWith(DemoState& state, const scenario::Scenario& scenario);
/// Puts the link of the present scenario into the clipboard (scenario/link.h).
void copyLink(DemoState& state);
/// Opens the link in the clipboard.
void pasteLink(DemoState& state);
/// A built-in one by its name, a link or the path of a file (scenario::findScenario).
void openScenario(DemoState& state, const std::string& nameOrPath);
/// Sets what follows a new scenario: the view to return to, the file to save it in, and a look for
/// its particles and the renderer: soft shading on a GPU, points for very many.
void setDefaults(DemoState& state);
/// Saves the present settings and view as a scenario file, and asks before it replaces one.
void saveScenario(DemoState& state, const std::string& path);
/// The same without asking.
void replaceScenario(DemoState& state, const std::string& path);
/// Files dropped onto the window: opens the first.
void openDropped(DemoState& state, const std::vector<std::string>& paths);

void setEngine(DemoState& state, texel::Engine engine);
/// The fluid goes on with what `changed` says of it, its noise, search and sort, if that differs.
void change(DemoState& state, const scenario::Scenario& changed);

}  // namespace gpubuck::demo
