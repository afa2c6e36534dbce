// Colours of the particles by their motion or by their place in the lists.
#pragma once

#include <optional>
#include <span>

#include "cells/cell_index.h"
#include "dpd/model/fluid.h"
#include "texel/map_pass.h"

namespace gpubuck::render {

enum class Colouring {
  Species,    ///< the colours of the species, which Scene uses by default
  Speed,      ///< rampColour((|v| - low) / (high - low))
  Cell,       ///< a colour for each cell that depends only on the cell's number
  ListDepth,  ///< rampColour(1 - place / scale), with the place in the list or range of the
              ///< particle's cell, counted from 0; kMutedColour for a particle that is not in this
              ///< list or range
  Round,      ///< a colour for the round of the sort that put the particle into its list (byRounds)
  Density,    ///< rampColour((density - low) / (high - low))
  Moved,      ///< kSignalColour for particles that changed their cell, else kMutedColour
  Temperature  ///< rampColour((temperature - low) / (high - low)) (byTemperature)
};

/// Computes the colours for SceneLook::colours. Each call overwrites the colours that the call
/// before has returned.
class ParticleColours {
 public:
  explicit ParticleColours(const texel::Device& device);

  /// Returns the colours by Speed. `low` and `high` > `low` are the speeds at the ends of the ramp.
  const texel::Vec4Array& bySpeed(const texel::Vec4Array& velocity, float low, float high);

  /// Returns the colours by Cell or ListDepth; `cells` must be current. `scale` is the place in the
  /// list (0 is the head) at the end of the ramp of ListDepth, > 0. `scale` is rounded up, and
  /// lists are followed only up to this place.
  const texel::Vec4Array& byCells(Colouring colouring, const cells::CellIndex& cells, float scale);

  /// Returns the colours by Round; `cells` must be current lists. Shows the first `rounds` (> 0)
  /// rounds of the sort. Particles of the last of these rounds have kSignalColour, particles of an
  /// earlier round have rampColour(round / scale), where rounds count from 0, and particles of
  /// later rounds have kMutedColour. `scale` (> 0) is rounded up.
  const texel::Vec4Array& byRounds(const cells::CellIndex& cells, int rounds, float scale);

  /// Returns the colours by Density. `density` has the densities in x, each at the place that
  /// `placeOfId` has for the particle's id, and `predicted` has the ids of the particles in w.
  /// `low` and `high` > `low` are the densities at the ends of the ramp.
  const texel::Vec4Array& byDensity(const texel::Vec4Array& density,
                                    const texel::IdArray& placeOfId,
                                    const texel::Vec4Array& predicted, float low, float high);

  /// Returns the colours by Temperature, which is k_BT around each particle. This temperature
  /// follows from the kinetic energy of the particles in the particle's cell and in the cells next
  /// to this cell. Velocities are relative to the mean velocity of each cell, so that flow does not
  /// count. A particle that is alone in these cells has kMutedColour. `cells` must be current.
  /// `position` has the species in w, and `species` has the masses of the species.
  const texel::Vec4Array& byTemperature(const cells::CellIndex& cells,
                                        const texel::Vec4Array& position,
                                        const texel::Vec4Array& velocity,
                                        std::span<const dpd::Species> species, float low,
                                        float high);

  /// Returns kMutedColour for all particles.
  const texel::Vec4Array& muted(std::int64_t count);

  /// Returns the colours by Moved, from the present and the previous cell of each particle. All
  /// particles have kMutedColour if `before` is null.
  const texel::Vec4Array& byMoves(const texel::IdArray& mapping, const texel::IdArray* before);

 private:
  texel::Vec4Array& coloursFor(std::int64_t count);

  const texel::Device* device_;
  texel::MapPass speed_;
  texel::MapPass cell_;
  texel::MapPass placeInList_;
  texel::MapPass placeInRange_;
  texel::MapPass round_;
  texel::MapPass density_;
  texel::MapPass move_;
  texel::MapPass heatOfLists_;
  texel::MapPass heatOfRanges_;
  texel::MapPass temperature_;
  std::optional<texel::Vec4Array> colours_;
  std::optional<texel::Vec4Array> heat_;  ///< thermal motion within each cell
};

}  // namespace gpubuck::render
