// Finds the place in memory of each id, or of a single id. Reordering changes the place, but never
// the id.
#pragma once

#include <cstdint>
#include <optional>

#include "dpd/steps/neighbourhood.h"
#include "texel/buffer_pass.h"
#include "texel/scatter_pass.h"

namespace gpubuck::dpd {

/// A map from ids to places, which shaders/dpd/place_of_ids.glsl reads. The paper engine makes the
/// map by drawing points, the fast engine by a compute pass.
class PlacesOfIds {
 public:
  /// Throws RunError without GPU memory.
  PlacesOfIds(const texel::Device& device, const Neighbourhood& neighbourhood,
              std::int64_t particles);

  /// Returns the place of each id among the present particles of `neighbourhood`.
  const texel::IdArray& find(Neighbourhood& neighbourhood);
  /// Discards the map. Call this function after particles have been reordered.
  void reset() { areCurrent_ = false; }

 private:
  std::optional<texel::ScatterPass> points_;
  std::optional<texel::BufferPass> pass_;
  texel::IdArray places_;
  bool areCurrent_ = false;
};

/// Finds the place of one particle. Draws every particle as a point. All points are clipped except
/// the point of the particle with this id.
class FindParticle {
 public:
  explicit FindParticle(const texel::Device& device);

  /// Returns the place of the particle with this id in arrays of the layout of ParticleState, or
  /// nothing if no particle has it. Waits for the GPU.
  std::optional<std::int64_t> run(const texel::Vec4Array& predicted, std::uint32_t id);

 private:
  texel::ScatterPass pass_;
  texel::IdArray found_;
};

}  // namespace gpubuck::dpd
