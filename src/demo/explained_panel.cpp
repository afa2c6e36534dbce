// The panel "The algorithm explained": the paper's bucket sort, one phase at a time.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "demo/options.h"
#include "demo/sort_input.h"

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

/// Runs a small sort on the GPU, keeps the textures as they are after each phase and lets the user
/// step through them.
class ExplainedPanel {
 public:
  void draw(DemoState& state) {
    drawSource(state);
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

  void drawSource(DemoState& state) {
    static const Options<bool> kSources{
        {false, "figure1", "The paper's worked example: eight elements, four buckets.", "",
         "The paper's Figure 1"},
        {true, "own", "Your choice of elements, buckets and sub-buffers, and a re-sort.", "",
         "Your own"}};
    if (radioButtons("explained", kSources, own_)) position_ = 0;
    if (own_) editor_.draw(state);
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
    const std::string atFirst = position_ == 0 ? "this is the first phase" : "";
    const std::string atLast = atEnd() ? "this is the last phase" : "";
    const std::vector<std::pair<Field, std::size_t>> steps{
        {{"explained/first", "First", "Go to the first phase.", atFirst}, 0},
        {{"explained/previous", "Previous", "Go back one phase.", atFirst}, position_ - 1},
        {{"explained/next", "Next", "Go on by one phase.", atLast}, position_ + 1},
        {{"explained/last", "Last", "Go to the last phase.", atLast}, story_.size() - 1}};
    for (const auto& [field, place] : steps) {
      if (&field != &steps.front().first) beside(field.label.c_str());
      if (!button(field)) continue;
      position_ = place;
      playing_ = false;
    }
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
    if (told_->settings.subBuffers > 1) {
      std::string drawn = now().round.empty() ? " " : "points drawn by sub-buffer:";
      for (const sort::Drawn& each : now().round) {
        drawn += fmt::format("  {}: {}", each.subBuffer, each.points);
      }
      dimParagraph(drawn);
    }
    if (told_->movedTo && *told_->movedTo == told_->buckets) {
      dimParagraph("Nothing moves, so the re-sort ends after comparing the mappings.");
    }
  }

  void drawTextures() {
    heading("Textures");
    const bool scattered = now().phase == sort::Phase::Scattered;
    const ImVec2 gap{0.0F, 1.7F * ImGui::GetFontSize()};
    const DrawnRow mapping =
        drawTexelRow({.mark = "explained/mapping",
                      .label = "mapping",
                      .help = "The bucket of each element.",
                      .each = "bucket of element",
                      .row = now().mapping,
                      .playing = scattered ? std::optional(now().drawn) : std::nullopt,
                      .editable = own_});
    ImGui::Dummy(gap);
    const DrawnRow head =
        drawTexelRow({"explained/head", "head", "The first element in the list of each bucket.",
                      "head of bucket", now().head});
    ImGui::Dummy(gap);
    const DrawnRow next = drawTexelRow({"explained/next-texel", "next",
                                        "The element that follows each element in its list.",
                                        "next of element", now().next});
    drawTexelRow(
        {.mark = "explained/visited",
         .label = "visited",
         .help = "The alpha channel of the next texture: whether the element is in its list.",
         .each = "visited flag of element",
         .row = now().next,
         .flags = true});
    if (scattered) drawScatterArrows(mapping, head);
    if (now().phase == sort::Phase::Linked || now().phase == sort::Phase::Relinked) {
      drawLinkArrows(head, next);
    }
    if (mapping.edit) editor_.apply(*mapping.edit, now().resort);
  }

  void drawScatterArrows(const DrawnRow& mapping, const DrawnRow& head) const {
    for (const bool wins : {false, true}) {  // winners over losers
      for (const int i : now().drawn) {
        const int bucket = now().mapping.id(i);
        if ((now().head.id(bucket) == i) != wins) continue;
        drawArrow(mapping.bottoms[i], head.tops[bucket], bucket, wins);
      }
    }
  }

  void drawLinkArrows(const DrawnRow& head, const DrawnRow& nexts) const {
    const TexelRow& next = now().next;
    for (int i = 0; i < next.size(); ++i) {
      if (!next.idChanged(i) || next.flag(i) || next.id(i) < 0) continue;
      const int bucket = now().mapping.id(i);
      drawArrow(head.bottoms[bucket], nexts.tops[i], bucket, true);
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
