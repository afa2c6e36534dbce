// The lists of a sort drawn as chains.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <string>

#include "demo/texel_row.h"

namespace gpubuck::demo {
namespace {

// In em.
constexpr float kLabel = 4.6F;
constexpr float kChip = 1.9F;
constexpr float kArrow = 1.3F;
constexpr float kHeight = 1.5F;

/// Lays chips from left to right and begins a new line at the side of the panel.
class Pen {
 public:
  Pen()
      : start_(ImGui::GetCursorScreenPos()),
        right_(start_.x + ImGui::GetContentRegionAvail().x),
        place_{start_.x + kLabel * ImGui::GetFontSize(), start_.y} {}

  void text(float width, ImU32 colour, const std::string& words) {
    write(advance(width), width, colour, words);
  }

  void chip(int element, const ImVec4& colour, bool filled) {
    const float em = ImGui::GetFontSize();
    const ImVec2 low = advance(kChip);
    const ImVec2 high{low.x + kChip * em, low.y + kHeight * em};
    const ImVec4 shade{colour.x, colour.y, colour.z, filled ? 0.85F : 0.45F};
    const ImU32 paint = ImGui::ColorConvertFloat4ToU32(shade);
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (filled) {
      list->AddRectFilled(low, high, paint, 0.4F * em);
    } else {
      list->AddRect(low, high, paint, 0.4F * em, 0, 0.08F * em);
    }
    write(low, kChip, filled ? IM_COL32(15, 17, 22, 255) : paint, fmt::format("{}", element));
  }

  ~Pen() {
    const float em = ImGui::GetFontSize();
    ImGui::Dummy({right_ - start_.x, place_.y - start_.y + kHeight * em});
  }
  Pen(const Pen&) = delete;
  Pen& operator=(const Pen&) = delete;

 private:
  ImVec2 advance(float width) {
    const float em = ImGui::GetFontSize();
    if (place_.x + width * em > right_) {
      place_ = {start_.x + kLabel * em, place_.y + (kHeight + 0.2F) * em};
    }
    const ImVec2 here = place_;
    place_.x += width * em;
    return here;
  }

  static void write(const ImVec2& low, float width, ImU32 colour, const std::string& words) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    ImGui::GetWindowDrawList()->AddText(
        {low.x + (width * em - size.x) / 2, low.y + (kHeight * em - size.y) / 2}, colour,
        words.c_str());
  }

  ImVec2 start_;
  float right_;
  ImVec2 place_;
};

void drawBucket(int bucket, const std::vector<int>& list, const std::vector<int>& waiting) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float em = ImGui::GetFontSize();
  const ImU32 plain = ImGui::GetColorU32(ImGuiCol_Text);
  const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const ImVec4 colour = bucketColour(bucket);
  const std::string name = fmt::format("bucket {}", bucket);
  ImGui::GetWindowDrawList()->AddText({start.x, start.y + (kHeight - 1.0F) * em / 2}, plain,
                                      name.c_str());
  Pen pen;
  for (std::size_t k = 0; k < list.size(); ++k) {
    if (k > 0) pen.text(kArrow, plain, "→");
    pen.chip(list[k], colour, true);
  }
  if (list.empty()) pen.text(kChip, dim, "/");
  if (waiting.empty()) return;
  pen.text(4.6F, dim, "waiting:");
  for (const int element : waiting) {
    pen.chip(element, colour, false);
    pen.text(0.3F, dim, "");
  }
}

}  // namespace

void drawListChains(const Snapshot& snapshot) {
  const std::vector<std::vector<int>> lists = listsOf(snapshot);
  for (std::size_t bucket = 0; bucket < lists.size(); ++bucket) {
    std::vector<int> waiting;
    for (std::size_t i = 0; i < snapshot.mapping.texels.size(); ++i) {
      const int element = static_cast<int>(i);
      const bool listed =
          std::find(lists[bucket].begin(), lists[bucket].end(), element) != lists[bucket].end();
      if (idOf(snapshot.mapping.texels[i]) == static_cast<int>(bucket) && !listed &&
          !isVisited(snapshot.next.texels[i])) {
        waiting.push_back(element);
      }
    }
    drawBucket(static_cast<int>(bucket), lists[bucket], waiting);
  }
}

}  // namespace gpubuck::demo
