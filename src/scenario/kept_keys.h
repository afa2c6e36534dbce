// A table of the keys of a scenario that files of other programs keep. TOML, links, states of the
// window and checkpoints are not in the table, since they follow from the schema and keep every
// key.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario {

enum class InLammps {
  Written,     ///< the script or the data file depends on the key
  Immaterial,  ///< LAMMPS simulates the same fluid without the key
  Refused      ///< LAMMPS has nothing like it
};

struct KeptKeys {
  std::string_view keys;  ///< path of a key, or the beginning of several paths, up to a dot
  InLammps lammps;
  std::string_view how;  ///< in Markdown: the commands in which the key is written, or the reason
                         ///< why the key is not written
  std::string_view trajectories{};  ///< the formats of trajectories that keep the key, or empty
};

/// Returns the rows of keys that LAMMPS or a trajectory keeps, or that LAMMPS does not need. The
/// first row that matches a key counts.
const std::vector<KeptKeys>& keptKeys();

/// Returns the row of a key of the schema. For a key without a row, returns a row that refuses the
/// key.
const KeptKeys& keptKeysOf(std::string_view path);

/// Throws InputError, which names the key, for the first key that LAMMPS lacks and whose value is
/// not its default.
void requireForLammps(const Scenario& scenario);

/// Returns docs/formats.md: the parts of scenarios and particles that each format keeps.
std::string formatsReference();

}  // namespace gpubuck::scenario
