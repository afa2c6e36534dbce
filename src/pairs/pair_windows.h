// Lists the points near each point by passes of OpenGL 3.3, in which an invocation can write only
// its own element. Also declares the clock of searches on the GPU.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "gl/context.h"
#include "texel/array.h"
#include "texel/map_pass.h"
#include "texel/prefix_sum.h"
#include "texel/work_slices.h"

namespace gpubuck::pairs {

/// Measures, in milliseconds of wall clock, the times of searching and of downloading. Work of the
/// processor counts for neither time.
class GpuClock {
 public:
  void reset() { *this = {}; }
  /// Marks the beginning of work on the GPU.
  void begin() { watch_.lap(); }
  /// Waits until the GPU has completed this work, and adds the time to search().
  void searched() {
    gl::finish();
    search_ += watch_.lap();
  }
  /// Adds the time since the last call of begin(), searched() or downloaded() to download().
  void downloaded() { download_ += watch_.lap(); }

  double search() const { return search_; }
  double download() const { return download_; }

 private:
  Stopwatch watch_;
  double search_ = 0.0;
  double download_ = 0.0;
};

/// Maximum number of candidates per window. The candidates of a point are all points in the cells
/// that are searched for its neighbours. Windows limit the work of an invocation, so that the total
/// work is proportional to the number of candidates for any distribution of points. The hits of a
/// window are stored as one bit per candidate. Two texels hold these bits and the number of the
/// window's list.
inline constexpr int kWindow = 224;

/// A function that takes the finished share of the work, 0..1. An exception from the function ends
/// the search.
using ShareDone = std::function<void(double share)>;

/// Counts the candidates of each point, finds the near candidates (hits) of each window, and
/// gathers the hits in blocks of 16 slots. All windows together may need too much memory, so that
/// they are processed in parts. Only the hits of one part at a time are in memory. If there are so
/// few points that one part holds all windows, each candidate is tested only once. Otherwise it is
/// tested twice: once to count hits, and once to gather them.
class PairWindows {
 public:
  /// A function that takes the number of a list and its slots.
  using Reader = std::function<void(std::int64_t list, std::span<const std::uint32_t> slots)>;
  /// Calls `reader` with the lists from number `first` on, on several threads at the same time. The
  /// first element of `slots` is the slot with the number `begin`. `ends` has, for each list, the
  /// number after its last slot.
  static void readLists(const Reader& reader, std::int64_t first,
                        std::span<const std::int64_t> ends, std::int64_t begin,
                        std::span<const std::uint32_t> slots);

  /// Number of windows per part: enough to keep a GPU busy. They take 100 MB.
  static constexpr std::int64_t kPartWindows = std::int64_t{1} << 20;

  /// Compiles the passes for `lists` lists. `prologue` is the beginning of their shaders. A part
  /// has at most `partWindows` windows.
  PairWindows(const texel::Device& device, const std::string& prologue, std::int64_t lists,
              std::int64_t partWindows);

  /// Counts candidates and hits. `walk` has the inputs of a pass that walks the cells. Waits for
  /// the GPU.
  void find(const std::vector<texel::Input>& walk, GpuClock& clock, const ShareDone& progress = {});

  /// Returns the number of slots of each list.
  const std::vector<std::uint32_t>& lengths() const { return lengths_; }
  /// Returns PairList::readBytes(slots) for the next read().
  std::int64_t readBytes(std::int64_t slots) const;
  /// Returns the number of windows of all lists.
  std::int64_t windows() const { return windowEnds_.empty() ? 0 : windowEnds_.back(); }

  /// Calls `reader` for every list, in the order of the lists. `walk` must be as in the last
  /// find().
  void read(const std::vector<texel::Input>& walk, const Reader& reader, GpuClock& clock,
            const ShareDone& progress = {});

 private:
  static constexpr std::size_t kTexels = 4;  ///< texels per block
  static constexpr std::int64_t kBlock = 4 * kTexels;

  /// Consecutive windows and their hits.
  struct Part {
    Part(const texel::Device& device, std::int64_t windows);

    std::int64_t first = 0;
    std::int64_t count = 0;
    texel::UInt4Array counts;
    texel::UInt4Array ends;
    std::array<texel::UInt4Array, 2> hits;
    texel::PrefixSum prefixSum;
    /// `ends` in main memory. For the windows up to and including a window, x is the number of
    /// slots, and z is the number of blocks.
    std::vector<glm::uvec4> endOf;

    bool holds(std::int64_t window) const { return window >= first && window < first + count; }
    std::uint32_t blocksBefore(std::int64_t window) const;
    std::uint32_t slotsOf(std::int64_t window) const;
  };

  /// Consecutive blocks of the present part, in main memory.
  struct Blocks {
    std::int64_t first = 0;
    std::int64_t count = 0;
    std::array<std::vector<glm::uvec4>, kTexels> texels;
  };

  /// Finds the hits of the part that begins with `firstWindow`. This part then is the present part.
  void findPart(const std::vector<texel::Input>& walk, std::int64_t firstWindow, GpuClock& clock,
                const ShareDone& progress);
  /// Gathers the blocks of the window `firstWindow` of the present part, and of as many windows
  /// after it as fit.
  void gather(const std::vector<texel::Input>& walk, std::int64_t firstWindow, Blocks& blocks,
              GpuClock& clock);
  /// Appends the slots of a window from its gathered blocks.
  void append(std::int64_t window, const Blocks& blocks, std::vector<std::uint32_t>& slots) const;

  const texel::Device* device_;
  std::int64_t lists_;
  std::int64_t partWindows_;
  texel::MapPass countCandidates_;
  texel::MapPass findHits_;
  texel::MapPass gatherPairs_;
  texel::PrefixSum prefixSum_;
  texel::UInt4Array searched_;
  texel::UInt4Array counts_;
  texel::UInt4Array ends_;
  std::optional<Part> part_;
  std::vector<texel::UInt4Array> slots_;  ///< empty, or kTexels arrays
  std::vector<std::int64_t> windowEnds_;  ///< number of windows up to the end of each list
  std::vector<std::uint32_t> lengths_;
  std::vector<std::uint32_t> readSlots_;  ///< slots of the lists that read() passes to its reader
                                          ///< next
  std::vector<std::int64_t> readEnds_;    ///< the end of each of these lists in readSlots_
  texel::SliceLength slices_;
};

}  // namespace gpubuck::pairs
