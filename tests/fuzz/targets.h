// The functions of the targets. Each function is in the file of its name.
#pragma once

#include <string_view>

namespace gpubuck::fuzz {

void scenario(std::string_view input);      ///< a scenario file
void overrides(std::string_view input);     ///< overrides of a scenario, one per line
void dlMeso(std::string_view input);        ///< FIELD of DL_MESO, a form feed, and CONTROL
void dlMesoConfig(std::string_view input);  ///< particles as CONFIG of DL_MESO
void bucketIds(std::string_view input);     ///< bucket ids of `gpubuck sort --cells`, as text
void pointsCsv(std::string_view input);     ///< points of `gpubuck pairs`, as CSV
void npy(std::string_view input);           ///< points and bucket ids as .npy arrays
void xyz(std::string_view input);           ///< points and particles as XYZ
void gsd(std::string_view input);           ///< particles and trajectories as GSD
void lammpsData(std::string_view input);    ///< particles as a data file of LAMMPS
void checkpoint(std::string_view input);    ///< `gpubuck run --restart`
void runFiles(std::string_view input);      ///< the tables and trajectories that --append continues
void words(std::string_view input);         ///< numbers, names and methods of the command line
void shaders(std::string_view input);       ///< files of --shader-dir, and the driver's messages

}  // namespace gpubuck::fuzz
