// Converts the boxes of the library's callers to those of the layers below.
#pragma once

#include "gpubuck/box.h"
#include "search/box.h"

namespace gpubuck::library {

/// Throws InputError for a number of dimensions other than 2 and 3, and for a periodic z axis in
/// two dimensions.
search::Box searchBox(const Box& box);

Box publicBox(const search::Box& box);

}  // namespace gpubuck::library
