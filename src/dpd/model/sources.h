// Drivers of a fluid from within: a jet, which accelerates it, a lamp, which heats it, and a drain,
// which takes particles to another place. Plain data; no OpenGL.
#pragma once

#include <glm/vec3.hpp>
#include <vector>

namespace gpubuck::dpd {

/// A sphere, in two dimensions a disc, in which an external force acts. It goes on across periodic
/// sides. A steady jet upwards is a fountain, a periodic one across a tank makes waves.
struct Jet {
  double radius = 0.0;     ///< 0 without a jet
  glm::dvec3 centre{0.0};  ///< in the box
  /// Acceleration at the centre, length / time^2; it falls to 0 at the radius as 1 - (r /
  /// radius)^2.
  glm::dvec3 acceleration{0.0};
  double period = 0.0;  ///< > 0: the acceleration is multiplied by cos(2 pi time / period)

  bool isThere() const { return radius > 0.0; }
  bool operator==(const Jet&) const = default;
};

/// A sphere, in two dimensions a disc, in which particles take up heat or become another species.
struct Lamp {
  double radius = 0.0;     ///< 0 without a lamp
  glm::dvec3 centre{0.0};  ///< in the box
  /// Mean kinetic energy that a particle at rest takes up per unit of time by random kicks, >= 0.
  double power = 0.0;
  /// Empty, or a cold species and the hot one that it becomes under the lamp, with the probability
  /// `heating` per unit of time; elsewhere the hot one becomes cold with `cooling`.
  std::vector<int> turns{};
  double heating = 1.0;  ///< 1 / time, >= 0
  double cooling = 0.0;  ///< 1 / time, >= 0

  bool isThere() const { return radius > 0.0; }
  bool turnsSpecies() const { return isThere() && turns.size() == 2; }
  bool operator==(const Lamp&) const = default;
};

/// A sphere, in two dimensions a disc, from which particles are taken to an outlet: their number
/// stays the same. They come in at rest, at random places in the cube (square) around the outlet
/// whose half edge is the radius. A particle that would come into a solid stays for this step. Not
/// in a fluid with molecules, whose bonds would be torn.
struct Drain {
  double radius = 0.0;     ///< 0 without a drain; at most each side of the box
  glm::dvec3 centre{0.0};  ///< in the box
  glm::dvec3 outlet{0.0};  ///< in the box
  double rate = 5.0;       ///< probability per time that a particle inside is taken, >= 0

  bool isThere() const { return radius > 0.0; }
  bool operator==(const Drain&) const = default;
};

}  // namespace gpubuck::dpd
