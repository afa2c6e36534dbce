// Lists of the points near each point of a set, of the length they need: count, prefix sum, fill.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "search/cell_index.h"
#include "search/point_layout.h"
#include "texel/array.h"
#include "texel/buffer_pass.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"

namespace gpubuck::search {

/// Which of the points near i its list holds.
enum class ListKind {
  Half,  ///< those of larger number: every pair is in one list
  Full   ///< all of them
};

/// A slot of a list: the number of a point in the low 24 bits, NULL (base/id.h) if the slot is
/// empty, and kAmbiguous where the distance is within the margin of the radius, so that floats
/// cannot tell whether the point is near.
inline constexpr std::uint32_t kAmbiguous = 0x1000000;

/// Finds the lists of all points on the GPU, one after another; the order within a list
/// is that of the cells. With a sort into lists, list k is that of point k. With a sort into ranges
/// the points are first put into the order of their cells, so that neighbours are close in memory
/// and a row of cells is one stretch of it; list k is that of the point in place k (points()).
/// Algorithm::Auto sorts into ranges (sort::resolve), since these are walked up to four
/// times as fast as lists (docs/benchmarks.md).
///
/// On the fast engine one compute pass walks the neighbourhoods and stores the neighbours. A
/// fragment shader of the paper engine can only write its own texels: there an invocation is a
/// block of 16 slots, which walks its point's neighbourhood and keeps its 16.
class PairList {
 public:
  /// Compiles for points on the grid of `layout`, whose `position` and `tile` are not read here.
  PairList(const texel::Device& device, const PointLayout& layout, std::int64_t points,
           ListKind kind, const sort::Settings& settings);

  /// Sorts the points into cells, counts and adds up: what fill and read rely on. `tile` is null
  /// where the layout is not hashed. Both must stay until fill or read have been called.
  void find(const texel::Vec4Array& position, const texel::UInt4Array* tile);

  /// The slots of all lists. A few may be empty, since points are counted a little farther out than
  /// they are listed. Waits for the GPU.
  std::uint64_t slots() const;

  /// Fast engine: stores the lists into `slots`, which must have slots() elements, fewer than 2^32.
  /// ends() has the end of list k.
  void fill(texel::UIntBuffer& slots);
  /// xy, a 64-bit number with its low word first: the slots of the lists 0 .. k.
  const texel::UInt4Array& ends() const { return ends_; }
  /// The point of each list; null: list k is that of point k.
  const texel::IdArray* points() const {
    const sort::BucketRanges* ranges = cells_.algorithm().ranges();
    return ranges != nullptr ? &ranges->order : nullptr;
  }

  /// Calls a function with the slots of every list, in the order of the lists.
  using Reader = std::function<void(std::int64_t point, std::span<const std::uint32_t> slots)>;
  void read(const Reader& reader);

 private:
  /// Gets a list and its number, which is not that of its point.
  using ListReader = std::function<void(std::int64_t list, std::span<const std::uint32_t> slots)>;

  void store(std::int64_t firstList, std::int64_t lists, std::uint32_t firstSlot,
             texel::UIntBuffer& slots);
  void readStored(const std::vector<glm::uvec4>& ends, const ListReader& reader);
  void readGathered(const std::vector<glm::uvec4>& ends, const ListReader& reader);

  void gatherPoints();
  /// The inputs of a pass that walks the cells of points.
  std::vector<texel::Input> walkInputs() const;

  const texel::Device* device_;
  std::int64_t points_;
  bool isHashed_;
  CellIndex cells_;
  /// With ranges: the points in the order of their cells.
  struct SortedPoints {
    texel::MapPass gather;
    texel::Vec4Array position;
    std::optional<texel::UInt4Array> tile;  ///< where hashed
  };
  std::optional<SortedPoints> sorted_;
  texel::MapPass countPairs_;
  std::optional<texel::BufferPass> storePairs_;
  std::optional<texel::MapPass> gatherPairs_;
  texel::PrefixSum prefixSum_;
  texel::UInt4Array counts_;
  texel::UInt4Array ends_;
  const texel::Vec4Array* position_ = nullptr;
  const texel::UInt4Array* tile_ = nullptr;
};

}  // namespace gpubuck::search
