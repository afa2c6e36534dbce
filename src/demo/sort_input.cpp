#include "demo/sort_input.h"

#include <imgui.h>

#include <algorithm>

#include "demo/scenario_form.h"

namespace gpubuck::demo {
namespace {

constexpr std::size_t kFirstElements = 10;
constexpr scenario::Limits kElements{.least = 1, .most = 24};
constexpr scenario::Limits kBuckets{.least = 2, .most = 12};

/// Beside the last widget if the panel is wide enough for two.
void secondColumn() {
  const float half = 0.5F * ImGui::GetWindowContentRegionMax().x;
  if (half > 20.0F * ImGui::GetFontSize()) ImGui::SameLine(half);
}

}  // namespace

SortInput figure1() {
  return {.buckets = {0, 2, 3, 2, 0, 1, 3, 3}, .bucketCount = 4, .settings = {.subBuffers = 1}};
}

InputEditor::InputEditor() : buckets_(kFirstElements) {
  settings_.step.sort.subBuffers = 2;
  for (int& bucket : buckets_) bucket = anyBucket();
  moveSome();
}

SortInput InputEditor::input() const {
  SortInput input{buckets_, bucketCount_, settings_.step.sort};
  if (resort_) input.movedTo = movedTo_;
  return input;
}

void InputEditor::draw(DemoState& state) {
  drawCounts(state);
  drawSettings(state);
  dimParagraph(
      "Click a texel of the mapping to move its element to the next bucket, or drag it up or "
      "down.");
  if (checkbox({"explained/own/resort", "then move some",
                "After the sort, elements change their buckets and a re-sort follows: only those "
                "that moved are scattered again."},
               resort_)) {
    resort_ = !resort_;
  }
  if (!resort_) return;
  ImGui::SameLine();
  if (button({"explained/own/move", "Move others", "Moves about a third of the elements."})) {
    moveSome();
  }
  drawMoves();
}

void InputEditor::drawCounts(DemoState& state) {
  const Field elements{"explained/own/elements", "Elements",
                       "A new element is put into a random bucket."};
  if (const auto count = integer(state, elements, kElements, std::ssize(buckets_))) {
    while (std::ssize(buckets_) < *count) {
      buckets_.push_back(anyBucket());
      movedTo_.push_back(buckets_.back());
    }
    buckets_.resize(static_cast<std::size_t>(*count));
    movedTo_.resize(buckets_.size());
  }
  secondColumn();
  if (button({"explained/own/shuffle", "Shuffle", "Puts every element into a random bucket."})) {
    for (int& bucket : buckets_) bucket = anyBucket();
    moveSome();
  }
  const Field buckets{"explained/own/buckets", "Buckets",
                      "Elements of buckets that no longer exist go to others."};
  if (const auto count = integer(state, buckets, kBuckets, bucketCount_)) {
    bucketCount_ = static_cast<int>(*count);
    for (int& bucket : buckets_) bucket %= bucketCount_;
    for (int& bucket : movedTo_) bucket %= bucketCount_;
  }
}

void InputEditor::drawSettings(DemoState& state) {
  const bool grouped = settings_.step.sort.partition == sort::Partition::Grouped;
  ScenarioForm form(state, settings_);
  secondColumn();
  form.draw("sort.sub_buffers", "explained/own/sub-buffers");
  form.draw("sort.threshold", "explained/own/threshold",
            {.whyNot = grouped ? "the grouped partition has no threshold" : ""});
  secondColumn();
  form.draw("sort.partition", "explained/own/partition");
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
  int& bucket = (moved ? movedTo_ : buckets_)[edit.index];
  const int old = bucket;
  bucket = edit.click ? (bucket + 1) % bucketCount_
                      : std::clamp(bucket + edit.step, 0, bucketCount_ - 1);
  // Elements that do not move stay in their bucket.
  if (!moved && movedTo_[edit.index] == old) movedTo_[edit.index] = bucket;
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
