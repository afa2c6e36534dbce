// The panel "The algorithm explained": the paper's bucket sort, one phase at a time.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>

#include "demo/options.h"
#include "demo/sort_input.h"
#include "demo/texel_row.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

constexpr float kSecondsPerPhase = 1.6F;

/// Beside the last widget if there is room for a widget with this label.
void beside(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float width = ImGui::CalcTextSize(label).x + 2.0F * style.FramePadding.x;
  const float end = ImGui::GetItemRectMax().x + style.ItemSpacing.x + width;
  const float side = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (end < side) ImGui::SameLine();
}

/// The number of points each sub-buffer drew in the latest scatter.
std::string drawnText(const Snapshot& snapshot) {
  std::string text = "points drawn by sub-buffer:";
  for (const sort::Drawn& each : snapshot.round) {
    text += fmt::format("  {}: {}", each.subBuffer, each.points);
  }
  return text;
}

/// Runs a small sort on the GPU, keeps the textures as they are after each phase and lets the user
/// step through them.
class ExplainedPanel {
 public:
  void draw(DemoState& state) {
    drawSource();
    tell(state.session.device());
    play();
    drawSteps();
    drawCaption();
    drawTextures();
    heading("Lists");
    drawListChains(now());
    dimParagraph(
        "Each box is a texel: the id in it above a strip of its real colour, bright if this phase "
        "changed it. / is NULL, white. The visited flag is the alpha channel of the next texture.");
    state.animated |= playing_;
    const std::string status =
        fmt::format("{} phase {} of {}", own_ ? "own" : "figure1", position_ + 1, story_.size());
    if (status != journalled_) state.journal.event("explained", status);
    journalled_ = status;
  }

 private:
  const Snapshot& now() const { return story_[position_]; }
  bool atEnd() const { return position_ + 1 == story_.size(); }

  void drawSource() {
    static const Options<bool> kSources{
        {false, "figure1", "The paper's worked example: eight elements, four buckets.", "",
         "The paper's Figure 1"},
        {true, "own", "Your choice of elements, buckets and sub-buffers, and a re-sort.", "",
         "Your own"}};
    if (radioButtons("explained", kSources, own_)) position_ = 0;
    if (own_) editor_.draw();
  }

  void tell(const texel::Device& device) {
    const SortInput input = own_ ? editor_.input() : figure1();
    if (told_ == input) return;
    story_ = tellSort(device, input.buckets, input.bucketCount, input.settings, input.movedTo);
    told_ = input;
    position_ = std::min(position_, story_.size() - 1);
    playing_ = false;
  }

  void play() {
    shownFor_ += ImGui::GetIO().DeltaTime;
    if (!playing_ || shownFor_ < kSecondsPerPhase) return;
    shownFor_ = 0.0F;
    if (!atEnd()) ++position_;
    if (atEnd()) playing_ = false;
  }

  void drawSteps() {
    heading(now().resort ? "Re-sort" : "Sort");
    const auto go = [&](const Field& field, std::size_t place) {
      if (!button(field)) return;
      position_ = place;
      playing_ = false;
    };
    const std::string atFirst = position_ == 0 ? "this is the first phase" : "";
    const std::string atLast = atEnd() ? "this is the last phase" : "";
    go({"explained/first", "First", "Go to the first phase.", atFirst}, 0);
    beside("Previous");
    go({"explained/previous", "Previous", "Go back one phase.", atFirst}, position_ - 1);
    beside("Next");
    go({"explained/next", "Next", "Go on by one phase.", atLast}, position_ + 1);
    beside("Last");
    go({"explained/last", "Last", "Go to the last phase.", atLast}, story_.size() - 1);
    beside("Pause");
    if (button({"explained/play", playing_ ? "Pause" : "Play",
                "Steps through the phases by itself."})) {
      playing_ = !playing_;
      shownFor_ = 0.0F;
      if (playing_ && atEnd()) position_ = 0;
    }
    const std::string place = fmt::format("phase {} of {}", position_ + 1, story_.size());
    beside(place.c_str());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(place.c_str());
  }

  void drawCaption() const {
    // Room for the longest, so that nothing below jumps.
    float height = 0.0F;
    const float width = ImGui::GetContentRegionAvail().x;
    for (const Snapshot& each : story_) {
      height = std::max(height, ImGui::CalcTextSize(each.caption.c_str(), nullptr, false, width).y);
    }
    const ImVec2 start = ImGui::GetCursorPos();
    paragraph(now().caption);
    ImGui::SetCursorPos({start.x, start.y + height + ImGui::GetStyle().ItemSpacing.y});
    if (told_->settings.subBuffers > 1) dimParagraph(now().round.empty() ? " " : drawnText(now()));
    if (told_->movedTo && *told_->movedTo == told_->buckets) {
      dimParagraph("Nothing moves, so the re-sort ends after comparing the mappings.");
    }
  }

  void drawTextures() {
    heading("Textures");
    std::vector<bool> idle;
    if (now().phase == sort::Phase::Scattered) {
      idle.assign(now().mapping.texels.size(), true);
      for (const int i : now().drawn) idle[static_cast<std::size_t>(i)] = false;
    }
    const ImVec2 gap{0.0F, 1.7F * ImGui::GetFontSize()};
    const DrawnRow mapping =
        drawTexelRow({"explained/mapping", "mapping", "The bucket of each element.",
                      "bucket of element", now().mapping, false, idle, own_});
    ImGui::Dummy(gap);
    const DrawnRow head =
        drawTexelRow({"explained/head", "head", "The first element in the list of each bucket.",
                      "head of bucket", now().head});
    ImGui::Dummy(gap);
    const DrawnRow next = drawTexelRow({"explained/next-texel", "next",
                                        "The element that follows each element in its list.",
                                        "next of element", now().next});
    constexpr bool kFlags = true;
    drawTexelRow({"explained/visited", "visited",
                  "The alpha channel of the next texture: whether the element is in its list.",
                  "visited flag of element", now().next, kFlags});
    if (now().phase == sort::Phase::Scattered) drawScatterArrows(mapping, head);
    if (now().phase == sort::Phase::Linked || now().phase == sort::Phase::Relinked) {
      drawLinkArrows(head, next);
    }
    if (mapping.edit) editor_.apply(*mapping.edit, now().resort);
  }

  void drawScatterArrows(const DrawnRow& mapping, const DrawnRow& head) const {
    for (const bool wins : {false, true}) {  // winners over losers
      for (const int i : now().drawn) {
        const auto element = static_cast<std::size_t>(i);
        const int bucket = texel::decodeSignedId(now().mapping.texels[element]);
        const auto place = static_cast<std::size_t>(bucket);
        if ((texel::decodeSignedId(now().head.texels[place]) == i) != wins) continue;
        drawArrow(mapping.bottoms[element], head.tops[place], bucketColour(bucket), wins);
      }
    }
  }

  void drawLinkArrows(const DrawnRow& head, const DrawnRow& next) const {
    for (std::size_t i = 0; i < now().next.texels.size(); ++i) {
      const texel::IdTexel texel = now().next.texels[i];
      if (!idChanged(now().next, i) || texel::hasFlag(texel) || texel::decodeSignedId(texel) < 0)
        continue;
      const int bucket = texel::decodeSignedId(now().mapping.texels[i]);
      drawArrow(head.bottoms[static_cast<std::size_t>(bucket)], next.tops[i], bucketColour(bucket),
                true);
    }
  }

  bool own_ = false;
  InputEditor editor_;
  std::optional<SortInput> told_;
  std::vector<Snapshot> story_;
  std::size_t position_ = 0;
  bool playing_ = false;   ///< steps by itself
  float shownFor_ = 0.0F;  ///< seconds since the present phase appeared
  std::string journalled_;
};

}  // namespace

DrawPanel explainedPanel() { return drawing<ExplainedPanel>(); }

}  // namespace gpubuck::demo
