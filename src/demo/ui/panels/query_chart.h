// A chart of the points that the occlusion queries of the last sort counted.
#pragma once

#include <cstdint>

#include "demo/session/telemetry.h"
#include "sort/settings.h"

namespace gpubuck::demo {

/// Draws the points of each scatter of the last sort as a bar, in the colours of their sub-buffers,
/// and their sum. `count` is the number of all particles.
void drawQueries(const Telemetry& telemetry, const sort::Settings& settings, std::int64_t count);

}  // namespace gpubuck::demo
