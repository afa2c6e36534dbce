// The paper's bucket sort phase by phase. For each phase there are the textures as they are on the
// GPU afterwards, and a sentence on the effect of the phase. Texels are drawn as boxes, and lists
// as chains.
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
  /// The bits of each texel that differ from the previous snapshot. In the first snapshot these are
  /// all bits that were written.
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
  bool resort = false;   ///< the phase belongs to the re-sort
  bool inTurns = false;  ///< the partition is Turns
  /// True if the phase sorts all elements: it belongs to a sort, or to a re-sort in which very many
  /// elements move.
  bool sortsAll = true;
  int scatter = 0;     ///< number of the latest scatter, counted from 1; 0 before any scatter
  int subBuffers = 1;  ///< as in sort::Observation
  sort::Round round;   ///< parts drawn by the latest scatter
  std::vector<int>
      drawn{};  ///< elements drawn by this scatter, ascending; only the first element of each run
  TexelRow mapping;
  TexelRow head;
  TexelRow next;
  std::string caption{};  ///< one sentence on the effect of the phase
};

/// Sorts the buckets on the device and then, if `movedTo` is given, re-sorts to these buckets.
/// Returns a snapshot of the state after each phase. The algorithm is always the bucket sort;
/// `settings.algorithm` is ignored. A re-sort in which nothing moves adds no snapshot. Buckets are
/// within 0..bucketCount-1, and `movedTo` has the length of `buckets`.
std::vector<Snapshot> tellSort(const texel::Device& device, const std::vector<int>& buckets,
                               int bucketCount, const sort::Settings& settings,
                               const std::optional<std::vector<int>>& movedTo = std::nullopt);

/// Returns the list of each bucket: its head, and then each element to which `next` leads. While
/// the sort is not finished, `next` may lead to an element for a second time, or to an element that
/// does not exist. The returned list ends before such an element.
std::vector<std::vector<int>> listsOf(const Snapshot& snapshot);

struct TexelRowView {
  std::string mark;  ///< texel i is marked MARK/i
  std::string label;
  std::string help;
  std::string each;  ///< name of each texel in its tooltip, before its number: "head of bucket"
  const TexelRow& row;
  bool flags = false;  ///< shows A, the visited flag, instead of the id
  /// Texels that are not dimmed; if unset, no texel is dimmed.
  std::optional<std::vector<int>> playing = {};
  bool editable = false;
};

/// A change of an editable texel. A click asks for the next value. A drag asks for the value plus
/// `step`, which may be negative.
struct TexelEdit {
  int index;
  int step;
  bool click;
};

struct DrawnRow {
  std::vector<ImVec2> tops;     ///< middle of the upper side of each box, on the screen
  std::vector<ImVec2> bottoms;  ///< middle of the lower side of each box, on the screen
  std::optional<TexelEdit> edit;
};

/// Draws the label and a box per texel, on as many lines as the panel's width requires. A box shows
/// the id ("/" for NULL) above a strip of the texel's colour. The border is yellow if the last
/// phase changed the texel.
DrawnRow drawTexelRow(const TexelRowView& view);

/// Returns the width, in em, of `texels` boxes and their label on a single line.
float rowWidth(int texels);

/// Draws an arrow in the colour of a bucket. The arrow is bold if `strong`, otherwise faint.
void drawArrow(const ImVec2& from, const ImVec2& to, int bucket, bool strong);

/// Draws a line of boxes per bucket: first the elements of the bucket's list, from the head along
/// `next`, and then, as outlines, the elements of the bucket that are not in the list yet.
void drawListChains(const Snapshot& snapshot);
/// Returns a width, in em, that is enough for each line of drawListChains() in all phases.
float chainsWidth(const Snapshot& snapshot);

}  // namespace gpubuck::demo
