// The panel "The algorithm explained": the paper's bucket sort, one phase at a time.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <random>
#include <utility>

#include "demo/ui/demo_state.h"
#include "demo/ui/panels/sort_story.h"
#include "demo/widgets/form.h"

namespace gpubuck::demo {
namespace {

constexpr float kSecondsPerPhase = 1.6F;
constexpr int kGrowingPictures = 3;
constexpr float kListsGap = 1.5F;  // space between textures and lists, em

constexpr std::size_t kFirstElements = 10;
constexpr scenario::Limits kElements{.least = 1, .most = 24};
constexpr scenario::Limits kBuckets{.least = 2, .most = 12};

/// Continues the line of the last widget at half the panel's width, if two columns fit.
void secondColumn() {
  const float half = 0.5F * ImGui::GetWindowContentRegionMax().x;
  if (half > 20.0F * ImGui::GetFontSize()) ImGui::SameLine(half);
}

struct SortInput {
  std::vector<int> buckets;  ///< bucket of each element
  int bucketCount = 4;
  sort::Settings settings{};
  std::optional<std::vector<int>> movedTo{};  ///< new buckets for a re-sort, if there is one

  bool operator==(const SortInput&) const = default;
};

/// The input of the worked example in the paper's Figure 1.
const SortInput kFigure1{.buckets = {0, 2, 3, 2, 0, 1, 3, 3},
                         .settings = {.subBuffers = 1, .partition = sort::Partition::Contiguous}};

/// Lets the user edit the input.
class InputEditor {
 public:
  InputEditor() : buckets_(kFirstElements) {
    settings_.step.sort.subBuffers = 2;
    settings_.step.sort.partition = sort::Partition::Contiguous;
    shuffle();
  }

  void draw(Form& form) {
    drawCounts(form);
    drawSettings(form);
    dimParagraph(
        "Click a texel of the mapping to move its element to the next bucket, or drag it up or "
        "down.");
    checkbox({"explained/own/resort", "then move elements and re-sort",
              "After the sort some elements move to other buckets, and a re-sort scatters only "
              "these elements again."},
             resort_);
    if (!resort_) return;
    ImGui::SameLine();
    if (button({"explained/own/move", "Move others", "Moves about a third of the elements."})) {
      moveSome();
    }
    drawMoves();
  }

  /// Changes the bucket of one element. With `moved`, changes the bucket to which the element
  /// moves.
  void apply(const TexelEdit& edit, bool moved) {
    int& bucket = (moved ? movedTo_ : buckets_)[edit.index];
    const int old = bucket;
    bucket = edit.click ? (bucket + 1) % bucketCount_
                        : std::clamp(bucket + edit.step, 0, bucketCount_ - 1);
    // Elements that do not move stay in their bucket.
    if (!moved && movedTo_[edit.index] == old) movedTo_[edit.index] = bucket;
  }

  SortInput input() const {
    SortInput input{buckets_, bucketCount_, settings_.step.sort};
    if (resort_) input.movedTo = movedTo_;
    return input;
  }

 private:
  void drawCounts(Form& form) {
    std::int64_t elements = std::ssize(buckets_);
    if (integer(form, {"explained/own/elements", "Elements", "New elements get a random bucket."},
                kElements, elements)) {
      while (std::ssize(buckets_) < elements) {
        buckets_.push_back(anyBucket());
        movedTo_.push_back(buckets_.back());
      }
      buckets_.resize(static_cast<std::size_t>(elements));
      movedTo_.resize(buckets_.size());
    }
    secondColumn();
    if (button({"explained/own/shuffle", "Shuffle", "Puts every element into a random bucket."})) {
      shuffle();
    }
    std::int64_t buckets = bucketCount_;
    if (integer(form,
                {"explained/own/buckets", "Buckets",
                 "Elements of removed buckets move to other buckets."},
                kBuckets, buckets)) {
      bucketCount_ = static_cast<int>(buckets);
      for (int& bucket : buckets_) bucket %= bucketCount_;
      for (int& bucket : movedTo_) bucket %= bucketCount_;
    }
  }

  void drawSettings(Form& form) {
    secondColumn();
    keyWidget(form, settings_, "sort.sub_buffers", "explained/own/sub-buffers",
              {.bound = Bound{{.least = 1, .most = kElements.most},
                              "at most one sub-buffer per element"}});
    keyWidget(form, settings_, "sort.partition", "explained/own/partition");
  }

  void drawMoves() {
    TexelRow row{std::vector<texel::IdTexel>(movedTo_.begin(), movedTo_.end()), {}};
    for (std::size_t i = 0; i < movedTo_.size(); ++i) {
      row.texels[i] = texel::encodeId(row.texels[i], true);
      row.changed.push_back(static_cast<texel::IdTexel>(buckets_[i] ^ movedTo_[i]));
    }
    const DrawnRow drawn = drawTexelRow({.mark = "explained/own/moved",
                                         .label = "move to",
                                         .help = "The bucket of each element after the move.",
                                         .each = "new bucket of element",
                                         .row = row,
                                         .editable = true});
    if (drawn.edit) apply(*drawn.edit, true);
  }

  void shuffle() {
    for (int& bucket : buckets_) bucket = anyBucket();
    moveSome();
  }

  void moveSome() {
    movedTo_ = buckets_;
    const auto others = static_cast<unsigned>(bucketCount_ - 1);
    const auto move = [&](int& bucket) {
      bucket = (bucket + 1 + static_cast<int>(random_() % others)) % bucketCount_;
    };
    for (int& bucket : movedTo_) {
      if (random_() % 3 == 0) move(bucket);
    }
    if (movedTo_ == buckets_) move(movedTo_.front());
  }

  int anyBucket() { return static_cast<int>(random_() % static_cast<unsigned>(bucketCount_)); }

  std::vector<int> buckets_;
  std::vector<int> movedTo_;
  int bucketCount_ = 5;
  scenario::Scenario settings_;  ///< only the settings of the sort are used
  bool resort_ = false;
  std::mt19937 random_;  ///< seeded by default, for the same shuffles in every session
};

/// Runs a small sort on the GPU and lets the user step through the textures after each phase.
class ExplainedPanel {
 public:
  void draw(Display& display) {
    if (ImGui::IsWindowAppearing()) growing_ = kGrowingPictures;
    drawSource();
    tell(display.session.device());
    play();
    drawSteps();
    drawCaption();
    // The widgets above do not scroll, so that Next and Play are always visible.
    ImGui::BeginChild("explained/scrolled", {0.0F, 0.0F}, false,
                      ImGuiWindowFlags_AlwaysVerticalScrollbar);
    if (own_) editor_.draw(display);
    drawTexturesAndLists();
    dimParagraph(
        "Each box is a texel. It has the id above a strip of the texel's real colour, and a "
        "yellow border if this phase changed the texel. The sign / stands for NULL, whose colour "
        "is "
        "white. The visited flag is the alpha channel of the texture \"next\".");
    const float hidden = ImGui::GetCursorPosY() - ImGui::GetWindowHeight();
    ImGui::EndChild();
    growBy(display, hidden);
    display.animated |= playing_;
    const std::string status =
        fmt::format("{} phase {} of {}", own_ ? "own" : "figure1", position_ + 1, story_.size());
    if (status != journalled_) display.journal.event("explained", status);
    journalled_ = status;
  }

 private:
  /// Grows the window until it shows all of its contents, as far as the screen has room. `hidden`
  /// is the height in pixels of the contents that do not fit.
  void growBy(Display& display, float hidden) {
    if (std::exchange(shownOwn_, own_) != own_) growing_ = kGrowingPictures;
    if (growing_ == 0) return;
    --growing_;
    display.animated = true;
    if (hidden <= 0.0F) return;
    const float room =
        ImGui::GetIO().DisplaySize.y - ImGui::GetWindowPos().y - 0.5F * ImGui::GetFontSize();
    ImGui::SetWindowSize(
        {ImGui::GetWindowWidth(), std::min(ImGui::GetWindowHeight() + hidden, room)});
  }

  const Snapshot& now() const { return story_[position_]; }
  bool atEnd() const { return position_ + 1 == story_.size(); }

  void drawSource() {
    static const Options<bool> kSources{
        {false, "figure1", "The paper's worked example: eight elements, four buckets.", "",
         "The paper's Figure 1"},
        {true, "own", "Your choice of elements, buckets and sub-buffers, and a re-sort.", "",
         "Your own"}};
    if (radioButtons("explained", kSources, own_)) position_ = 0;
  }

  void tell(const texel::Device& device) {
    const SortInput input = own_ ? editor_.input() : kFigure1;
    if (reported_ == input) return;
    story_ = tellSort(device, input.buckets, input.bucketCount, input.settings, input.movedTo);
    reported_ = input;
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
    // These buttons have no tooltips, because tooltips would cover the caption below.
    const std::vector<std::pair<Field, std::size_t>> steps{
        {{"explained/first", "First", "", atFirst}, 0},
        {{"explained/previous", "Previous", "", atFirst}, position_ - 1},
        {{"explained/next", "Next", "", atLast}, position_ + 1},
        {{"explained/last", "Last", "", atLast}, story_.size() - 1}};
    for (const auto& [field, place] : steps) {
      if (&field != &steps.front().first) sameLineIfFits(field.label);
      if (!button(field)) continue;
      position_ = place;
      playing_ = false;
    }
    sameLineIfFits("Pause");
    if (button({"explained/play", playing_ ? "Pause" : "Play"}, "Pause")) {
      playing_ = !playing_;
      shownFor_ = 0.0F;
      if (playing_ && atEnd()) position_ = 0;
    }
    const std::string place = fmt::format("phase {} of {}", position_ + 1, story_.size());
    sameLineIfFits(place);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(place.c_str());
  }

  void drawCaption() const {
    // Reserves room for the longest caption, so that nothing below moves.
    float height = 0.0F;
    const float width = ImGui::GetContentRegionAvail().x;
    for (const Snapshot& each : story_) {
      height = std::max(height, ImGui::CalcTextSize(wrapped(each.caption, width).c_str()).y);
    }
    const ImVec2 start = ImGui::GetCursorPos();
    paragraph(now().caption);
    ImGui::SetCursorPos({start.x, start.y + height + ImGui::GetStyle().ItemSpacing.y});
    if (reported_->settings.subBuffers > 1) {
      std::string drawn = now().round.empty() ? " " : "points drawn per sub-buffer:";
      for (const sort::Drawn& each : now().round) {
        drawn += fmt::format("  {}: {}", each.subBuffer, each.points);
      }
      dimParagraph(drawn);
    }
    if (reported_->movedTo && *reported_->movedTo == reported_->buckets) {
      dimParagraph("Nothing moves, so the re-sort ends after comparing the mappings.");
    }
  }

  /// Draws the lists to the right of the textures, or below them if both do not fit.
  void drawTexturesAndLists() {
    const float em = ImGui::GetFontSize(), textures = em * rowWidth(now().mapping.size());
    const bool areBeside =
        textures + em * (kListsGap + chainsWidth(now())) <= ImGui::GetContentRegionAvail().x;
    if (areBeside && ImGui::BeginTable("explained/columns", 2)) {
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, textures + em * kListsGap);
      ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
      ImGui::TableNextColumn();
      drawTextures();
      ImGui::TableNextColumn();
      drawLists();
      ImGui::EndTable();
    } else {
      drawTextures();
      drawLists();
    }
  }

  void drawLists() const {
    heading("Lists");
    drawListChains(now());
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
         .help = "The alpha channel of the texture \"next\". It tells whether the element is in "
                 "its list.",
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
    for (const bool wins : {false, true}) {  // draws winners over losers
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
  bool shownOwn_ = false;  ///< value of own_ in the last picture
  int growing_ = 0;        ///< pictures left to fit the window to its contents
  InputEditor editor_;
  std::optional<SortInput> reported_;
  std::vector<Snapshot> story_;
  std::size_t position_ = 0;
  bool playing_ = false;   ///< advances automatically
  float shownFor_ = 0.0F;  ///< seconds since the present phase appeared
  std::string journalled_;
};

}  // namespace

DrawPanel explainedPanel() { return drawing<ExplainedPanel>(); }

}  // namespace gpubuck::demo
