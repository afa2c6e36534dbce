// The smoothed density of the fluid that a look shows, on a grid.
#pragma once

#include <array>
#include <glm/vec3.hpp>
#include <optional>
#include <span>
#include <vector>

#include "gl/objects.h"
#include "render/scene_passes.h"
#include "render/surface/surface_grid.h"

namespace gpubuck::render {

/// The channels of a density: one per visible species; or, if these are more than four or particles
/// have colours of their own, the sum of all colours and the density of all.
struct SurfaceChannels {
  int count = 0;
  bool blends = false;
  std::uint64_t ofSpecies = 0;  ///< four bits per species: its channel, or 15
  std::array<glm::vec3, 4> colours{};

  /// Sets the uniforms of shaders/render/surface/channels.glsl.
  void setIn(texel::Pass& pass) const;
  /// `colours`: sRGB in 0..1, one per species.
  static SurfaceChannels of(const SceneLook& look, std::span<const glm::vec3> colours);
};

/// Scatters particles onto the cells around them, smooths, and finds the density of the fluid that
/// each channel is in: a share of 1 / 2 of it is at its surface (shaders/render/surface).
class SurfaceDensity {
 public:
  /// Sets the uniforms of shaders/render/surface/channels.glsl.
  void setIn(texel::Pass& pass) const;
  /// `colours`: sRGB in 0..1, one per species.
  SurfaceDensity(const texel::Device& device, const cells::Box& box,
                 std::span<const glm::vec3> colours);

  /// Computes it for the species that a look shows, without its slice and its cut. Leaves another
  /// framebuffer and viewport bound. Throws RunError without GPU memory.
  void compute(const texel::Vec4Array& position, const SceneLook& look);

  const SurfaceGrid& grid() const { return grid_; }
  const SurfaceChannels& channels() const { return channels_; }
  /// Particles per cell, in the first `channels().count` channels; filters linearly.
  const gl::Texture& density() const { return textures_->density; }
  /// One texel of RGBA32F: 1 / density of the fluid in which each channel is, almost: the surfaces
  /// enclose the volumes of the particles.
  const gl::Texture& scale() const { return textures_->scale; }
  /// One texel of RGBA8 per brick: its kind (shaders/render/surface/brick.glsl).
  const gl::Texture& bricks() const { return textures_->bricks; }

  /// Sets the uniforms of shaders/render/surface/density.glsl and brick.glsl, and returns their
  /// textures.
  std::vector<texel::Input> show(DrawPass& pass) const;

  /// Constants that shaders need which include them.
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
