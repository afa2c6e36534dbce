// What a phase of a sort did, in one sentence.
#pragma once

#include <string>

#include "demo/sort_story.h"

namespace gpubuck::demo {

/// `before` is the snapshot before, null for the first. `last`: no phase of this sort follows.
std::string captionOf(const Snapshot& now, const Snapshot* before, bool last);

}  // namespace gpubuck::demo
