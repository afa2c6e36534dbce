// Boxes as the library's callers and as the layers below have them.
#pragma once

#include "gpubuck/box.h"
#include "search/box.h"

namespace gpubuck::library {

/// Throws InputError for a number of dimensions that is neither 2 nor 3, and for a z axis that is
/// periodic in two.
search::Box searchBox(const Box& box);

Box publicBox(const search::Box& box);

}  // namespace gpubuck::library
