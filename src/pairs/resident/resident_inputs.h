// The inputs that shaders of searches on the GPU have in common: parts of rows, the distances of
// pairs (shaders/pairs/resident/limits.glsl), lattices and their grids of cells (lattice.glsl).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "texel/array.h"
#include "texel/pass.h"

namespace gpubuck::pairs {

/// Consecutive points and their rows.
struct ResidentPart {
  texel::Range points;
  std::int64_t firstRow;
  std::int64_t rows;
};

/// Returns the definition of a number by its bits, since compilers of shaders may round decimal
/// numbers otherwise: of a variable, since to the reference compiler no function is constant.
std::string doubleConstant(const char* name, double value);

class ResidentLimits {
 public:
  /// With cut-offs per pair of types, the largest is the radius of the settings.
  ResidentLimits(const PairSettings& settings, const std::optional<TypeCutoffs>& cutoffs);

  std::string prologue() const;
  /// Adds the blocks that the shader reads.
  void addBlocks(std::vector<texel::Block>& reads) const;
  /// Adds the inputs of a run.
  void addInputs(std::vector<texel::Input>& inputs) const;
  /// Takes the types of `points` points. Throws what TypeCutoffs::requireTypes throws, and
  /// InputError unless there is a type per point, or none with a single cut-off.
  void takeTypes(std::span<const std::int32_t> types, std::int64_t points);

 private:
  PairSettings settings_;
  std::optional<TypeCutoffs> cutoffs_;
  texel::UIntBuffer limits_;
  std::optional<texel::UIntBuffer> types_{};
};

/// Grids of cells in the lattices of several systems, one after the other. A cell is as wide as the
/// cut-off, or half as wide where points are dense, or wider; in a narrow system the shader visits
/// cells again, as parts of images. Along the directions in which a system is open, cells are
/// counted modulo a small number, so that one stands for many that are far apart, and the extent of
/// the points need not be known.
struct ResidentLattices {
  /// Numbers per system: the reciprocal vectors, the shortest vectors, the sides (9 each), the
  /// sides in each shortest vector (9), then for each shortest vector (3 each) the magnitude of a
  /// turn, the number of cells, the cells within reach and whether it is periodic; the first cell;
  /// and 7 that are unused. Open directions have unit vectors that make the three a basis.
  static constexpr std::size_t kRecord = 56;

  std::vector<double> records;
  std::int64_t cells = 0;  ///< of all systems

  /// System b has the points starts[b] .. starts[b + 1] - 1. Throws InputError with its number for
  /// a cell without volume, and for cells so small that a point would have to visit more than 2^24.
  ResidentLattices(std::span<const Cell> systems, std::span<const std::int64_t> starts,
                   double radius);
};

}  // namespace gpubuck::pairs
