// Undo and redo for all that the window lets its user do to the fluid and to how it is shown.
//
// Values that widgets and keys set are watched: what differs from before becomes one change when
// the button, slider or text is let go. What changes the particles themselves, such as a stroke of
// the pointer, a single step or a restart, says so:
//
//   beginChange(state, "paint");  // when the button goes down: keeps the fluid as it is
//   ...                           // whatever it does, in as many pictures as it takes
//   endChange(state);             // when the button goes up
//
// What changes particles other than by functions of FluidSession calls FluidSession::touch() then.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "demo/demo_state.h"
#include "demo/session/clock.h"

namespace gpubuck::demo {

/// The particles are about to change by `what`; a change that is still open ends first. With the
/// number of a gesture it goes on with the change before it, if that has the same name and gesture.
void beginChange(DemoState& state, const std::string& what,
                 std::optional<unsigned long> gesture = {});
/// The change is complete; one that has changed nothing is forgotten.
void endChange(DemoState& state);
/// It has not come about: everything is as it was.
void dropChange(DemoState& state);

/// To be called between two pictures, and between two gestures: notes what widgets and keys have
/// set, as soon as no button is held and nothing typed. Changes of the same value by one gesture
/// (DemoState::gesture), such as the notches of a wheel or the repeats of a key, are one.
void watchChanges(DemoState& state);

/// Takes back the last change and says what that was: a value without the time that has gone by
/// since, particles with it. Throws RunError where the particles are no longer kept. Both replace
/// the simulation: actions.h has them as what the user does.
void takeBack(DemoState& state);
/// Brings back what the last takeBack() took away: all is as it was then.
void bringBack(DemoState& state);
/// What they would be about: "restart"; empty: there is nothing.
std::string whatUndo(const DemoState& state);
std::string whatRedo(const DemoState& state);

}  // namespace gpubuck::demo
