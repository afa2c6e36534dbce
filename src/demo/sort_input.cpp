#include "demo/sort_input.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "demo/form.h"
#include "demo/tooltip.h"
#include "demo/widget_map.h"
#include "sort/names.h"

namespace gpubuck::demo {
namespace {

constexpr std::size_t kFirstElements = 10;
constexpr int kMostSubBuffers = 8;
constexpr float kWidgetWidth = 11.0F;  // em

void end(const Field& field) {
  markWidget(field.mark.c_str());
  tooltip(field.help);
}

/// Beside the last widget if the panel is wide enough for two.
void secondColumn() {
  const float half = 0.5F * ImGui::GetWindowContentRegionMax().x;
  if (half > 1.8F * kWidgetWidth * ImGui::GetFontSize()) ImGui::SameLine(half);
}

void slider(const Field& field, int least, int most, int& value) {
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * kWidgetWidth);
  ImGui::SliderInt((field.label + "###" + field.mark).c_str(), &value, least, most, "%d",
                   ImGuiSliderFlags_AlwaysClamp);
  end(field);
}

}  // namespace

SortInput figure1() {
  return {.buckets = {0, 2, 3, 2, 0, 1, 3, 3}, .bucketCount = 4, .settings = {.subBuffers = 1}};
}

InputEditor::InputEditor() : settings_{.subBuffers = 2} {
  buckets_.resize(kFirstElements);
  shuffle();
}

SortInput InputEditor::input() const {
  SortInput input{buckets_, bucketCount_, settings_};
  if (resort_) input.movedTo = movedTo_;
  return input;
}

void InputEditor::draw() {
  drawCounts();
  drawSettings();
  dimParagraph(
      "Click a texel of the mapping to move its element to the next bucket, or drag it up or "
      "down.");
  if (checkbox(
          {"explained/own/resort", "then move some",
           "After the sort, elements change their buckets and a re-sort follows: only those that "
           "moved are scattered again.",
           ""},
          resort_)) {
    resort_ = !resort_;
  }
  if (!resort_) return;
  ImGui::SameLine();
  if (button({"explained/own/move", "Move others", "Moves about a third of the elements.", ""})) {
    moveSome();
  }
  drawMoves();
}

void InputEditor::drawCounts() {
  const std::size_t count = buckets_.size();
  if (button({"explained/own/less", " - ", "Removes the last element.",
              count == 1 ? "at least one element is needed" : ""})) {
    buckets_.pop_back();
    movedTo_.pop_back();
  }
  ImGui::SameLine();
  if (button({"explained/own/more", " + ", "Adds an element in a random bucket.",
              count == kMostElements
                  ? fmt::format("there can be at most {} elements", kMostElements)
                  : ""})) {
    buckets_.push_back(anyBucket());
    movedTo_.push_back(buckets_.back());
  }
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  ImGui::Text("%d element%s", static_cast<int>(count), count == 1 ? "" : "s");
  ImGui::SameLine();
  if (button(
          {"explained/own/shuffle", "Shuffle", "Puts every element into a random bucket.", ""})) {
    shuffle();
  }
  int buckets = bucketCount_;
  slider({"explained/own/buckets", "Buckets", "", ""}, 2, kMostBuckets, buckets);
  if (buckets != bucketCount_) setBucketCount(buckets);
}

void InputEditor::drawSettings() {
  secondColumn();
  slider({"explained/own/sub-buffers", "Sub-buffers K",
          "The points are drawn in parts that join one after another, so that fewer of them fall "
          "onto each other. With the grouped partition: the elements of a group.",
          ""},
         1, kMostSubBuffers, settings_.subBuffers);
  const Field threshold{"explained/own/threshold", "Threshold",
                        "A sub-buffer joins once the one before it draws no more than this share "
                        "of its elements.",
                        ""};
  auto share = static_cast<float>(settings_.threshold);
  ImGui::BeginDisabled(settings_.partition == sort::Partition::Grouped);
  ImGui::SetNextItemWidth(ImGui::GetFontSize() * kWidgetWidth);
  if (ImGui::SliderFloat((threshold.label + "###" + threshold.mark).c_str(), &share, 0.0F, 1.0F,
                         "%.2f", ImGuiSliderFlags_AlwaysClamp)) {
    settings_.threshold = share;
  }
  end(threshold);
  ImGui::EndDisabled();
  secondColumn();
  std::vector<Choice> choices;
  std::size_t present = 0;
  for (const auto& partition : sort::kPartitionNames) {
    if (partition.value == settings_.partition) present = choices.size();
    choices.push_back({partition.name});
  }
  if (const auto chosen = combo({"explained/own/partition", "Partition",
                                 "Which elements form a sub-buffer: consecutive ones, every K-th, "
                                 "or one of every group of K.",
                                 ""},
                                choices, present, choices[present].word)) {
    settings_.partition = sort::kPartitionNames[*chosen].value;
  }
}

void InputEditor::drawMoves() {
  TexelRow row{std::vector<texel::IdTexel>(movedTo_.begin(), movedTo_.end()), {}};
  for (std::size_t i = 0; i < movedTo_.size(); ++i) {
    row.texels[i] = texel::encodeId(row.texels[i], true);
    row.changed.push_back(static_cast<texel::IdTexel>(buckets_[i] ^ movedTo_[i]));
  }
  const DrawnRow drawn = drawTexelRow({.mark = "explained/own/moved",
                                       .label = "move to",
                                       .help = "The bucket of each element after it moved.",
                                       .each = "new bucket of element",
                                       .row = row,
                                       .editable = true});
  if (drawn.edit) apply(*drawn.edit, true);
}

void InputEditor::apply(const TexelEdit& edit, bool moved) {
  int& bucket = (moved ? movedTo_ : buckets_).at(edit.index);
  const int old = bucket;
  bucket = edit.click ? (bucket + 1) % bucketCount_
                      : std::clamp(bucket + edit.step, 0, bucketCount_ - 1);
  // Elements that do not move stay in their bucket.
  if (!moved && movedTo_[edit.index] == old) movedTo_[edit.index] = bucket;
}

void InputEditor::setBucketCount(int count) {
  bucketCount_ = count;
  for (int& bucket : buckets_) bucket %= count;
  for (int& bucket : movedTo_) bucket %= count;
}

void InputEditor::shuffle() {
  for (int& bucket : buckets_) bucket = anyBucket();
  moveSome();
}

void InputEditor::moveSome() {
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

int InputEditor::anyBucket() {
  return static_cast<int>(random_() % static_cast<unsigned>(bucketCount_));
}

}  // namespace gpubuck::demo
