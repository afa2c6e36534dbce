// The file CONTROL of DL_MESO_DPD: box, temperature, time step.
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario::dl_meso {

/// Reads a CONTROL into the scenario of its FIELD: the box, which is periodic, kT, the time step,
/// the integrator, the seed and the radius of many-body densities. Returns the directives that have
/// no effect here. With `hasBox` the scenario has its box already, and CONTROL may have another,
/// which replaces it. Throws InputError with file and line for an unknown directive, and for one
/// that would change the physics in a way that a scenario cannot express.
std::vector<std::string> readControl(const std::string& path, bool hasBox, Scenario& scenario);

}  // namespace gpubuck::scenario::dl_meso
