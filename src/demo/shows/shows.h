// The shows of the window.
#pragma once

#include <memory>
#include <vector>

#include "demo/ui/panels/show.h"

namespace gpubuck::demo {

struct ShowRow {
  std::unique_ptr<Show> (*make)();
  const char* option = "";  ///< option of `gpubuck demo` that begins the show; empty for a show
                            ///< without an option
  const char* help = "";    ///< help text of the option
  /// True if the show opens a fluid of its own. Its option then cannot be combined with a
  /// scenario.
  bool hasOwnFluid = false;
};

/// Returns the rows of all shows, in the order in which they are drawn.
const std::vector<ShowRow>& showRows();
/// Makes all shows, in the order of the rows.
std::vector<std::unique_ptr<Show>> makeShows();

}  // namespace gpubuck::demo
