// The smoothed density of the fluid that a look shows, on a grid.
#pragma once

#include <array>
#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "cells/box.h"
#include "gl/objects.h"
#include "render/scene_passes.h"

namespace gpubuck::render {

/// A grid of cells over the box. On a texture each layer of cells in z is a tile with a margin of
/// one cell on each side. There is a layer before the first layer, and one after the last. The
/// margins and these two layers hold cells beyond the sides of the box. A cell beyond a periodic
/// side repeats the cell at the opposite side. A cell beyond a reflecting side repeats the cell at
/// that side. In two dimensions there is one layer.
struct SurfaceGrid {
  glm::ivec3 cells{1};
  glm::dvec3 edge{1.0};  ///< edges of a cell, length
  double width = 1.0;    ///< standard deviation of the smoothing Gaussian, length
  int dimensions = 3;
  int columns = 1;  ///< number of tiles per row of tiles

  glm::ivec2 tile() const { return {cells.x + 2, cells.y + 2}; }
  /// Returns the density that a particle has at its own place, particles per cell.
  double ownDensity() const;
  int layers() const { return dimensions == 2 ? 1 : cells.z + 2; }
  /// Returns the size of the texture.
  glm::ivec2 texels() const {
    return tile() * glm::ivec2(columns, (layers() + columns - 1) / columns);
  }
  /// Returns the texel of a cell, each of whose coordinates is -1 .. the number of cells.
  glm::ivec2 texelOf(const glm::ivec3& cell) const;
  /// Returns the weights of the cells at distances of 0, 1, 2, ... cells along an axis, up to 4
  /// `width`. The weights on both sides together add up to 1.
  std::vector<float> weights(int axis) const;

  bool operator==(const SurfaceGrid&) const = default;
};

/// Returns the grid for `count` particles in the box. The width of the Gaussian is 0.9 of the mean
/// distance between particles, but at most 0.9 times 0.72 cut-offs, since a fluid may leave most of
/// the box empty. The grid is coarser, and the Gaussian then at least as wide as a cell, if the
/// texture would otherwise have more than kMostSurfaceTexels or longer sides than `longestSide`.
SurfaceGrid surfaceGrid(const cells::Box& box, std::int64_t count, int longestSide);
inline constexpr std::int64_t kMostSurfaceTexels = std::int64_t{6} << 20;
/// The largest number of cells over which the Gaussian extends on each side.
inline constexpr int kMostSurfaceReach = 12;

/// The channels of a density: one per visible species. If there are more than four visible species,
/// or if particles have colours of their own, the channels are the sum of all colours and the
/// density of all particles.
struct SurfaceChannels {
  int count = 0;
  bool blends = false;
  std::uint64_t ofSpecies = 0;  ///< four bits per species: the channel of the species, or 15
  std::array<glm::vec3, 4> colours{};

  /// Sets the uniforms of shaders/render/surface/channels.glsl.
  void setIn(texel::Pass& pass) const;
  /// `colours`: sRGB in 0..1, one per species.
  static SurfaceChannels of(const SceneLook& look, std::span<const glm::vec3> colours);
};

/// Scatters particles onto the cells around them, smooths the sums, and finds the density of each
/// channel's fluid. At the surface the smoothed density is half of this density
/// (shaders/render/surface).
class SurfaceDensity {
 public:
  /// Sets the uniforms of shaders/render/surface/channels.glsl.
  void setIn(texel::Pass& pass) const;
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceDensity(const texel::Device& device, const cells::Box& box,
                 std::span<const glm::vec3> colours);

  /// Computes the density for the species that a look shows. Slice and cut of the look have no
  /// effect. Leaves another framebuffer and viewport bound. Throws RunError if there is too little
  /// GPU memory.
  void compute(const texel::Vec4Array& position, const SceneLook& look);

  const SurfaceGrid& grid() const { return grid_; }
  const SurfaceChannels& channels() const { return channels_; }
  /// Returns the number of particles per cell, in the first `channels().count` channels; filters
  /// linearly.
  const gl::Texture& density() const { return textures_->density; }
  /// Returns one texel of RGBA32F: for each channel about 1 / the density of the channel's fluid,
  /// such that the surfaces enclose the volumes of the particles.
  const gl::Texture& scale() const { return textures_->scale; }
  /// Returns a texture of RGBA8 with one texel per brick: the kind of the brick
  /// (shaders/render/surface/brick.glsl).
  const gl::Texture& bricks() const { return textures_->bricks; }

  /// Sets the uniforms of shaders/render/surface/density.glsl and brick.glsl, and returns the
  /// textures that these shaders read.
  std::vector<texel::Input> show(DrawPass& pass) const;

  /// Returns the constants of the shaders that include surface/density.glsl or surface/brick.glsl.
  static std::string prologue(const cells::Box& box);

 private:
  /// Three sums per channel.
  struct Sums {
    Sums(int width, int height);
    gl::Texture first, second, third;
  };
  struct Textures {
    Textures(const SurfaceGrid& grid, GLenum format);
    gl::Texture density, spare;
    Sums ofRows, ofLayers, all;
    gl::Texture scale, spareScale, bricks;
  };

  void bind(std::span<const gl::Texture* const> targets);
  void setGrid(DrawPass& pass) const;
  void scatter(const texel::Vec4Array& position, const SceneLook& look);
  void addUpSides();
  void smooth();
  /// Adds up over all cells and finds a scale from the sums.
  void addUp(DrawPass& cells, DrawPass& scale);
  void findBricks();

  cells::Box box_;
  std::vector<glm::vec3> colours_;
  int longestSide_;
  ParticlePass scatter_;
  DrawPass fold_, smooth_, moments_, volumes_, sumRows_, scaleByDensity_, scaleByVolume_, bricks_;
  SurfaceGrid grid_;
  SurfaceChannels channels_;
  std::optional<Textures> textures_;
  gl::Framebuffer framebuffer_;
};

}  // namespace gpubuck::render
