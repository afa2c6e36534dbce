// The trajectory of a run as extended XYZ, the text format that ASE, OVITO and others read
// (https://github.com/libAtoms/extxyz). Its reader is in particles.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "dpd/fluid.h"
#include "dpd/particle_state.h"
#include "io/output_file.h"

namespace gpubuck::io {

/// Writes a trajectory frame by frame and flushes each to the operating system. A frame is the
/// number of particles, a line with Lattice, Properties=species:S:1:pos:R:3:velo:R:3:id:I:1,
/// species_names, Time, Step and pbc, and a line for each particle in the order of ids. Readers
/// require chemical symbols, so species k is written as element k + 1 (H, He, Li, ...), and
/// species_names lists the fluid's names in that order. `velo` is the velocity at n - 1/2, as the
/// leap-frog has it. Numbers have the fewest digits that reproduce the same float.
class TrajectoryWriter {
 public:
  /// Creates the file; an older one of that name is replaced. Throws RunError.
  TrajectoryWriter(const std::filesystem::path& path, const dpd::Fluid& fluid);

  void append(const dpd::Particles& particles, std::int64_t step, double time);

 private:
  FileWriter file_;
  std::string lattice_;  ///< the part of a frame's second line that does not change
};

}  // namespace gpubuck::io
