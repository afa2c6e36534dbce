// The shows of the window.
#pragma once

#include <memory>
#include <vector>

#include "demo/ui/panels/show.h"

namespace gpubuck::demo {

struct ShowRow {
  std::unique_ptr<Show> (*make)();
  const char* option = "";   ///< option of `gpubuck demo` that begins the show; empty for a show
                             ///< without an option
  const char* help = "";     ///< help of its option
  bool hasOwnFluid = false;  ///< opens a fluid: a scenario cannot be given together with the option
                             ///< of the show
};

/// Returns the rows of all shows, in the order in which they are drawn.
const std::vector<ShowRow>& showRows();
/// Makes all shows, in the same order.
std::vector<std::unique_ptr<Show>> makeShows();

}  // namespace gpubuck::demo
