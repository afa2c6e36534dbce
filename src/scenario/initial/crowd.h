// Distances from placed particles, for particles that are to begin apart from them.
#pragma once

#include <cstddef>
#include <glm/vec3.hpp>
#include <vector>

#include "cells/box_cells.h"

namespace gpubuck::scenario {

class Crowd {
 public:
  explicit Crowd(const cells::Box& box);

  std::size_t count() const { return places_.size(); }
  /// Adds a particle; `place` is in the box.
  void add(const glm::vec3& place);
  /// Takes out all but the first `count` particles.
  void keep(std::size_t count);
  /// Returns the sum of (1 - r)^2 over the particles at distances r < 1 from a place in the box, as
  /// the energy of simple DPD goes.
  double at(const glm::vec3& place) const;

 private:
  cells::Box box_;
  cells::BoxCells cells_;
  std::vector<std::size_t> heads_;  ///< per cell: 1 + the last particle in it, or 0
  std::vector<std::size_t> nexts_;  ///< per particle: the same of those before it
  std::vector<glm::vec3> places_;
};

}  // namespace gpubuck::scenario
