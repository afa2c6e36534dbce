// The panel "The algorithm explained": the paper's bucket sort, one phase at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "demo/demo_state.h"
#include "demo/sort_input.h"
#include "demo/sort_story.h"

namespace gpubuck::demo {

/// Runs a small sort on the GPU, keeps the textures as they are after each phase and lets the user
/// step through them.
class ExplainedPanel {
 public:
  /// Draws the contents into the present ImGui window. Sorts where the input is new, and journals
  /// status() where it is.
  void draw(DemoState& state);

  /// Whether the last phase is shown.
  bool atEnd() const { return !story_.empty() && position_ + 1 == story_.size(); }
  /// "figure1 phase 3 of 8"; empty before the first draw.
  std::string status() const;

 private:
  void drawSource();
  void drawSteps();
  void drawCaption() const;
  void drawTextures();
  void drawScatterArrows(const DrawnRow& mapping, const DrawnRow& head) const;
  void drawLinkArrows(const DrawnRow& head, const DrawnRow& next) const;
  void tell(const texel::Device& device);
  void play();

  const Snapshot& now() const { return story_[position_]; }

  bool own_ = false;
  InputEditor editor_;
  std::optional<SortInput> told_;
  std::vector<Snapshot> story_;
  std::size_t position_ = 0;
  bool playing_ = false;   ///< steps by itself
  float shownFor_ = 0.0F;  ///< seconds since the present phase appeared
  std::string journalled_;
};

}  // namespace gpubuck::demo
