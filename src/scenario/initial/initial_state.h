// The particles at step 0.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "dpd/model/particle_state.h"
#include "scenario/initial/random_stream.h"
#include "scenario/scenario.h"

namespace gpubuck::scenario {

/// Returns the initial state of a scenario, which is the same for the same scenario and seed on
/// every platform.
///
/// Positions are in [0, L) as floats; in two dimensions z = 0 and v_z = 0. No particle is inside a
/// solid. fluid.density is the mean density outside of solids. Each species has exactly its
/// speciesCounts(). Velocities are Maxwell's: normal with variance kT / mass along each axis, then
/// all shifted so that the total momentum is 0. `predicted` is the velocity itself, since there was
/// no force before step 0. The w of `velocity` (the state of the karpinski-sequence noise) is
/// uniform in [0, 1), or 0 with NoiseStart::Zero.
///
/// Particles are in memory in the order of their cells, so that the first steps read memory in
/// order. Cells are as small as possible, but have edges of at least the cut-off radius, and there
/// are at most kMaxCount cells. Cells are numbered x first, then y, then z. The beads of molecules
/// and bodies (scenario/molecule_plan.h) have the first ids. Without beads, the id of a particle is
/// its place in memory.
///
/// With InitialKind::File the particles come from the file, and their ids follow the order in which
/// formats::readParticles returns them. Velocities, bonds and angles are kept if the file has any.
/// Bonds and angles must match the scenario's molecules if it has any.
///
/// Throws InputError if the file is invalid, has another number of particles than particleCount(),
/// or has a particle inside a solid. Also throws the errors of fillRegions and placeMolecule.
dpd::ParticleState makeInitialState(const Scenario& scenario);

/// Makes the initial state from the particles of a file or a caller instead of the particles of the
/// scenario; `source` names the file or the caller in errors.
dpd::ParticleState makeInitialState(const Scenario& scenario, const dpd::Particles& given,
                                    const std::string& source);

/// Makes the initial state in portions, for callers that do other work in between. The bits of the
/// state do not depend on the portions.
class InitialStateMaker {
 public:
  explicit InitialStateMaker(const Scenario& scenario);
  InitialStateMaker(const Scenario& scenario, const dpd::Particles& given,
                    const std::string& source);
  InitialStateMaker(InitialStateMaker&&) noexcept;
  InitialStateMaker& operator=(InitialStateMaker&&) noexcept;
  ~InitialStateMaker();

  /// Does about as much work as placing `particles` (> 0) particles takes. Returns true when all
  /// the work is done. Throws the errors of makeInitialState.
  bool advance(std::int64_t particles);
  /// Returns the share of the work that is done, 0..1.
  double share() const;
  /// Does the rest of the work and moves the state out.
  dpd::ParticleState finish();

 private:
  class Work;
  std::unique_ptr<Work> work_;
};

/// A plane wave, amplitude * cos(number . r + phase).
struct InterfaceWave {
  double amplitude = 0.0;
  glm::dvec3 number{0.0};  ///< 2 pi / length along each axis, 0 along the axis of the layers
  double phase = 0.0;
};

/// Returns the waves of InitialKind::Layers in this box: the waves of one mode, or the spectrum of
/// `initial`. A mode takes no random numbers. It consists of two plane waves, whose sum is a
/// product of two cosines.
std::vector<InterfaceWave> makeInterfaceWaves(const Initial& initial, const cells::Box& box,
                                              RandomStream& random);

/// Returns the height by which the interfaces are raised at `position`: the sum of the waves.
double displacement(const std::vector<InterfaceWave>& waves, const glm::dvec3& position);

}  // namespace gpubuck::scenario
