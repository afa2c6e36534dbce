// Time steps that take long, and how they are made so that a signal can end them.
#pragma once

#include <cstdint>
#include <optional>

#include "dpd/pair_cost.h"

namespace gpubuck::app {

/// Returns the number of particles that a step moves between two looks at signals, or nothing for a
/// step that is not long (dpd::isLongStep). Needs a current context.
std::optional<std::int64_t> particlesPerLot(const dpd::PairCost& cost, std::int64_t particles);

}  // namespace gpubuck::app
