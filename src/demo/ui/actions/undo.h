// Undo and redo of every change to the fluid and its display in the window, and bookmarks of
// moments to which the user can return.
//
// Values that widgets and keys set are compared with the previous values. The differences become
// one change when the user releases the button or slider, or leaves the text field. An action that
// changes the particles themselves, such as a stroke of the pointer, a single step or a restart,
// marks the change:
//
//   beginChange(state, "paint");  // when the button goes down: keeps the present fluid
//   ...                           // the stroke, over any number of pictures
//   endChange(state);             // when the button goes up
//
// Code that changes particles without functions of FluidSession must call FluidSession::touch().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "demo/ui/actions/workspace.h"
#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// The scenario, and all settings except Playback::playing and ToolSettings::chosen.
struct Values : Settings {
  scenario::Scenario scenario;  ///< without the solids, whose motion belongs to the fluid
  scenario::Scenario opened;
  std::string savePath;
  texel::Engine engine;
  glm::ivec2 framed;  ///< size of the picture that the camera belongs to (Display::framed)
};

Values valuesOf(const Workspace& state);
/// Sets all values. The fluid keeps its particles and its time. Throws the errors of
/// FluidSession::change.
void setValues(Workspace& state, const Values& values);

struct NamedValue {
  std::string name;   ///< "Temperature kT"
  std::string value;  ///< empty for the camera, whose numbers mean little to the user
};

/// Returns the values of `second` that differ from the values of `first`.
std::vector<NamedValue> differences(const Values& first, const Values& second);

/// Ends a change that is still open, and begins the change `what` of the particles. If `gesture` is
/// given and the previous change has the same name and gesture, continues the previous change.
void beginChange(Workspace& state, const std::string& what,
                 std::optional<unsigned long> gesture = {});
/// Ends the change. A change without an effect is dropped.
void endChange(Workspace& state);
/// Drops the open change, which has had no effect.
void dropChange(Workspace& state);

/// Records the values that widgets and keys have set, unless a button is held or text is being
/// typed. Call it between two pictures and between two gestures. Changes of the same value by one
/// gesture (Workspace::gesture), such as the notches of a wheel or the repeats of a key, are one
/// change.
void watchChanges(Workspace& state);

/// Fits the camera to a picture of `size`, pixels, before the picture is drawn. The point in the
/// middle of the picture stays there (reframed() of demo/view/fluid_view.h). This is not a change
/// for undo.
void frameCamera(Workspace& state, const glm::ivec2& size);

/// Undoes the last change, and shows a notice that names the change. If values were changed, the
/// fluid keeps its particles and its time. If particles were changed, the fluid returns to the time
/// before the change. Throws RunError if the particles are no longer kept. takeBack() and
/// bringBack() may replace the simulation; undo() and redo() of actions.h call them between two
/// pictures.
void takeBack(Workspace& state);
/// Redoes the change that the last takeBack() undid.
void bringBack(Workspace& state);
/// Return the name of the change that takeBack() or bringBack() would undo or redo, such as
/// "restart", or an empty string if there is no such change.
std::string undoName(const Workspace& state);
std::string redoName(const Workspace& state);

/// A moment to which the window can return: a kept state of the fluid, and all values of the
/// window.
struct Moment {
  std::int64_t id;  ///< KeptState::id
  Values values;
};
/// Keeps the present moment and holds its state, as long as there is memory for it (History). Shows
/// a notice and returns none if the fluid has failed. Throws RunError with `what` if there is no
/// memory.
std::optional<Moment> keepMoment(Workspace& state, const std::string& what);
/// Returns to a moment. This is one change for undo, with the name `what`. Throws RunError if the
/// moment's state is no longer kept.
void returnTo(Workspace& state, const Moment& moment, const std::string& what);

/// Bookmarks the present moment.
void addBookmark(Workspace& state);
/// Returns to the bookmark `index`. This is one change for undo.
void goToBookmark(Workspace& state, std::size_t index);
/// Returns to the last bookmark and, when called again, to the bookmark before the last bookmark,
/// and so on.
void goToEarlierBookmark(Workspace& state);
/// Removes all bookmarks.
void forgetBookmarks(Workspace& state);

/// Return the names of the bookmarks, such as "Dam break, step 300", and the ids of their kept
/// states (KeptState::id).
std::vector<std::string> bookmarkNames(const Workspace& state);
std::vector<std::int64_t> bookmarkIds(const Workspace& state);

}  // namespace gpubuck::demo
