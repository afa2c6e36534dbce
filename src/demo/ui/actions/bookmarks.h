// Bookmarks of moments: states of any fluid of the window to which the user can return.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "demo/ui/demo_state.h"

namespace gpubuck::demo {

/// Bookmarks the present state, which is kept as long as there is memory for it (History), with all
/// values of the window.
void addBookmark(DemoState& state);
/// Returns to the bookmark `index`. This is one change for undo.
void goToBookmark(DemoState& state, std::size_t index);
/// Returns to the last bookmark, and when called again to the one before.
void goToEarlierBookmark(DemoState& state);
/// Removes all bookmarks.
void forgetBookmarks(DemoState& state);

/// Return the names of the bookmarks, such as "dam-break, step 300", and the ids of their kept
/// states (KeptState::id).
std::vector<std::string> bookmarkNames(const DemoState& state);
std::vector<std::int64_t> bookmarkIds(const DemoState& state);

}  // namespace gpubuck::demo
