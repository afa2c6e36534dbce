// The particle that the user has picked, and the one under the pointer that rests: what the
// textures say of them.
#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cells/neighbourhood_info.h"
#include "demo/session/clock.h"
#include "demo/session/fluid_session.h"
#include "render/scene_passes.h"

namespace gpubuck::demo {

/// The colour of all that marks a picked particle, sRGB in 0..1.
inline constexpr glm::vec3 kPickColour{1.0F, 0.80F, 0.30F};

/// Of the particles that act on it: that of no species, which still shows through.
inline constexpr glm::vec3 kNearColour{1.0F, 1.0F, 1.0F};

/// A particle in the list or range of its cell.
struct ListedParticle {
  std::int64_t element;  ///< its place in memory, which the textures number it by
  glm::vec3 place;
};

/// What the window says of a particle.
struct ParticleFacts {
  // Of the present step.
  std::uint32_t id = 0;      ///< stays with it
  std::int64_t element = 0;  ///< its place in memory: its texel in mapping and next
  int species = 0;
  glm::vec3 place{0.0F};
  glm::vec3 velocity{0.0F};
  cells::Walk walk{};  ///< its cell, and those where its neighbours are searched

  // Of the last sort that was looked at, which a large fluid that runs is not in every picture.
  cells::NeighbourhoodInfo around{};
  std::vector<ListedParticle> listed{};  ///< in its cell, in their order, the first of them
  std::int64_t rangeBegin = 0;           ///< where the range begins in the order; of lists 0
  bool inRanges = false;
};

/// "3rd of 5 in its list".
std::string placeText(const cells::NeighbourhoodInfo& around, bool inRanges);
/// How many cells there are around a particle, of which its search walks those that are near
/// enough: 27.
std::int64_t cellsAround(const cells::CellGrid& grid);

class Picking {
 public:
  Picking();
  ~Picking();
  Picking(Picking&&) noexcept;

  /// Picks a particle by its place in memory; nothing: none is picked from now on.
  void pick(FluidSession& session, std::optional<std::int64_t> element);
  /// To be called before each picture: reads where the picked particle is now. One that is no
  /// longer there, since it has been erased or the fluid is another one, is not picked any more.
  /// `running`: the fluid should not wait for much of this.
  void follow(FluidSession& session, bool running);

  /// Null: none is picked.
  const ParticleFacts* picked() const { return picked_ ? &*picked_ : nullptr; }
  /// Rises with each pick.
  int picks() const { return picks_; }

  /// What the pointer is at, -1..1 of the picture; nothing where it is not over the fluid, or does
  /// something there. To be called with each picture; `mayRest`: a pointer that rests asks for what
  /// lies under it.
  void point(std::optional<glm::dvec2> place, bool mayRest, Clock::time_point now = Clock::now());
  void click(const glm::dvec2& place) { clicked_ = place; }
  /// The place of a click since the last call.
  std::optional<glm::dvec2> takeClick() { return std::exchange(clicked_, std::nullopt); }
  /// There is another picture under the pointer.
  void noteNewPicture(Clock::time_point now = Clock::now());
  /// The place where the pointer has begun to rest, to be looked up once.
  std::optional<glm::dvec2> takeRest();
  /// What lies there.
  void hover(FluidSession& session, std::optional<std::int64_t> element);
  const ParticleFacts* hovered() const { return hovered_ ? &*hovered_ : nullptr; }
  /// Whether there will be more to show without input.
  bool isWaiting() const { return rests_ == Rest::Waits || fresh_ > 0; }

  /// How the picture shows the surroundings of the picked particle.
  render::Focus focus(const cells::CellGrid& grid) const;
  bool zooms = false;      ///< the camera is to go near it
  bool hidesRest = false;  ///< what its search does not walk is not drawn

 private:
  enum class Rest { None, Waits, Asks, Known };
  class Reader;

  Reader& reader(FluidSession& session);

  std::unique_ptr<Reader> reader_;
  int generation_ = -1;
  std::optional<ParticleFacts> picked_, hovered_;
  std::string scenario_;        ///< that the picked particle is of,
  std::int64_t particles_ = 0;  ///< how many it had,
  std::int64_t numbering_ = 0;  ///< and with which ids (FluidSession::numbering)
  std::int64_t revision_ = -1;  ///< of the facts of the present step
  std::int64_t sorted_ = -1;    ///< of those of the sort
  Clock::time_point sortedAt_;
  double sortedSeconds_ = 0.0;  ///< that reading those took
  int picks_ = 0;
  std::optional<glm::dvec2> clicked_, pointed_;
  Clock::time_point restsSince_;
  Rest rests_ = Rest::None;
  int fresh_ = 0;  ///< pictures until the tooltip has its size
};

}  // namespace gpubuck::demo
