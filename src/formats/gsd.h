// Declarations shared by the writer and the readers of GSD trajectories (trajectory.h).
#pragma once

#include <cstdint>

#include "formats/gsd_file.h"
#include "formats/trajectory.h"

namespace gpubuck::formats {

/// The step of a frame. Throws InputError.
std::int64_t stepOf(GsdFile& file, std::int64_t frame);

/// Box, species and kinds of bonds and angles of the first frame, which there must be. Throws
/// InputError.
dpd::Fluid fluidOf(GsdFile& file);

}  // namespace gpubuck::formats
