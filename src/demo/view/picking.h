// The particle that the user has picked, the particle under the resting pointer, and the facts
// about both, read from the textures.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cells/neighbourhood_info.h"
#include "demo/session/fluid_session.h"
#include "demo/widgets/clock.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {

/// Colour of all marks of a picked particle, sRGB in 0..1.
inline constexpr glm::vec3 kPickColour{1.0F, 0.80F, 0.30F};

/// Tint of the particles that act on the picked particle, sRGB in 0..1. No species has this colour,
/// and the colours of the species remain visible.
inline constexpr glm::vec3 kNearColour{1.0F, 1.0F, 1.0F};

/// A particle in the list or range of its cell.
struct ListedParticle {
  std::int64_t element;  ///< its place in memory, which is its number in the textures
  glm::vec3 place;
};

/// The facts that the window shows of a particle.
struct ParticleFacts {
  // Facts of the present step.
  std::uint32_t id = 0;  ///< the id, which changes only if other particles are removed (Numbering)
  std::int64_t element = 0;  ///< its place in memory: number of its texel in `mapping` and `next`
  int species = 0;
  glm::vec3 place{0.0F};
  glm::vec3 velocity{0.0F};
  cells::Walk walk{};  ///< its cell, and the cells that are searched for its neighbours

  // Facts of the last sort that was read. A large running fluid is not read in each picture.
  cells::NeighbourhoodInfo around{};
  /// For each species in the cells of `walk`, the number of its particles that are neighbours.
  std::map<int, std::int64_t> nearOf{};
  std::vector<ListedParticle>
      listed{};  ///< the first particles in its cell, in the order of the list or range
  std::int64_t rangeBegin = 0;  ///< begin of the range in the texture `order`; 0 for lists
  bool inRanges = false;
};

/// Returns the place of a particle in its cell, "3rd of 5 in its list".
std::string placeText(const cells::NeighbourhoodInfo& around, bool inRanges);
/// Returns the number of a particle's neighbours, "14 within the cut-off, 12 hidden". Species
/// `hidden` are not drawn.
std::string nearText(const ParticleFacts& facts, const std::vector<int>& hidden);
/// Returns the number of cells around a particle, such as 27. Of these cells, the particle's search
/// visits only the cells within the cut-off.
std::int64_t cellsAround(const cells::CellGrid& grid);

class Picking {
 public:
  Picking();
  ~Picking();
  Picking(Picking&&) noexcept;

  /// Picks a particle by its place in memory, or deselects the picked particle.
  void pick(FluidSession& session, std::optional<std::int64_t> element);
  /// Call it before each picture: updates the facts of the picked particle. A particle that no
  /// longer exists, because it was erased or the fluid was replaced, is deselected. If the fluid is
  /// `running`, reads the facts of the sort less often, so that the fluid does not have to wait.
  void follow(FluidSession& session, bool running);

  /// Returns the picked particle, or null.
  const ParticleFacts* picked() const { return picked_ ? &*picked_ : nullptr; }
  /// Returns the number of picks so far.
  int picks() const { return picks_; }

  /// Sets the place of the pointer; call it with each picture. The place is within -1..1 from left
  /// to right and from bottom to top of the picture, or none if the pointer is not over the fluid
  /// or is in use. If `mayRest`, the particle under a resting pointer will be looked up.
  void point(std::optional<glm::dvec2> place, bool mayRest, Clock::time_point now = Clock::now());
  void click(const glm::dvec2& place) { clicked_ = place; }
  /// Returns the place of a click since the last call, if any.
  std::optional<glm::dvec2> takeClick() { return std::exchange(clicked_, std::nullopt); }
  /// Records that the picture under the pointer has changed.
  void noteNewPicture(Clock::time_point now = Clock::now());
  /// Returns the place where the pointer has come to rest, if any, but only once.
  std::optional<glm::dvec2> takeRest();
  /// Sets the particle at the place that takeRest() has returned.
  void hover(FluidSession& session, std::optional<std::int64_t> element);
  const ParticleFacts* hovered() const { return hovered_ ? &*hovered_ : nullptr; }
  /// Returns whether the picture will change without further input.
  bool isWaiting() const { return rests_ == Rest::Waits || fresh_ > 0; }

  /// Returns the emphasis for the surroundings of the picked particle.
  render::Focus focus(const cells::CellGrid& grid) const;
  bool zooms = false;       ///< the camera is to zoom in on the particle
  bool cardAtLeft = false;  ///< whether the card of the picked particle is at the left
  /// Hides particles in cells that the search of the picked particle does not visit.
  bool hidesRest = false;

 private:
  enum class Rest { None, Waits, Asks, Known };
  class Reader;

  Reader& reader(FluidSession& session);

  std::unique_ptr<Reader> reader_;
  int generation_ = -1;
  std::optional<ParticleFacts> picked_, hovered_;
  std::string scenario_;        ///< scenario of the picked particle
  std::int64_t particles_ = 0;  ///< number of particles of the picked particle's fluid
  std::int64_t numbering_ = 0;  ///< numbering of the picked particle's id (Numbering)
  std::int64_t revision_ = -1;  ///< revision of the facts of the present step
  std::int64_t sorted_ = -1;    ///< revision of the facts of the sort
  Clock::time_point sortedAt_;
  double sortedSeconds_ = 0.0;  ///< time to read the facts of the sort
  int picks_ = 0;
  std::optional<glm::dvec2> clicked_, pointed_;
  Clock::time_point restsSince_;
  Rest rests_ = Rest::None;
  int fresh_ = 0;  ///< pictures left until the tooltip has its size
};

}  // namespace gpubuck::demo
