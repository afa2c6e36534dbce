// Undo and redo of every change to the fluid and its display in the window.
//
// Values that widgets and keys set are compared with the previous ones: the differences become one
// change when the button, slider or text field is released. An action that changes the particles
// themselves, such as a stroke of the pointer, a single step or a restart, marks the change:
//
// beginChange(state, "paint");  // when the button goes down: keeps the present fluid
//   ...                           // the stroke, over any number of pictures
//   endChange(state);             // when the button goes up
//
// Code that changes particles without functions of FluidSession must call FluidSession::touch().
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "demo/ui/demo_state.h"
#include "demo/widgets/clock.h"

namespace gpubuck::demo {

/// Begins the change `what` of the particles, and ends a change that is still open. Given a
/// gesture, it continues the previous change if that has the same name and gesture.
void beginChange(DemoState& state, const std::string& what,
                 std::optional<unsigned long> gesture = {});
/// Ends the change. A change without an effect is dropped.
void endChange(DemoState& state);
/// Drops the open change, which has had no effect.
void dropChange(DemoState& state);

/// Records the values that widgets and keys have set, unless a button is held or text is being
/// typed. To be called between two pictures and between two gestures. Changes of the same value by
/// one gesture (DemoState::gesture), such as the notches of a wheel or the repeats of a key, are
/// one change.
void watchChanges(DemoState& state);

/// Undoes the last change and shows a notice of it. A change of a value keeps the present time of
/// the fluid, a change of the particles restores the time before it. Throws RunError if the
/// particles are no longer kept. Both functions may replace the simulation; undo() and redo() of
/// actions.h call them between two pictures.
void takeBack(DemoState& state);
/// Redoes the change that the last takeBack() undid.
void bringBack(DemoState& state);
/// Return the name of the change that would be undone or redone, such as "restart", or an empty
/// string if there is none.
std::string undoName(const DemoState& state);
std::string redoName(const DemoState& state);

}  // namespace gpubuck::demo
