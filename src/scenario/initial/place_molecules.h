// The initial places of the beads of molecules.
#pragma once

#include <vector>

#include "dpd/model/particle_state.h"
#include "scenario/initial/random_stream.h"
#include "scenario/molecule_plan.h"

namespace gpubuck::scenario {

/// Appends a molecule at a random place: each bead at the length of its bond (0.5 where that is
/// more than half of what fits, or 0) from the bead it is bonded to, in random directions, with
/// angles the first one straight on where there is room, and the main chain of a ring on a circle.
/// Beads lie in the box and outside of the obstacle. Throws InputError for a molecule that finds no
/// room.
void placeMolecule(const Scenario& scenario, const MoleculePlan& plan, const std::string& name,
                   RandomStream& random, dpd::Particles& particles);

}  // namespace gpubuck::scenario
