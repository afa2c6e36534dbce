// Scenarios from the input files of DL_MESO_DPD (https://www.ccp5.ac.uk/dl_meso), as in the
// exercises of the CCP5 summer school. Also declares the reader of the file CONTROL: box,
// temperature, time step.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario::dl_meso {

/// Reads a CONTROL into the scenario of its FIELD: the periodic box, kT, the time step, the
/// integrator, the seed and the radius of many-body densities. Returns the directives that have no
/// effect here. With `hasBox`, the scenario already has a box, but a box in CONTROL replaces it.
/// Throws InputError with file and line for an unknown directive, and for a directive whose physics
/// a scenario cannot express.
std::vector<std::string> readControl(const std::string& path, bool hasBox, Scenario& scenario);

/// Returns whether a path leads to a file FIELD, or to a folder with a file FIELD.
bool isInput(const std::filesystem::path& path);

/// The scenario of a FIELD, and of the CONTROL and CONFIG in its folder.
struct Input {
  std::string field;     ///< the path of FIELD
  Scenario scenario{};   ///< not validated as a whole
  std::string unused{};  ///< parts of FIELD and CONTROL without effect, for tellLeftOut()
};

/// Reads a FIELD, and the CONTROL and CONFIG in its folder. Particles begin at random places, or at
/// the places in the CONFIG if there is such a file. Throws InputError with file and line for
/// features that a scenario cannot express (field.h), and for a missing CONTROL. Also throws
/// InputError for a CONFIG with molecules, since the beads are the last particles of a CONFIG, but
/// the first particles of a scenario.
Input readInput(const std::filesystem::path& path);

}  // namespace gpubuck::scenario::dl_meso
