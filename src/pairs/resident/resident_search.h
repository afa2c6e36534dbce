// The pairs of points that are in the memory of a GPU, into which the results go, too.
#pragma once

#include <cstdint>
#include <functional>
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

/// The formats of numbers in buffers of a ResidentSearch.
struct ResidentFormats {
  bool isDoubleIn = true;   ///< coordinates are double, otherwise float
  bool isDoubleOut = true;  ///< lengths are double, otherwise rounded to float

  bool operator==(const ResidentFormats&) const = default;
};

/// Options of a ResidentSearch beyond the rule of its settings.
struct ResidentOptions {
  /// Cut-offs per pair of types, whose largest is the radius of the settings.
  std::optional<TypeCutoffs> cutoffs{};
  /// If above 0, pairs within radius + skin are kept, and searched again only when a point has
  /// moved by half of the skin, or the systems have changed.
  double skin = 0.0;
  /// Rows that are stored at the same time, unless one point has more.
  std::int64_t mostRows = std::int64_t{1} << 23;
};

/// The role of points in a search.
struct ResidentSets {
  /// For pairs between two sets, the number of points in the first, which come before the others.
  std::optional<std::int64_t> points{};
  /// The type of each point, where cut-offs depend on types.
  std::span<const std::int32_t> types{};
};

class ResidentVerlet;

/// Searches for pairs within each of several systems, on the GPU alone and in double precision
/// throughout: the processor reads no more than the number of pairs. Rows come in order of i, or
/// with PairOrder::ByBoth as a PairTable has them. They follow PairRule bit for bit.
///
/// Points are wrapped into the lattices of their systems and sorted into cells
/// (ResidentLattices); an invocation walks the cells around a point, twice: the rows are counted
/// first, then stored. Needs compute shaders (OpenGL 4.3). A software renderer ends loops of many
/// iterations (shaders/texel/loops_ended.glsl), so that this is for GPUs.
class ResidentSearch {
 public:
  /// Throws InputError for a radius or skin that is not a length, and RunError below OpenGL 4.3.
  ResidentSearch(const texel::Device& device, const PairSettings& settings,
                 const ResidentFormats& formats, const ResidentOptions& options = {});

  /// Counts the pairs of points, three coordinates each. System b has the points starts[b] ..
  /// starts[b + 1] - 1 and systems[b]. Returns the number of rows. Throws what ResidentLattices
  /// and ResidentLimits::takeTypes throw, InputError for a point that is not finite, or farther
  /// than 1e8 cut-offs from the origin or its cell, and for two sets with a skin. `points` must
  /// live until the rows have been read.
  std::int64_t find(const texel::UIntBuffer& points, std::span<const std::int64_t> starts,
                    std::span<const Cell> systems, const ResidentSets& sets = {});

  /// Returns how often find() has searched, rather than selected from the list of a skin.
  std::int64_t searches() const { return searches_; }
  /// Returns the number of points with rows in the last find(), which is the size of the first set.
  std::int64_t points() const { return pointCount_; }

  /// Returns the room that read() needs: the rows of the largest part of the last find().
  std::int64_t partRows() const { return longestPart_; }

  /// Buffers with room for partRows() rows. Numbers of points take two words or, unless wide, one;
  /// shifts three; distances and vectors as many as their lengths.
  struct Columns {
    texel::UIntBuffer& first;
    texel::UIntBuffer& second;
    texel::UIntBuffer& shifts;
    /// Both or neither.
    texel::UIntBuffer* distances = nullptr;
    texel::UIntBuffer* vectors = nullptr;
    bool isWide = true;
  };
  /// Writes the rows of the last find() to the columns, part by part, and calls `take` after each,
  /// when the columns hold its rows. A part may leave out points that have no pairs.
  using Take = std::function<void(const ResidentPart& part)>;
  void read(const Columns& to, const Take& take);

  /// Writes the offsets of the rows of the last find(), of two words each: the first is 0, and one
  /// follows each point.
  void writeOffsets(texel::UIntBuffer& to);

  ~ResidentSearch();

 private:
  /// The objects on the GPU for a number of points and of cells.
  struct Room;
  /// Rows of a part, before they are columns.
  struct Slots;
  /// Searches for the rows.
  void search(std::span<const std::int64_t> starts, std::span<const Cell> systems);
  /// Keeps the rows of a search.
  void keep(std::span<const std::int64_t> starts, std::span<const Cell> systems);
  /// Finds the ends of rows from their lengths, and the parts.
  void countRows();
  void requireNear(std::span<const std::int64_t> starts) const;
  /// Makes room for these numbers of points, cells and systems, unless there is enough.
  void makeRoom(std::int64_t points, std::int64_t cells, std::int64_t systems);
  std::vector<texel::Input> walkInputs() const;
  std::vector<texel::Input> keptInputs() const;
  /// Divides the points, so that no part has more than mostRows_ rows.
  void divide();
  void makeSlots();
  /// Writes the slots of a part of a search.
  void storeSlots(const ResidentPart& part, texel::UIntBuffer& to);
  void store(const ResidentPart& part, const Columns& to);

  const texel::Device* device_;
  PairSettings settings_;  ///< with the longer radius of a skin
  std::int64_t mostRows_;
  ResidentLimits limits_;
  std::unique_ptr<ResidentVerlet> verlet_;  ///< null without a skin
  texel::MapPass place_;
  texel::MapPass gather_;
  texel::MapPass count_;
  texel::MapPass lengths_;
  texel::MapPass store_;
  texel::MapPass shifts_;
  texel::MapPass sort_;
  texel::MapPass ids_;
  texel::MapPass vectors_;
  texel::MapPass offsets_;
  std::unique_ptr<Room> room_;
  std::unique_ptr<Slots> slots_;
  // The state that the last find() left.
  const texel::UIntBuffer* points_ = nullptr;
  std::int64_t pointCount_ = 0;
  std::int64_t placedCount_ = 0;  ///< points of both sets
  std::int64_t firstOther_ = 0;   ///< 0 within one set
  std::int64_t searches_ = 0;
  std::vector<ResidentPart> parts_;
  std::int64_t longestPart_ = 0;
};

}  // namespace gpubuck::pairs
