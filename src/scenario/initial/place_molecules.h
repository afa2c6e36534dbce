// The initial places of the beads of molecules.
#pragma once

#include <vector>

#include "dpd/model/particle_state.h"
#include "scenario/initial/crowd.h"
#include "scenario/initial/random_stream.h"
#include "scenario/molecule_plan.h"

namespace gpubuck::scenario {

/// Appends a molecule at a random place: each bead at the length of its bond from the bead it is
/// bonded to, in a random direction, with angles the first one straight on where there is room, and
/// the main chain of a ring on a circle. A bond without a length, or with more than half of what
/// fits, begins as long as kT stretches it, at 1/4 to 1. Of eight places and directions the one is
/// taken that is farthest from `crowd`, to which all beads are added. Beads lie in the box and
/// outside of solids. Throws InputError for a molecule that finds no room.
void placeMolecule(const Scenario& scenario, const MoleculePlan& plan, const std::string& name,
                   RandomStream& random, Crowd& crowd, dpd::Particles& particles);

}  // namespace gpubuck::scenario
