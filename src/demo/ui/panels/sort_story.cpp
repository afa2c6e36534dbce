#include "demo/ui/panels/sort_story.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "base/number.h"
#include "base/text.h"
#include "demo/widgets/form.h"
#include "demo/widgets/theme.h"

namespace gpubuck::demo {

namespace {

/// Returns the elements 0..count-1 for which `holds` is true.
template <typename Holds>
std::vector<int> elementsThat(int count, Holds holds) {
  std::vector<int> elements;
  for (int i = 0; i < count; ++i) {
    if (holds(i)) elements.push_back(i);
  }
  return elements;
}

bool contains(const std::vector<int>& ids, int id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

/// Returns an enumeration: "0", "0 and 4", "0, 4 and 6".
template <typename T>
std::string listed(const std::vector<T>& all) {
  if (all.size() < 2) return fmt::format("{}", fmt::join(all, ""));
  return fmt::format("{} and {}", fmt::join(all.begin(), all.end() - 1, ", "), all.back());
}

/// Returns an enumeration followed by its verb: "3 is", "3 and 4 are".
std::string listedAre(const std::vector<int>& elements) {
  return listed(elements) + (elements.size() == 1 ? " is" : " are");
}

/// Returns "2 → 0" for each element that is not in a list and whose next has changed.
std::string newNexts(const TexelRow& next) {
  std::vector<std::string> words;
  for (const int i :
       elementsThat(next.size(), [&](int k) { return next.idChanged(k) && !next.flag(k); })) {
    words.push_back(fmt::format("{}\u00A0→\u00A0{}", i, next.id(i)));
  }
  return listed(words);
}

/// Returns the first element of the run to which element i belongs, since one point draws a whole
/// run. Returns i if the sort does not link runs.
int firstOfRun(const Snapshot& now, int i) {
  const bool hasRuns = now.inTurns && now.sortsAll;
  while (hasRuns && i % sort::kLongestRun != 0 && now.mapping.id(i - 1) == now.mapping.id(i)) --i;
  return i;
}

/// Returns the name of the parts that a scatter draws: "sub-buffer 2", or "remaining elements".
std::string subBuffersOf(const Snapshot& now) {
  std::vector<int> active;
  for (const sort::Drawn& each : now.round) active.push_back(each.subBuffer);
  if (now.inTurns && active.front() == now.subBuffers) return "remaining elements";
  return fmt::format("sub-buffer{} {}", active.size() == 1 ? "" : "s", listed(active));
}

/// Returns the caption of a scatter. `last` tells whether the scatter is the last phase of the
/// sort.
std::string scatterCaption(const Snapshot& now, bool last) {
  std::string title = fmt::format("Scatter {}", now.scatter);
  if (now.subBuffers > 1) title += fmt::format(" ({})", subBuffersOf(now));
  if (now.drawn.empty()) {
    return title + ": no point is left to draw, so " +
           (last ? "every element is in its list." : "the next sub-buffer joins.");
  }
  std::vector<std::string> winners;
  for (int bucket = 0; bucket < now.head.size(); ++bucket) {
    const int winner = now.head.id(bucket);
    if (contains(now.drawn, winner)) {
      winners.push_back(fmt::format("{} in bucket {}", winner, bucket));
    }
  }
  std::vector<int> losers;
  for (const int i : now.drawn) {
    if (now.head.id(now.mapping.id(i)) != i) losers.push_back(i);
  }
  return fmt::format("{}: {} drawn; the last point on a head stays: {}{}.", title,
                     counted(std::ssize(now.drawn), "point"), listed(winners),
                     losers.empty() ? "" : "; " + listedAre(losers) + " overwritten");
}

/// Returns a sentence on the effect of a phase. `before` is the snapshot before that phase, or
/// null.
std::string captionOf(const Snapshot& now, const Snapshot* before, bool last) {
  const int elements = now.next.size();
  const std::string nexts = newNexts(now.next);
  switch (now.phase) {
    case sort::Phase::Cleared: {
      const std::string why =
          now.resort ? "More than a quarter of the elements moved, so all are sorted. " : "";
      std::vector<std::string> linked;
      for (const int i : elementsThat(elements, [&](int k) { return now.next.flag(k); })) {
        linked.push_back(fmt::format("{}\u00A0→\u00A0{}", i, now.next.id(i)));
      }
      if (!linked.empty()) {
        return why + fmt::format(
                         "Clear: {} NULL. Link runs, elements in a row that share a bucket: {}; "
                         "one point is drawn per run.",
                         now.head.texels.size() == 1 ? "the head is" : "all heads are",
                         listed(linked));
      }
      return why + fmt::format("Clear: {} and {} are NULL, and no element is visited.",
                               counted(std::ssize(now.head.texels), "head"),
                               counted(std::ssize(now.next.texels), "next"));
    }
    case sort::Phase::Unlinked: {
      const auto moved = elementsThat(elements, [&](int i) { return now.mapping.idChanged(i); });
      return fmt::format(
          "Unlink: {} of {} elements changed their bucket, so {} taken out of the old lists, which "
          "close the gaps.",
          moved.size(), elements, listedAre(moved));
    }
    case sort::Phase::Relinked:
      if (nexts.empty()) {
        return "Relink: the new buckets are empty; the moved elements point at NULL.";
      }
      return fmt::format(
          "Relink: each moved element points at the present head of its new bucket: {}.", nexts);
    case sort::Phase::Scattered:
      return scatterCaption(now, last);
    case sort::Phase::Linked: {
      auto placed =
          elementsThat(elements, [&](int i) { return now.next.flag(i) && !before->next.flag(i); });
      if (now.inTurns && now.sortsAll) {
        for (int& i : placed) i = firstOfRun(now, i);
        return fmt::format("Next-update {}: {} in a head and so in its list.", now.scatter,
                           listedAre(placed));
      }
      return fmt::format(
          "Next-update {}: {} in a head and now visited{}.", now.scatter, listedAre(placed),
          nexts.empty() ? "" : "; other elements of these buckets point at the head: " + nexts);
    }
  }
  return {};
}

texel::IdArray uploaded(const texel::Device& device, const std::string& label,
                        const std::vector<int>& buckets) {
  return {device, label, std::vector<texel::IdTexel>(buckets.begin(), buckets.end())};
}

/// Returns the elements that a scatter draws: the elements of the active sub-buffers that have not
/// been visited. If the sort links runs, each of these elements is replaced by the first element of
/// its run.
std::vector<int> drawnBy(const Snapshot& now) {
  const int elements = now.next.size();
  std::vector<int> drawn;
  if (now.inTurns && now.round.front().subBuffer == now.subBuffers) {
    for (const int i : elementsThat(elements, [&](int k) { return !now.next.flag(k); })) {
      drawn.push_back(firstOfRun(now, i));
    }
    return drawn;
  }
  for (const sort::Drawn& each : now.round) {
    const auto [first, count] = sort::subBufferOf(each.subBuffer, now.subBuffers, elements);
    for (std::int64_t k = first; k < first + count; ++k) {
      const auto i = static_cast<int>(k);
      if (!now.next.flag(i)) drawn.push_back(firstOfRun(now, i));
    }
  }
  return drawn;
}

/// Returns the present texels and, for each texel, the bits that differ from `before`. If `before`
/// is null, returns `atFirst` for these bits.
TexelRow texelRowOf(const texel::IdArray& array, const TexelRow* before, texel::IdTexel atFirst) {
  TexelRow row{array.download(), {}};
  for (std::size_t i = 0; i < row.texels.size(); ++i) {
    row.changed.push_back(before == nullptr ? atFirst : row.texels[i] ^ before->texels[i]);
  }
  return row;
}

/// Returns the snapshot of the present state. `before` is the previous snapshot, or null.
Snapshot snapshotOf(const texel::IdArray& mapping, bool resort, const sort::Observation& seen,
                    const Snapshot* before, const sort::Settings& settings) {
  constexpr texel::IdTexel kAllBits = 0xFFFFFFFF;
  const auto rowBefore = [&](TexelRow Snapshot::*row) {
    return before == nullptr ? nullptr : &(before->*row);
  };
  const bool isFirst = before == nullptr || before->resort != resort;
  const bool sortsAll =
      !resort || seen.phase == sort::Phase::Cleared || (!isFirst && before->sortsAll);
  Snapshot now{.phase = seen.phase,
               .resort = resort,
               .inTurns = settings.partition == sort::Partition::Turns,
               .sortsAll = sortsAll,
               .scatter = isFirst ? 0 : before->scatter,
               .subBuffers = seen.subBuffers,
               .round = seen.round,
               .mapping = texelRowOf(mapping, rowBefore(&Snapshot::mapping), 0),
               .head = texelRowOf(seen.lists.head, rowBefore(&Snapshot::head), kAllBits),
               .next = texelRowOf(seen.lists.next, rowBefore(&Snapshot::next), kAllBits)};
  if (now.phase == sort::Phase::Scattered) {
    ++now.scatter;
    now.drawn = drawnBy(now);
  }
  return now;
}

}  // namespace

std::vector<Snapshot> tellSort(const texel::Device& device, const std::vector<int>& buckets,
                               int bucketCount, const sort::Settings& settings,
                               const std::optional<std::vector<int>>& movedTo) {
  sort::BucketSort sort(device, settings, std::ssize(buckets), bucketCount);
  const texel::IdArray mapping = uploaded(device, "mapping", buckets);
  std::vector<Snapshot> story;
  const auto record = [&](const texel::IdArray& assigned, bool resort) {
    sort.observe([&, resort, now = &assigned](const sort::Observation& seen) {
      const Snapshot* before = story.empty() ? nullptr : &story.back();
      story.push_back(snapshotOf(*now, resort, seen, before, settings));
    });
  };
  record(mapping, false);
  sort.sort(mapping);
  if (movedTo) {
    const texel::IdArray moved = uploaded(device, "mapping (new)", *movedTo);
    record(moved, true);
    sort.resort(mapping, moved);
  }
  for (std::size_t k = 0; k < story.size(); ++k) {
    const bool last = k + 1 == story.size() || story[k + 1].resort != story[k].resort;
    story[k].caption = captionOf(story[k], k > 0 ? &story[k - 1] : nullptr, last);
  }
  return story;
}

std::vector<std::vector<int>> listsOf(const Snapshot& snapshot) {
  std::vector<std::vector<int>> lists;
  for (int bucket = 0; bucket < snapshot.head.size(); ++bucket) {
    std::vector<int>& list = lists.emplace_back();
    int i = snapshot.head.id(bucket);
    while (i >= 0 && i < snapshot.next.size() && !contains(list, i)) {
      list.push_back(i);
      i = snapshot.next.id(i);
    }
  }
  return lists;
}

namespace {

// In em.
constexpr float kLabel = 4.6F;
constexpr float kWidth = 2.0F;
constexpr float kHeight = 2.1F;
constexpr float kStrip = 0.45F;
// The smallest size of the boxes, in units of their usual size.
constexpr float kLeastBox = 0.6F;
constexpr float kTexelGap = 0.3F;
constexpr float kIndexSize = 0.85F;
constexpr float kAbove = 0.95F;

constexpr ImU32 kBox = IM_COL32(46, 50, 60, 255);
constexpr ImU32 kBorder = IM_COL32(92, 98, 112, 255);
constexpr ImU32 kChanged = IM_COL32(255, 204, 77, 255);
constexpr ImU32 kText = IM_COL32(240, 242, 246, 255);
constexpr ImU32 kDim = IM_COL32(160, 166, 178, 255);
constexpr ImU32 kVisited = IM_COL32(110, 220, 140, 255);

/// Returns the colour of a bucket.
ImU32 bucketColour(int bucket, float alpha) {
  // The hues of successive buckets differ by the golden section of the colour circle.
  constexpr float kTurn = 0.618034F;
  const float hue = std::fmod(0.55F + kTurn * static_cast<float>(bucket), 1.0F);
  return ImColor::HSV(hue, 0.55F, 0.95F, alpha);
}

/// Returns the opaque colour of the texel: R, G and B are in the order of ImGui's colours.
ImU32 colourOf(texel::IdTexel texel) { return texel | IM_COL32_A_MASK; }

/// Returns the colour of the box, slightly tinted by the colour of the texel.
ImU32 tinted(texel::IdTexel texel) {
  const ImVec4 box = ImGui::ColorConvertU32ToFloat4(kBox);
  const ImVec4 own = ImGui::ColorConvertU32ToFloat4(colourOf(texel));
  const auto mix = [](float a, float b) { return a + 0.18F * (b - a); };
  return ImGui::ColorConvertFloat4ToU32(
      {mix(box.x, own.x), mix(box.y, own.y), mix(box.z, own.z), 1});
}

std::string textOf(const TexelRowView& view, int i) {
  if (view.flags) return view.row.flag(i) ? "●" : "○";
  const int id = view.row.id(i);
  return id < 0 ? "/" : fmt::format("{}", id);
}

std::string explain(const TexelRowView& view, int i) {
  const texel::IdTexel texel = view.row.texels[i];
  std::string text = fmt::format("{} {}\nR {}   G {}   B {}   A {}\n", view.each, i, texel & 0xFF,
                                 texel >> 8 & 0xFF, texel >> 16 & 0xFF, texel >> 24);
  if (view.flags) {
    text += view.row.flag(i) ? "A is 255: visited, the element is in its list"
                             : "A is 0: not visited, the element is not in its list";
  } else if (view.row.id(i) < 0) {
    text += "R, G and B are 255: NULL";
  } else {
    text += fmt::format("R + 256 G + 65536 B = {}", view.row.id(i));
  }
  if (view.editable) text += "\n\nClick: next bucket. Drag up or down: any bucket.";
  return text;
}

void centredText(const ImVec2& centre, float size, ImU32 colour, const std::string& text) {
  ImFont* font = ImGui::GetFont();
  const ImVec2 extent = font->CalcTextSizeA(size, FLT_MAX, 0.0F, text.c_str());
  ImGui::GetWindowDrawList()->AddText(
      font, size, {std::round(centre.x - extent.x / 2), std::round(centre.y - extent.y / 2)},
      colour, text.c_str());
}

void drawBox(const TexelRowView& view, int i, const ImVec2& low, const ImVec2& high) {
  const float em = ImGui::GetFontSize();
  const texel::IdTexel texel = view.row.texels[i];
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float strip = view.flags ? high.y : high.y - kStrip * em;
  const float round = 0.2F * em;
  list->AddRectFilled(low, high, view.flags ? kBox : tinted(texel), round);
  if (!view.flags) {
    list->AddRectFilled({low.x, strip}, high, colourOf(texel), round,
                        ImDrawFlags_RoundCornersBottom);
    list->AddLine({low.x, strip}, {high.x, strip}, kBorder);
  }
  const bool changed = view.flags ? view.row.flagChanged(i) : view.row.idChanged(i);
  list->AddRect(low, high, changed ? kChanged : kBorder, round, 0, (changed ? 0.16F : 0.07F) * em);
  const bool dimmed = view.playing && std::find(view.playing->begin(), view.playing->end(), i) ==
                                          view.playing->end();
  const ImU32 text = dimmed ? kDim : view.flags && view.row.flag(i) ? kVisited : kText;
  centredText({(low.x + high.x) / 2, (low.y + strip) / 2}, em, text, textOf(view, i));
}

/// Returns the change of texel i that the user asks for by a click or a drag, if any. The texel is
/// ImGui's last item.
std::optional<TexelEdit> editOf(int i, ImGuiID id, bool clicked) {
  // Length of a drag per step, em.
  constexpr float kStep = 0.8F;
  bool& dragged = *ImGui::GetStateStorage()->GetBoolRef(id);
  if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (ImGui::IsItemActivated()) dragged = false;
  if (clicked && !dragged) return TexelEdit{i, 1, true};
  if (!ImGui::IsItemActive() || !ImGui::IsMouseDragging(ImGuiMouseButton_Left)) return {};
  const int step = static_cast<int>(-ImGui::GetMouseDragDelta().y / (kStep * ImGui::GetFontSize()));
  if (step == 0) return {};
  dragged = true;
  ImGui::ResetMouseDragDelta();
  return TexelEdit{i, step, false};
}

enum class Box { None, Outline, Filled };

/// Draws words and boxes from left to right, with line breaks at the side of the panel.
class ChainLine {
 public:
  explicit ChainLine(const std::string& label) : start_(ImGui::GetCursorScreenPos()) {
    const float lift = (kChipHeight - 1.0F) * em_ / 2;
    list_->AddText({start_.x, start_.y + lift}, ImGui::GetColorU32(ImGuiCol_Text), label.c_str());
    low_ = {start_.x + kLabel * em_, start_.y};
  }

  /// Adds a text in the middle of a field that is `width` em wide.
  void add(const std::string& text, float width, ImU32 colour, Box box = Box::None) {
    if (low_.x + width * em_ > right_) {
      low_ = {start_.x + kLabel * em_, low_.y + (kChipHeight + 0.2F) * em_};
    }
    const ImVec2 high{low_.x + width * em_, low_.y + kChipHeight * em_};
    if (box == Box::Filled) list_->AddRectFilled(low_, high, colour, 0.4F * em_);
    if (box == Box::Outline) list_->AddRect(low_, high, colour, 0.4F * em_, 0, 0.08F * em_);
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    list_->AddText({(low_.x + high.x - size.x) / 2, (low_.y + high.y - size.y) / 2},
                   box == Box::Filled ? IM_COL32(15, 17, 22, 255) : colour, text.c_str());
    low_.x = high.x;
  }
  void addElement(int element, ImU32 colour, Box box) {
    add(fmt::format("{}", element), kChip, colour, box);
  }

  void end() const { ImGui::Dummy({right_ - start_.x, low_.y - start_.y + kChipHeight * em_}); }

  // Widths of an element, of the arrow between two elements, and of the word before waiting
  // elements, em.
  static constexpr float kChip = 1.9F, kArrow = 1.3F, kWaiting = 4.6F;

 private:
  static constexpr float kChipHeight = 1.5F;

  float em_ = ImGui::GetFontSize();
  ImDrawList* list_ = ImGui::GetWindowDrawList();
  ImVec2 start_;
  ImVec2 low_;
  float right_ = start_.x + ImGui::GetContentRegionAvail().x;
};

}  // namespace

float rowWidth(int texels) { return kLabel + static_cast<float>(texels) * (kWidth + kTexelGap); }

float chainsWidth(const Snapshot& snapshot) {
  std::vector<int> lengths(static_cast<std::size_t>(snapshot.head.size()));
  for (int i = 0; i < snapshot.mapping.size(); ++i) {
    ++lengths[static_cast<std::size_t>(snapshot.mapping.id(i))];
  }
  const auto longest = static_cast<float>(*std::ranges::max_element(lengths));
  return kLabel + ChainLine::kChip + ChainLine::kWaiting +
         longest * (ChainLine::kChip + ChainLine::kArrow);
}

DrawnRow drawTexelRow(const TexelRowView& view) {
  const float text = ImGui::GetFontSize();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x;
  const float left = start.x + kLabel * text;
  // Boxes get smaller before they need another line.
  const float all = static_cast<float>(view.row.size()) * (kWidth + kTexelGap) - kTexelGap;
  const float em = std::clamp((right - left) / all, kLeastBox * text, text);
  const float pitch = (kWidth + kTexelGap) * em;
  const int perLine = std::max(1, static_cast<int>((right - left + kTexelGap * em) / pitch));
  const float above = view.flags ? 0.0F : kAbove * em;
  const float height = (view.flags ? kHeight - kStrip : kHeight) * em;
  const float line = above + height + kTexelGap * em;

  ImGui::SetCursorScreenPos({start.x, start.y + above + (height - text) / 2});
  ImGui::TextUnformatted(view.label.c_str());
  tooltip(view.help);

  DrawnRow drawn;
  const int count = view.row.size();
  const ImU32 dim = legible(kDim);
  for (int i = 0; i < count; ++i) {
    const ImVec2 low{left + static_cast<float>(i % perLine) * pitch,
                     start.y + static_cast<float>(std::div(i, perLine).quot) * line + above};
    const ImVec2 high{low.x + kWidth * em, low.y + height};
    const float middle = (low.x + high.x) / 2;
    if (!view.flags) {
      centredText({middle, low.y - above / 2}, kIndexSize * em, dim, fmt::format("{}", i));
    }
    const std::string mark = fmt::format("{}/{}", view.mark, i);
    ImGui::SetCursorScreenPos(low);
    const bool clicked = ImGui::InvisibleButton(mark.c_str(), {high.x - low.x, high.y - low.y});
    markWidget(mark.c_str());
    if (view.editable) {
      if (const auto edit = editOf(i, ImGui::GetID(mark.c_str()), clicked)) drawn.edit = edit;
    }
    tooltip(explain(view, i));
    drawBox(view, i, low, high);
    drawn.tops.push_back({middle, low.y - above});
    drawn.bottoms.push_back({middle, high.y});
  }
  const int lines = std::max(1, static_cast<int>(divideUp(count, perLine)));
  ImGui::SetCursorScreenPos(start);
  ImGui::Dummy({right - start.x, static_cast<float>(lines) * line});
  return drawn;
}

void drawArrow(const ImVec2& from, const ImVec2& to, int bucket, bool strong) {
  const float em = ImGui::GetFontSize();
  const ImU32 colour = bucketColour(bucket, strong ? 1.0F : 0.42F);
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float bend = 0.5F * (to.y - from.y);
  const ImVec2 end{to.x, to.y - 0.45F * em};
  list->AddBezierCubic(from, {from.x, from.y + bend}, {end.x, end.y - bend}, end, colour,
                       (strong ? 0.16F : 0.1F) * em);
  list->AddTriangleFilled(to, {to.x - 0.3F * em, end.y}, {to.x + 0.3F * em, end.y}, colour);
}

void drawListChains(const Snapshot& snapshot) {
  const ImU32 plain = ImGui::GetColorU32(ImGuiCol_Text);
  const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const std::vector<std::vector<int>> lists = listsOf(snapshot);
  for (int bucket = 0; bucket < snapshot.head.size(); ++bucket) {
    const std::vector<int>& list = lists[bucket];
    ChainLine line(fmt::format("bucket {}", bucket));
    if (list.empty()) line.add("/", ChainLine::kChip, dim);
    for (const int element : list) {
      if (element != list.front()) line.add("→", ChainLine::kArrow, plain);
      line.addElement(element, bucketColour(bucket, 0.85F), Box::Filled);
    }
    bool first = true;
    for (int i = 0; i < snapshot.mapping.size(); ++i) {
      const bool isListed = std::find(list.begin(), list.end(), i) != list.end();
      if (snapshot.mapping.id(i) != bucket || isListed || snapshot.next.flag(i)) continue;
      if (std::exchange(first, false)) line.add("waiting:", ChainLine::kWaiting, dim);
      line.addElement(i, legible(bucketColour(bucket, 1.0F)), Box::Outline);
      line.add("", 0.3F, dim);
    }
    line.end();
  }
}

}  // namespace gpubuck::demo
