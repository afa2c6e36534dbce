// The legend of the colours that the picture of the fluid shows.
#pragma once

#include "demo/view/display.h"
#include "render/annotations.h"

namespace gpubuck::demo {

/// Returns whether the sort of the fluid makes lists, in rounds.
bool hasLists(FluidSession& session);

/// Returns the statistics of the sort that the picture shows: with colours by round the sort of the
/// present positions, otherwise the sort of the last step. All are 0 if there was no sort.
sort::Statistics shownSort(const Display& display);

/// Returns the legend of the present colours, which names only what the picture may show; empty if
/// each cell has its own colour.
render::Legend colourLegend(const Display& display);

}  // namespace gpubuck::demo
