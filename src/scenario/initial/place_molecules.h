// The initial places of the beads of molecules. Also a crowd: the particles placed so far, from
// which further particles keep a distance.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <vector>

#include "cells/box.h"
#include "dpd/model/particle_state.h"
#include "scenario/initial/random_stream.h"
#include "scenario/molecule_plan.h"

namespace gpubuck::scenario {

class Crowd {
 public:
  explicit Crowd(const cells::Box& box);

  std::size_t count() const { return places_.size(); }
  /// Adds a particle; `place` is in the box.
  void add(const glm::vec3& place);
  /// Removes all particles except the first `count`.
  void keep(std::size_t count);
  /// Returns the sum of (1 - r)^2 over the particles at distances r < 1 from a place in the box.
  /// With the law dpd and one repulsion for all pairs, the energy is proportional to this sum.
  double at(const glm::vec3& place) const;

 private:
  cells::Box box_;
  cells::BoxCells cells_;
  std::vector<std::size_t>
      heads_;  ///< for each cell 1 + the number of the last particle in it, or 0
  std::vector<std::size_t> nexts_;  ///< for each particle 1 + the number of the previous particle
                                    ///< in its cell, or 0
  std::vector<glm::vec3> places_;
};

/// Appends a molecule at a random place. Each bead lies at the length of the bond from the bead to
/// which it is bonded. In a molecule with angles, the first bond that leads on from a bead goes
/// straight on if the place there is free. Other directions, and the place of the first bead, are
/// the emptiest of eight random ones (Crowd::at). The main chain of a ring lies on a circle. A bond
/// of length 0 begins with the length to which kT stretches it, clamped to 1/4..1, but at most half
/// of dpd::longestBond(). All beads are added to `crowd`. Beads lie in the box and outside of
/// solids. Throws InputError if there is no room for the molecule.
void placeMolecule(const Scenario& scenario, const MoleculePlan& plan, const std::string& name,
                   RandomStream& random, Crowd& crowd, dpd::Particles& particles);

}  // namespace gpubuck::scenario
