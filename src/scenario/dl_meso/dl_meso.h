// Scenarios from the input files of DL_MESO_DPD (https://www.ccp5.ac.uk/dl_meso), such as the
// exercises of the CCP5 summer school have.
#pragma once

#include <filesystem>
#include <string>

#include "scenario/scenario.h"

namespace gpubuck::scenario::dl_meso {

/// Returns whether a path leads to a file FIELD, or to a folder with one.
bool isInput(const std::filesystem::path& path);

/// The scenario of a FIELD, and of the CONTROL and CONFIG in its folder.
struct Input {
  std::string field;     ///< the path of FIELD
  Scenario scenario{};   ///< not validated as a whole
  std::string unused{};  ///< for formats::tellLeftOut(): parts of both files without effect
};

/// Reads them. Particles begin at random places, or if there is a CONFIG at those of it. Throws
/// InputError with file and line for what a scenario cannot express (field.h, control.h), for a
/// missing CONTROL, and for a CONFIG of molecules: its beads come last, but beads of a scenario
/// come first.
Input readInput(const std::filesystem::path& path);

}  // namespace gpubuck::scenario::dl_meso
