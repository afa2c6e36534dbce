// A colour for each particle, by its motion or its place in the lists.
#pragma once

#include <optional>

#include "search/cell_index.h"
#include "texel/array.h"
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

/// The arrays of N particles; each says which colourings need it.
struct ParticleColourInputs {
  const texel::Array* velocity = nullptr;         ///< Speed: Format::Vec4
  const texel::Array* mapping = nullptr;          ///< Cell, ListDepth, Moved: Format::Id
  const texel::Array* previousMapping = nullptr;  ///< Moved; null: nothing counts as moved
  const sort::BucketLists* lists = nullptr;       ///< ListDepth; these or
  const sort::BucketRanges* ranges = nullptr;     ///< ... these, whichever the sort makes
};

class ParticleColours {
 public:
  /// Throws RunError naming shader file and line.
  explicit ParticleColours(const texel::Device& device);

  /// The colours for SceneLook::colours, overwritten by the next call. `scale`: the speed or the
  /// place in the list (0 is the head) at the end of the ramp, > 0; only Speed and ListDepth use
  /// it. Places are whole: ListDepth rounds it up, and follows a list no further. Throws InputError
  /// for a scale out of range and RunError for Species, for arrays that are missing or of the wrong
  /// size, and without GPU memory.
  const texel::Array& run(Colouring colouring, const ParticleColourInputs& inputs,
                          float scale = 1.0f);

 private:
  texel::Array& coloursFor(std::int64_t count);

  const texel::Device* device_;
  texel::MapPass bySpeed_;
  texel::MapPass byCell_;
  texel::MapPass byListPlace_;
  texel::MapPass byRangePlace_;
  texel::MapPass byMove_;
  std::optional<texel::Array> colours_;
};

}  // namespace gpubuck::render
