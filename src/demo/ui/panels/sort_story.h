// The paper's bucket sort phase by phase: the textures as they are on the GPU after each phase, a
// sentence on what happened, and drawings of them: texels as boxes, and lists as chains.
#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "sort/bucket_sort.h"
#include "texel/device.h"

namespace gpubuck::demo {

/// A downloaded texture.
struct TexelRow {
  std::vector<texel::IdTexel> texels;
  /// Bits of each texel that differ from the previous snapshot; in the first snapshot all bits that
  /// were written.
  std::vector<texel::IdTexel> changed;

  int size() const { return static_cast<int>(texels.size()); }
  /// Returns the id of texel i, or -1 for NULL.
  int id(int i) const { return texel::decodeSignedId(texels[i]); }
  bool flag(int i) const { return texel::hasFlag(texels[i]); }
  bool idChanged(int i) const { return texel::decodeId(changed[i]) != 0; }
  bool flagChanged(int i) const { return texel::hasFlag(changed[i]); }
};

/// The state after one phase of a sort or re-sort.
struct Snapshot {
  sort::Phase phase = sort::Phase::Cleared;
  bool resort = false;       ///< belongs to the re-sort
  bool inTurns = false;      ///< the partition is Turns
  bool sortsAll = true;      ///< a sort, or a re-sort of so many elements that it became one
  int scatter = 0;           ///< the latest scatter of this sort, from 1; 0 before the first
  int subBuffers = 1;        ///< as in sort::Observation
  sort::Round round;         ///< parts drawn by the latest scatter
  std::vector<int> drawn{};  ///< elements drawn by this scatter, ascending; the first of each run
  TexelRow mapping;
  TexelRow head;
  TexelRow next;
  std::string caption{};  ///< one sentence
};

/// Sorts on the device and then, if `movedTo` is given, re-sorts to it; returns a snapshot after
/// each phase. The algorithm is always the bucket sort; `settings.algorithm` is ignored. A re-sort
/// in which nothing moves adds no snapshot. Buckets are within 0..bucketCount-1, and `movedTo` has
/// the length of `buckets`.
std::vector<Snapshot> tellSort(const texel::Device& device, const std::vector<int>& buckets,
                               int bucketCount, const sort::Settings& settings,
                               const std::optional<std::vector<int>>& movedTo = std::nullopt);

/// Returns the list of each bucket, from its head along next. An unfinished list ends where it
/// repeats an element or names an element that does not exist.
std::vector<std::vector<int>> listsOf(const Snapshot& snapshot);

struct TexelRowView {
  std::string mark;  ///< texel i is marked MARK/i
  std::string label;
  std::string help;
  std::string each;  ///< name of a texel, "head of bucket", to which its tooltip adds i
  const TexelRow& row;
  bool flags = false;                            ///< shows A, the visited flag, instead of the id
  std::optional<std::vector<int>> playing = {};  ///< texels not to be dimmed; if empty, no texel is
                                                 ///< dimmed
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

/// Returns the width of a row of `texels` boxes with its label on one line, em.
float rowWidth(int texels);

/// Draws an arrow in the colour of a bucket, bold if `strong`, else faint.
void drawArrow(const ImVec2& from, const ImVec2& to, int bucket, bool strong);

/// Draws one line per bucket: the elements from its head along next and, faint, the elements mapped
/// to it that are not in a list yet.
void drawListChains(const Snapshot& snapshot);
/// Returns a width in em with which each of these lines fits, in this phase and in all other
/// phases.
float chainsWidth(const Snapshot& snapshot);

}  // namespace gpubuck::demo
