// The lists of a sort drawn as chains.
#pragma once

#include "demo/sort_story.h"

namespace gpubuck::demo {

/// One line a bucket: the elements from its head along next and, faint, those mapped to it that are
/// not in a list yet.
void drawListChains(const Snapshot& snapshot);

}  // namespace gpubuck::demo
