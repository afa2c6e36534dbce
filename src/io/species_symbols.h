// The chemical symbols that stand for species in files whose readers know only elements.
#pragma once

#include <array>
#include <string_view>

#include "dpd/fluid.h"

namespace gpubuck::io {

/// Species k is the element of atomic number k + 1.
inline constexpr std::array<std::string_view, dpd::kMaxSpecies> kSpeciesSymbols{
    "H", "He", "Li", "Be", "B", "C", "N", "O"};

}  // namespace gpubuck::io
