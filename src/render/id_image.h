// Pictures of the textures of a sort: mapping, heads and links, one pixel per texel.
#pragma once

#include <cstdint>
#include <optional>

#include "texel/map_pass.h"

namespace gpubuck::render {

enum class IdShading {
  Raw,     ///< the bytes of the id as red, green and blue; NULL is white
  Ramp,    ///< rampColour(id / largest id), NULL in kSignalColour
  Visited  ///< kMutedColour where the flag is set, else kSignalColour
};

/// A picture of one array at a time. Row 0 of the array is row 0 of the texture, which a GUI that
/// counts rows from the top shows at the top. Texels past the last element are dark grey.
class IdImage {
 public:
  explicit IdImage(const texel::Device& device);

  /// Returns an opaque picture with the size of the array. The next call may overwrite or replace
  /// it. `largest` is the id at the end of the ramp, >= 0. Throws RunError without GPU memory.
  const gl::Texture& draw(const texel::IdArray& ids, IdShading shading, std::int64_t largest);

 private:
  const texel::Device* device_;
  texel::MapPass pass_;
  std::optional<texel::IdArray> picture_;
};

}  // namespace gpubuck::render
