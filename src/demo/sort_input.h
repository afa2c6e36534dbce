// The input that the panel "The algorithm explained" sorts, and the widgets to change it.
#pragma once

#include <optional>
#include <random>
#include <vector>

#include "demo/demo_state.h"
#include "demo/texel_row.h"

namespace gpubuck::demo {

struct SortInput {
  std::vector<int> buckets;  ///< of each element
  int bucketCount = 4;
  sort::Settings settings{};
  std::optional<std::vector<int>> movedTo{};  ///< the buckets of a re-sort; none: no re-sort

  bool operator==(const SortInput&) const = default;
};

/// The worked example of the paper's Figure 1.
SortInput figure1();

/// The input the user makes: up to 24 elements in 2..12 buckets.
class InputEditor {
 public:
  InputEditor();

  void draw(DemoState& state);
  /// Changes the bucket of one element, or with `moved` the one it moves to.
  void apply(const TexelEdit& edit, bool moved);
  SortInput input() const;

 private:
  void drawCounts(DemoState& state);
  void drawSettings(DemoState& state);
  void drawMoves();
  void moveSome();
  int anyBucket();

  std::vector<int> buckets_;
  std::vector<int> movedTo_;
  int bucketCount_ = 5;
  scenario::Scenario settings_;  ///< only those of the sort count
  bool resort_ = false;
  std::mt19937 random_;  ///< the same shuffles in every session
};

}  // namespace gpubuck::demo
