// What the writer and the readers of GSD trajectories (trajectory.h) share.
#pragma once

#include <cstdint>

#include "io/gsd_file.h"
#include "io/trajectory.h"

namespace gpubuck::io {

/// The step of a frame. Throws InputError.
std::int64_t stepOf(GsdFile& file, std::int64_t frame);

/// Box and species of the first frame, which there must be. Throws InputError.
dpd::Fluid fluidOf(GsdFile& file);

}  // namespace gpubuck::io
