// What the window shows of the particle that is picked, and of the one under a pointer that rests.
#pragma once

#include "demo/demo_state.h"
#include "demo/view/fluid_view.h"

namespace gpubuck::demo {

/// Of the cells that a search walks, sRGB in 0..1.
inline constexpr glm::vec3 kWalkedColour{0.75F, 0.86F, 1.0F};

/// "417 (3, 4, 7)".
std::string cellText(const cells::CellGrid& grid, std::int64_t cell);

/// Picks a particle by its place in memory, or none, and says so in the journal.
void pickParticle(DemoState& state, std::optional<std::int64_t> element);

/// Before a picture: the picked particle is where it is now.
void followPicked(DemoState& state);
/// Looks up what the pointer has clicked, or rests on, in the picture of `view`; `drawnAnew`:
/// whether that is another than the last one.
void pickAtPointer(DemoState& state, FluidView& view, bool drawnAnew);

/// Over the fluid: a ring around the picked particle, its cell, the cells that its search walks and
/// its list, and the words at the pointer.
void drawPickMarks(DemoState& state, const PictureArea& area);
/// What is known of the picked particle, at the lower right of the fluid.
void drawPickedCard(DemoState& state, float right);

}  // namespace gpubuck::demo
