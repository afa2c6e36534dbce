// The input script with which LAMMPS simulates a fluid by its own DPD (pair style dpd).
#pragma once

#include <cstdint>
#include <string>

#include "dpd/fluid.h"

namespace gpubuck::io {

struct LammpsRun {
  std::string name;          ///< of the files NAME.data (writeLammpsData) and NAME.lammpstrj
  std::int64_t steps = 0;    ///< time steps
  std::int64_t every = 100;  ///< steps between rows of the log, and between frames
};

/// A complete script, whose comments say what it does and where the two programs differ. Throws
/// InputError if a pair's noise does not follow from its friction and kT, sigma^2 = 2 gamma kT: the
/// pair style has no other.
std::string lammpsScript(const dpd::Fluid& fluid, const LammpsRun& run);

}  // namespace gpubuck::io
