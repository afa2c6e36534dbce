// Lists of the points near each point of a set, of the length they need: counted first, then
// filled.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cells/cell_index.h"
#include "cells/cell_ranges.h"
#include "pairs/gpu_clock.h"
#include "pairs/pair_windows.h"
#include "pairs/point_layout.h"
#include "pairs/portions.h"
#include "texel/array.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"
#include "texel/uint_buffer.h"

namespace gpubuck::pairs {

/// Which of the points near i its list holds.
enum class ListKind {
  Half,  ///< those of larger number: every pair is in one list
  Full   ///< all of them
};

/// A slot of a list: the number of a point in the low 24 bits, NULL (base/id.h) if the slot is
/// empty, and kAmbiguous where the distance is within the margin of the radius, so that floats
/// cannot tell whether the point is near.
inline constexpr std::uint32_t kAmbiguous = 0x1000000;

/// Finds the lists of all points on the GPU, one after another. The points are first put into the
/// order of their cells, so that neighbours are close in memory and a row of cells is one stretch
/// of it, which is walked several times as fast as linked lists (docs/benchmarks.md); list k is
/// that of the point in place k, and has its points in the order of the cells. Algorithm::Auto is
/// one that makes ranges (sort::resolve); the lists of any other are turned into ranges.
///
/// On the fast engine one compute pass walks the neighbourhoods and stores the neighbours. A
/// fragment shader of the paper engine can only write its own texels: pairs/pair_windows.h. The
/// fast engine takes these windows, too, on a software renderer where the cells around a point hold
/// more points than one invocation's loops can visit (shaders/texel/loops_ended.glsl).
class PairList {
 public:
  /// Compiles for points on the grid of `layout`. `partWindows` is that of PairWindows.
  PairList(const texel::Device& device, const PointLayout& layout, std::int64_t points,
           ListKind kind, const sort::Settings& settings,
           std::int64_t partWindows = PairWindows::kPartWindows);

  /// Which points have a list, and which are in the lists of others, by their numbers.
  struct Roles {
    std::int64_t centres = 0;      ///< 0 .. centres - 1 have a list, those of all others are empty
    std::int64_t firstListed = 0;  ///< this one
    std::int64_t endListed = 0;    ///< and all up to this one may be in a list
  };
  /// For the next find() and what follows. At first all points have lists and may be in them.
  void setRoles(const Roles& roles) { roles_ = roles; }

  /// Sorts the points into cells and counts: what fill and read rely on. `tile` is null where the
  /// layout is not hashed. Both must stay until fill or read have been called.
  void find(const texel::Vec4Array& position, const texel::UInt4Array* tile,
            const ShareDone& progress = {});

  /// The slots of all lists. A few may be empty on the fast engine, where points are counted a
  /// little farther out than they are listed. Waits for the GPU.
  std::uint64_t slots() const;

  /// The lists of the last find(), in their order.
  struct Lists {
    std::vector<std::uint32_t> points;  ///< the point of each
    std::vector<std::int64_t> ends;     ///< the slots of each and all before it
  };
  /// Waits for the GPU.
  Lists lists();

  /// The windows of the last find(), if it took any.
  std::int64_t windows() const { return windows_->windows(); }

  /// Fast engine on a GPU: stores the lists into `slots`, which must have room for slots()
  /// elements, fewer than 2^32. ends() has the end of list k.
  void fill(texel::UIntBuffer& slots);
  /// The elements of a buffer of so many slots: they are written four at a time.
  static std::int64_t roomFor(std::int64_t slots);
  /// Fast engine: xy, a 64-bit number with its low word first, the slots of the lists 0 .. k.
  const texel::UInt4Array& ends() const { return counted_->ends; }
  /// The point of each list.
  const texel::IdArray& points() const { return ranges_.order(cells_); }

  /// The bytes of main memory that read() will take for so many slots, beside what its reader
  /// keeps.
  std::int64_t readBytes(std::int64_t slots) const;

  /// Calls a function with the number and the slots of every list, in the order of the lists.
  using Reader = PairWindows::Reader;
  void read(const Lists& lists, const Reader& reader, const ShareDone& progress = {});

  /// Of the last find(), and of read() since.
  const GpuClock& clock() const { return clock_; }

 private:
  /// Fast engine: counts the lists of all points. Returns whether they can be stored as counted.
  bool count(const std::vector<texel::Input>& inputs, const ShareDone& progress);
  void store(const texel::Range& lists, std::uint32_t firstSlot, texel::UIntBuffer& slots);
  void readStored(const Lists& lists, const Reader& reader, const ShareDone& progress);

  /// Puts the points into the order of their cells.
  void gatherPoints(const texel::Vec4Array& position, const texel::UInt4Array* tile);
  /// The inputs of a pass that walks the cells of points.
  std::vector<texel::Input> walkInputs() const;

  /// The fast engine's: how long the lists are, and the pass that stores them.
  struct Counted {
    texel::MapPass count;
    texel::MapPass store;
    texel::PrefixSum prefixSum;
    texel::UInt4Array counts;
    texel::UInt4Array ends;
    // A part of the lists on its way, kept from search to search.
    std::optional<texel::UIntBuffer> part{};
    std::vector<std::uint32_t> slots{};
    Portions countPortions{};
    Portions storePortions{};
  };

  const texel::Device* device_;
  std::int64_t points_;
  std::int64_t partWindows_;
  std::string prologue_;  ///< of the shaders that list points
  Roles roles_;
  cells::CellIndex cells_;
  cells::CellRanges ranges_;
  texel::MapPass gatherPoints_;
  // By cell: the positions in one of the two, and where hashed the tiles.
  std::optional<texel::Vec4Array> position_;
  std::optional<texel::UIntBuffer> positionBuffer_;
  std::optional<texel::UInt4Array> tile_;
  std::optional<Counted> counted_;      ///< on the fast engine
  std::optional<PairWindows> windows_;  ///< once a search has needed them
  bool inWindows_ = false;              ///< whether the last find() did
  GpuClock clock_;
};

}  // namespace gpubuck::pairs
