// A colour for each particle, by its motion or its place in the lists.
#pragma once

#include <optional>

#include "cells/cell_index.h"
#include "texel/map_pass.h"

namespace gpubuck::render {

enum class Colouring {
  Species,    ///< the colours of the species, which Scene draws by itself
  Speed,      ///< rampColour(|v| / scale)
  Cell,       ///< an arbitrary colour for each cell, always the same
  ListDepth,  ///< rampColour(1 - place / scale) by the place in the cell's list or range, 0 for the
              ///< first; kMutedColour for a particle that is not in its cell's
  Moved       ///< kSignalColour for particles that changed their cell, kMutedColour for the others
};

/// The colours are for SceneLook::colours; the next call overwrites them.
class ParticleColours {
 public:
  explicit ParticleColours(const texel::Device& device);

  /// Speed. `scale`: the speed at the end of the ramp, > 0.
  const texel::Vec4Array& bySpeed(const texel::Vec4Array& velocity, float scale);

  /// Cell or ListDepth, by cells that are current. `scale`: the place in the list (0 is the head)
  /// at the end of the ramp of ListDepth, > 0; it is rounded up, and a list is followed no further.
  const texel::Vec4Array& byCells(Colouring colouring, const cells::CellIndex& cells, float scale);

  /// Moved, by the cell of each particle now and before. All have kMutedColour if `before` is null.
  const texel::Vec4Array& byMoves(const texel::IdArray& mapping, const texel::IdArray* before);

 private:
  texel::Vec4Array& coloursFor(std::int64_t count);

  const texel::Device* device_;
  texel::MapPass speed_;
  texel::MapPass cell_;
  texel::MapPass placeInList_;
  texel::MapPass placeInRange_;
  texel::MapPass move_;
  std::optional<texel::Vec4Array> colours_;
};

}  // namespace gpubuck::render
