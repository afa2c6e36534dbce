// Declarations shared by the writer and the readers of GSD trajectories (trajectory.h).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "formats/gsd_file.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {

/// The step of a frame. Throws InputError.
std::int64_t stepOf(GsdFile& file, std::int64_t frame);

/// Box, species and kinds of bonds and angles of the first frame, which there must be. Throws
/// InputError.
dpd::Fluid fluidOf(GsdFile& file);

/// The mass of each species of the fluid in a frame, or nothing where it has no particles or no
/// masses. Throws InputError for particles of one type that have different masses.
std::vector<std::optional<float>> massesOf(GsdFile& file, std::int64_t frame,
                                           const dpd::Fluid& fluid);

}  // namespace gpubuck::formats
