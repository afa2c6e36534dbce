// The marks over the fluid: edges of cells, and marks and facts of the picked particle and of the
// particle under a resting pointer.
#pragma once

#include "demo/view/display.h"
#include "demo/view/fluid_view.h"
#include "demo/widgets/layout.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {

/// Colour of the cells that a search visits, sRGB in 0..1.
inline constexpr glm::vec3 kWalkedColour{0.75F, 0.86F, 1.0F};

/// Returns the colour of the edges of cells, which depends on the theme.
inline glm::vec3 edgeColour() { return isLightTheme() ? glm::vec3(0.0F) : kWalkedColour; }

/// Size of the picked particle's card in em, rounded up.
inline constexpr float kCardWidth = 21.0F, kCardHeight = 18.0F;

/// Returns the number and the coordinates of a cell, "417 (3, 4, 7)".
std::string cellText(const cells::CellGrid& grid, std::int64_t cell);

/// Picks a particle by its place in memory, or deselects it, and logs this in the journal.
void pickParticle(Display& display, std::optional<std::int64_t> element);

/// Updates the picked particle before a picture.
void followPicked(Display& display);
/// Finds the particle that the user has clicked, or on which the pointer rests, in the picture of
/// `view`. `drawnAnew` tells whether the picture differs from the last picture.
void pickAtPointer(Display& display, FluidView& view, bool drawnAnew);

/// While particles are coloured by cell, draws the edges of the cells on the sides of the box that
/// face the eye. If one cell is lit (Look::litCell), draws only the edges of this cell and of the
/// cells around it.
void drawCellEdges(Display& display, const PictureArea& area);
/// Draws the marks of the picked particle over the fluid: a ring, its list, its cell and the cells
/// that its search visits. Also draws the tooltip at the pointer.
void drawPickMarks(Display& display, const PictureArea& area);
/// Returns the place of the picked particle in the window, or an empty optional if no particle is
/// picked.
std::optional<glm::vec2> placeOfPicked(const Display& display, const PictureArea& area);
/// Draws a card with the facts of the picked particle and a button that shows or hides the panel of
/// textures. The card is at the lower right of the work area, or at the lower left while the
/// particle is at the right. With `isBeside`, the card is to the right of the work area, over the
/// lower part of the panel of a show.
void drawPickedCard(Display& display, const PictureArea& area, const WorkArea& free, bool isBeside,
                    bool& showsTextures);

}  // namespace gpubuck::demo
