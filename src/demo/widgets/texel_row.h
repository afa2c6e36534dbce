// A snapshot of a sort drawn: rows of texels as boxes, arrows between them, and lists as chains.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "demo/panels/sort_story.h"

namespace gpubuck::demo {

struct TexelRowView {
  std::string mark;  ///< texel i is marked MARK/i
  std::string label;
  std::string help;
  std::string each;  ///< what texel i is, "head of bucket"; its tooltip adds i
  const TexelRow& row;
  bool flags = false;                            ///< shows A, the visited flag, instead of the id
  std::optional<std::vector<int>> playing = {};  ///< the texels not to be dimmed; none: all
  bool editable = false;
};

/// A click on an editable texel asks for its next value, a drag for a value `step` higher or lower.
struct TexelEdit {
  int index;
  int step;
  bool click;
};

struct DrawnRow {
  std::vector<ImVec2> tops;     ///< middle of the upper side of each box, on the screen
  std::vector<ImVec2> bottoms;  ///< and of the lower side
  std::optional<TexelEdit> edit;
};

/// Draws the boxes beside the label, on as many lines as the panel's width requires. A box holds
/// the id ("/" for NULL) over a strip of the texel's own colour, and has a bright border where the
/// last phase changed it.
DrawnRow drawTexelRow(const TexelRowView& view);

/// In the colour of a bucket. `strong`: drawn bold; otherwise faint.
void drawArrow(const ImVec2& from, const ImVec2& to, int bucket, bool strong);

/// One line per bucket: the elements from its head along next and, faint, those mapped to it that
/// are not in a list yet.
void drawListChains(const Snapshot& snapshot);

}  // namespace gpubuck::demo
