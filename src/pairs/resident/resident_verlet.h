// A Verlet list on the GPU: the pairs within the cut-off and a skin, from which later searches
// select.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "pairs/resident/resident_inputs.h"
#include "texel/array.h"
#include "texel/device.h"
#include "texel/map_pass.h"

namespace gpubuck::pairs {

/// Does on the GPU what VerletPairs does on the processor: keeps the slots of the pairs of a
/// ResidentSearch with the longer radius, and selects those that are pairs of the present points.
class ResidentVerlet {
 public:
  /// `points`: the block of points. Throws what withSkin throws.
  ResidentVerlet(const texel::Device& device, const PairSettings& settings, double skin,
                 const std::optional<TypeCutoffs>& cutoffs, const texel::Block& points);

  /// Returns whether the kept pairs include all of these points in these systems. Waits for the
  /// GPU.
  bool covers(const texel::UIntBuffer& points, std::span<const std::int64_t> starts,
              std::span<const Cell> systems);

  double skin() const { return skin_; }

  /// Keeps nothing any more.
  void forget() { isKept_ = false; }
  /// Begins to keep the pairs of points. Returns the buffer for the offsets of all rows, which the
  /// caller writes, as well as the slots of all parts.
  texel::UIntBuffer& begin(const texel::UIntBuffer& points, std::span<const std::int64_t> starts,
                           std::span<const Cell> systems);
  /// Returns the buffer for the slots of the next part.
  texel::UIntBuffer& roomFor(const ResidentPart& part);
  /// Ends keeping, after the last part.
  void end();

  /// The limits of the pairs that are selected.
  ResidentLimits& limits() { return limits_; }
  /// Writes the number of pairs of each point. `inputs`: the blocks b_points, b_lattices and
  /// b_system.
  void count(const std::vector<texel::Input>& inputs, texel::UIntBuffer& counts);
  /// Writes the pairs of a part. `inputs`: as for count(), and u_end, the ends of rows.
  void store(const std::vector<texel::Input>& inputs, const ResidentPart& part,
             texel::UIntBuffer& first, texel::UIntBuffer& slots);

 private:
  /// Kept pairs of consecutive points. All parts together have all points.
  struct Part {
    texel::Range points;
    std::int64_t firstRow;
    std::unique_ptr<texel::UIntBuffer> slots;
  };

  std::vector<texel::Input> inputsOf(const Part& part, std::vector<texel::Input> inputs) const;
  void keepPoints(const texel::UIntBuffer& points);

  double radius_;
  double searched_;
  double skin_;
  ResidentLimits limits_;
  std::int64_t words_;  ///< per point
  texel::MapPass copy_;
  texel::MapPass moved_;
  texel::MapPass count_;
  texel::MapPass store_;
  texel::UIntBuffer farthest_{"farthest moves", 2};
  std::optional<texel::UIntBuffer> kept_{};  ///< the points when their pairs were kept
  std::optional<texel::UIntBuffer> offsets_{};
  std::vector<Part> parts_;
  std::int64_t points_ = 0;
  std::vector<std::int64_t> starts_;
  std::vector<Cell> systems_;
  bool isKept_ = false;
};

}  // namespace gpubuck::pairs
