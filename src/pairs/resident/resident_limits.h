// The distances of pairs for shaders (shaders/pairs/resident/limits.glsl): one cut-off, or one per
// pair of types of points.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "pairs/pair_settings.h"
#include "pairs/pair_table.h"
#include "texel/pass.h"
#include "texel/uint_buffer.h"

namespace gpubuck::pairs {

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

}  // namespace gpubuck::pairs
