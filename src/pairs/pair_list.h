// Lists of the points near each point of a set, with exactly the length they need: they are counted
// first, then filled.
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

/// A slot of a list: the number of a point in the low 24 bits, NULL (base/id.h) if the slot is
/// empty, and kAmbiguous if the distance is within the margin of the radius, so that floats cannot
/// decide whether the point is near.
inline constexpr std::uint32_t kAmbiguous = 0x1000000;

/// Finds the lists of all points on the GPU. The points are first put into the order of their
/// cells, so that neighbours are close in memory and a row of cells is one stretch of memory, which
/// is walked several times as fast as linked lists (docs/benchmarks.md). List k belongs to the
/// point in place k, and has its points in the order of the cells. Algorithm::Auto stands for an
/// algorithm that makes ranges (sort::resolve); lists of other algorithms are converted to ranges.
///
/// On the fast engine one compute pass walks the neighbourhoods and stores the neighbours. A
/// fragment shader of the paper engine can only write its own texels, and uses windows:
/// pairs/pair_windows.h. The fast engine uses windows, too, on a software renderer if the cells
/// around a point hold more points than one invocation's loops can visit
/// (shaders/texel/loops_ended.glsl).
class PairList {
 public:
  /// Compiles for points on the grid of `layout`. `partWindows` has the meaning of PairWindows'.
  PairList(const texel::Device& device, const PointLayout& layout, std::int64_t points,
           ListKind kind, const sort::Settings& settings,
           std::int64_t partWindows = PairWindows::kPartWindows);

  /// The numbers of the points that have a list, and of the points that may be in lists.
  struct Roles {
    /// The points 0 .. centres - 1 have lists; the lists of other points are empty. With HalfCells
    /// all points that may be in a list have one, and at least one point of a pair is a centre.
    std::int64_t centres = 0;
    std::int64_t firstListed = 0;  ///< the first point that may be in a list
    std::int64_t endListed = 0;    ///< the number after the last point that may be in a list
  };
  /// Sets the roles for the next find() and the calls after it. By default all points have lists
  /// and may be in lists.
  void setRoles(const Roles& roles) { roles_ = roles; }

  /// Sorts the points into cells and counts neighbours, for fill and read. `tile` is null if the
  /// layout is not hashed. Both arrays must live until fill or read have been called.
  void find(const texel::Vec4Array& position, const texel::UInt4Array* tile,
            const ShareDone& progress = {});

  /// Returns the number of slots of all lists. On the fast engine a few slots may be empty, since
  /// points are counted up to a slightly larger distance than they are listed. Waits for the GPU.
  std::uint64_t slots() const;

  /// The points and the lengths of the lists of the last find(), in the order of the lists.
  struct Lists {
    std::vector<std::uint32_t> points;  ///< the point of each list
    std::vector<std::int64_t> ends;     ///< number of slots up to the end of each list
  };
  /// Waits for the GPU.
  Lists lists();

  /// Returns the number of distances that the last find() tested, each between a point with a list
  /// and a point that may be in it; a pair counts twice if both have lists. Takes passes of its
  /// own, and the arrays of find(). Waits for the GPU.
  std::uint64_t potential();

  /// Returns the number of windows of the last find(), if it used any.
  std::int64_t windows() const { return windows_->windows(); }

  /// Stores the lists into `slots`, on the fast engine on a GPU. `slots` must have room for slots()
  /// elements, fewer than 2^32. ends() holds the end of each list.
  void fill(texel::UIntBuffer& slots);
  /// Returns the number of elements of a buffer for `slots` slots, which are written four at a
  /// time.
  static std::int64_t roomFor(std::int64_t slots);
  /// Returns, on the fast engine, the number of slots of the lists 0 .. k in xy, a 64-bit number
  /// with its low word first.
  const texel::UInt4Array& ends() const { return counted_->ends; }
  /// Returns the point of each list.
  const texel::IdArray& points() const { return ranges_.order(cells_); }

  /// Returns the bytes of main memory that read() needs for `slots` slots, in addition to the
  /// memory of its reader.
  std::int64_t readBytes(std::int64_t slots) const;

  /// Calls `reader` with the number and the slots of every list, on several threads at the same
  /// time. It must not throw.
  using Reader = PairWindows::Reader;
  void read(const Lists& lists, const Reader& reader, const ShareDone& progress = {});

  /// Returns the times of the last find(), and of read() since then.
  const GpuClock& clock() const { return clock_; }

 private:
  /// Counts the lists of all points on the fast engine. Returns whether the lists can be stored as
  /// counted.
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
    // Buffers for the part of the lists that is downloaded, kept from search to search.
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
  // Positions in the order of cells, in one of the two forms, and the tiles if cells are hashed.
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
