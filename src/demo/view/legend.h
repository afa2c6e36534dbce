// The legend of the colours that the picture of the fluid shows.
#pragma once

#include <string>

#include "demo/view/display.h"
#include "render/annotations.h"

namespace gpubuck::demo {

/// Returns the name of a species with spaces in place of its hyphens.
std::string plainName(const dpd::Species& species);

/// Returns whether the sort of the fluid makes lists, as the algorithms bucket and atomic do, and
/// not ranges.
bool hasLists(FluidSession& session);

/// Returns the statistics of the sort that the picture shows. With colours by round this is the
/// sort of the present positions, otherwise the sort of the last step. If there was no sort, all
/// statistics are 0.
sort::Statistics shownSort(const Display& display);

/// Returns the legend of the present colours, with entries only for colours that the picture may
/// show. The legend is empty if each cell has its own colour.
render::Legend colourLegend(const Display& display);

}  // namespace gpubuck::demo
