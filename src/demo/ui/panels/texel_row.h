// Drawings of a snapshot of a sort: rows of texels as boxes, arrows between them, and lists as
// chains.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "demo/ui/panels/sort_story.h"

namespace gpubuck::demo {

struct TexelRowView {
  std::string mark;  ///< texel i is marked MARK/i
  std::string label;
  std::string help;
  std::string each;  ///< name of a texel, "head of bucket", to which its tooltip adds i
  const TexelRow& row;
  bool flags = false;                            ///< shows A, the visited flag, instead of the id
  std::optional<std::vector<int>> playing = {};  ///< texels not to be dimmed; all if none
  bool editable = false;
};

/// A change of an editable texel: a click asks for its next value, a drag for a value `step` higher
/// or lower.
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

/// Draws the boxes after the label, on as many lines as the panel's width requires. A box holds the
/// id ("/" for NULL) above a strip of the texel's colour, and has a bright border if the last phase
/// changed it.
DrawnRow drawTexelRow(const TexelRowView& view);

/// Draws an arrow in the colour of a bucket, bold if `strong`, else faint.
void drawArrow(const ImVec2& from, const ImVec2& to, int bucket, bool strong);

/// Draws one line per bucket: the elements from its head along next and, faint, the elements mapped
/// to it that are not in a list yet.
void drawListChains(const Snapshot& snapshot);

}  // namespace gpubuck::demo
