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
constexpr float kHeight = 1.5F;

enum class Box { None, Outline, Filled };

/// A part of a chain: words, or an element in a box.
struct Piece {
  std::string text;
  float width;  ///< em
  ImU32 colour;
  Box box = Box::None;
};

/// Draws the pieces from left to right and begins a new line at the side of the panel.
void drawPieces(const std::vector<Piece>& pieces) {
  const float em = ImGui::GetFontSize();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float right = start.x + ImGui::GetContentRegionAvail().x;
  ImVec2 low{start.x + kLabel * em, start.y};
  for (const Piece& piece : pieces) {
    const float width = piece.width * em;
    if (low.x + width > right) low = {start.x + kLabel * em, low.y + (kHeight + 0.2F) * em};
    const ImVec2 high{low.x + width, low.y + kHeight * em};
    if (piece.box == Box::Filled) list->AddRectFilled(low, high, piece.colour, 0.4F * em);
    if (piece.box == Box::Outline) list->AddRect(low, high, piece.colour, 0.4F * em, 0, 0.08F * em);
    const ImVec2 size = ImGui::CalcTextSize(piece.text.c_str());
    list->AddText({(low.x + high.x - size.x) / 2, (low.y + high.y - size.y) / 2},
                  piece.box == Box::Filled ? IM_COL32(15, 17, 22, 255) : piece.colour,
                  piece.text.c_str());
    low.x = high.x;
  }
  ImGui::Dummy({right - start.x, low.y - start.y + kHeight * em});
}

void drawBucket(int bucket, const std::vector<int>& list, const std::vector<int>& waiting) {
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float em = ImGui::GetFontSize();
  const ImU32 plain = ImGui::GetColorU32(ImGuiCol_Text);
  const ImU32 dim = ImGui::GetColorU32(ImGuiCol_TextDisabled);
  const auto shade = [colour = bucketColour(bucket)](float alpha) {
    return ImGui::ColorConvertFloat4ToU32({colour.x, colour.y, colour.z, alpha});
  };
  ImGui::GetWindowDrawList()->AddText({start.x, start.y + (kHeight - 1.0F) * em / 2}, plain,
                                      fmt::format("bucket {}", bucket).c_str());
  std::vector<Piece> pieces;
  for (const int element : list) {
    if (!pieces.empty()) pieces.push_back({"→", 1.3F, plain});
    pieces.push_back({fmt::format("{}", element), kChip, shade(0.85F), Box::Filled});
  }
  if (list.empty()) pieces.push_back({"/", kChip, dim});
  if (!waiting.empty()) pieces.push_back({"waiting:", 4.6F, dim});
  for (const int element : waiting) {
    pieces.push_back({fmt::format("{}", element), kChip, shade(0.45F), Box::Outline});
    pieces.push_back({"", 0.3F, dim});
  }
  drawPieces(pieces);
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
      if (texel::decodeSignedId(snapshot.mapping.texels[i]) == static_cast<int>(bucket) &&
          !listed && !texel::hasFlag(snapshot.next.texels[i])) {
        waiting.push_back(element);
      }
    }
    drawBucket(static_cast<int>(bucket), lists[bucket], waiting);
  }
}

}  // namespace gpubuck::demo
