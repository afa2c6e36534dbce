// The shows of the window.
#pragma once

#include <memory>
#include <vector>

#include "demo/ui/panels/show.h"

namespace gpubuck::demo {

/// Returns all shows, in the order in which they are drawn.
std::vector<std::unique_ptr<Show>> makeShows();

}  // namespace gpubuck::demo
