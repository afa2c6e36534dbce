// Lists the points near each point of a set. First the neighbours are counted, then the lists are
// filled, so that the lists take no more memory than they need.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cells/cell_index.h"
#include "pairs/pair_settings.h"
#include "pairs/pair_windows.h"
#include "pairs/point_layout.h"
#include "texel/array.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"
#include "texel/work_slices.h"

namespace gpubuck::pairs {

/// A flag in a slot of a list: the distance of the point is so near to the radius that floats
/// cannot decide whether it is a neighbour. The low 24 bits of a slot are the number of the point,
/// or NULL (base/id.h) if the slot is empty.
inline constexpr std::uint32_t kAmbiguous = 0x1000000;

/// Finds the lists of all points on the GPU. The points are first put into the order of their
/// cells, so that a row of cells is one stretch of memory. A walk over such stretches is several
/// times as fast as a walk over linked lists (docs/benchmarks.md). List k belongs to the k-th point
/// in this order. The points within a list are in the order in which the search visits their cells.
/// Algorithm::Auto stands for an algorithm that makes ranges (sort::resolve). If the algorithm
/// makes linked lists, these are converted to ranges.
///
/// On the fast engine one compute pass walks the neighbourhoods and stores the neighbours. On the
/// paper engine, a fragment shader can write only its own texels; the lists are therefore made by
/// windows (pairs/pair_windows.h). The fast engine uses windows, too, on a software renderer if the
/// cells around a point hold more points than one invocation's loops can visit
/// (shaders/texel/loops_ended.glsl).
class PairList {
 public:
  /// Compiles the passes for points on the grid of `layout`. `partWindows` means the same as for
  /// PairWindows.
  PairList(const texel::Device& device, const PointLayout& layout, std::int64_t points,
           ListKind kind, const sort::Settings& settings,
           std::int64_t partWindows = PairWindows::kPartWindows);

  /// Says which points have a list, and which points may be in lists.
  struct Roles {
    /// The points 0 .. centres - 1 are centres and have lists; the lists of other points are empty.
    /// With ListKind::HalfCells, all points that may be in a list also have a list, and a pair has
    /// at least one centre.
    std::int64_t centres = 0;
    std::int64_t firstListed = 0;  ///< the first point that may be in a list
    std::int64_t endListed = 0;    ///< the number after the last point that may be in a list
  };
  /// Sets the roles for the next find() and for calls that use its result. By default all points
  /// have lists and may be in lists.
  void setRoles(const Roles& roles) { roles_ = roles; }

  /// Sorts the points into cells and counts neighbours, so that fill() or read() can be called.
  /// `tile` is null if the layout is not hashed. Both arrays must live until fill() or read() has
  /// been called.
  void find(const texel::Vec4Array& position, const texel::UInt4Array* tile,
            const ShareDone& progress = {});

  /// Returns the number of slots of all lists. On the fast engine a few slots may be empty, since
  /// points are counted up to a slightly larger distance than the distance up to which they are
  /// listed. Waits for the GPU.
  std::uint64_t slots() const;

  /// The points and the lengths of the lists of the last find(), in the order of the lists.
  struct Lists {
    std::vector<std::uint32_t> points;  ///< the point of each list
    std::vector<std::int64_t> ends;     ///< number of slots up to the end of each list
  };
  /// Returns the lists of the last find(). Waits for the GPU.
  Lists lists();

  /// Returns the number of distances that the last find() tested. Each test takes a point with a
  /// list and a point that may be in this list. A pair thus counts twice if both points have lists.
  /// Runs separate passes over the arrays of find(), which must still live. Waits for the GPU.
  std::uint64_t potential();

  /// Returns the number of windows of the last find(), which must have used windows.
  std::int64_t windows() const { return windows_->windows(); }

  /// Stores the lists into `slots`, which must have room for slots() elements, fewer than 2^32.
  /// Only on the fast engine on a GPU, where lists are never made by windows. ends() holds the end
  /// of each list.
  void fill(texel::UIntBuffer& slots);
  /// Returns the number of elements of a buffer for `slots` slots, which are written four at a
  /// time.
  static std::int64_t roomFor(std::int64_t slots);
  /// Returns, for each k, the number of slots of the lists 0 .. k, as a 64-bit number in xy with
  /// its low word in x. Only on the fast engine.
  const texel::UInt4Array& ends() const { return counted_->ends; }
  /// Returns the point of each list.
  const texel::IdArray& points() const { return ranges_.order(cells_); }

  /// Returns the bytes of main memory that read() needs for `slots` slots, in addition to the
  /// memory of its reader.
  std::int64_t readBytes(std::int64_t slots) const;

  /// Calls `reader` with the number and the slots of every list, on several threads at the same
  /// time. `reader` must not throw.
  using Reader = PairWindows::Reader;
  void read(const Lists& lists, const Reader& reader, const ShareDone& progress = {});

  /// Returns the times of the last find(), and of read() since then.
  const GpuClock& clock() const { return clock_; }

 private:
  /// Counts the lists of all points on the fast engine. Returns whether the lists can be stored
  /// with the lengths that were counted.
  bool count(const std::vector<texel::Input>& inputs, const ShareDone& progress);
  void store(const texel::Range& lists, std::uint32_t firstSlot, texel::UIntBuffer& slots);
  void readStored(const Lists& lists, const Reader& reader, const ShareDone& progress);

  /// Puts the points into the order of their cells.
  void gatherPoints(const texel::Vec4Array& position, const texel::UInt4Array* tile);
  /// Returns the inputs of a pass that walks the cells of points.
  std::vector<texel::Input> walkInputs() const;

  /// Members for the fast engine: the lengths of the lists, and the pass that stores them.
  struct Counted {
    texel::MapPass count;
    texel::MapPass store;
    texel::PrefixSum prefixSum;
    texel::UInt4Array counts;
    texel::UInt4Array ends;
    // Buffers for the part of the lists that is downloaded; they are kept for the next search.
    std::optional<texel::UIntBuffer> part{};
    std::optional<texel::ReadBuffer> read{};
    texel::SliceLength countSlices{};
    texel::SliceLength storeSlices{};
  };

  /// Members for potential(), made by its first call.
  struct Potential {
    texel::MapPass listed;
    texel::MapPass count;
    texel::PrefixSum prefixSum;
    texel::UInt4Array counts;
    texel::UInt4Array ends;
  };

  const texel::Device* device_;
  std::int64_t points_;
  std::int64_t partWindows_;
  std::string prologue_;  ///< prologue of the shaders that list points
  Roles roles_;
  cells::CellIndex cells_;
  cells::CellRanges ranges_;
  texel::MapPass gatherPoints_;
  // Positions in the order of cells, either in a texture or in a buffer, and the tiles if cells are
  // hashed.
  std::optional<texel::Vec4Array> position_;
  std::optional<texel::UIntBuffer> positionBuffer_;
  std::optional<texel::UInt4Array> tile_;
  std::optional<Counted> counted_;      ///< null on the paper engine
  std::optional<PairWindows> windows_;  ///< null until a search needs them
  bool inWindows_ = false;              ///< whether the last find() used windows
  std::optional<Potential> potential_;
  GpuClock clock_;
};

}  // namespace gpubuck::pairs
