// The file FIELD of DL_MESO_DPD: species, molecules, pair forces, gravity.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace gpubuck::scenario::dl_meso {

/// The contents of a FIELD that a scenario can express.
///
/// Units and formulas are as in the file (notebooks of the CCP5 summer school,
/// github.com/ccp5UK/summerschool, Day_9Meso):
///  - `dpd A r_c gamma`: A (1 - r/r_c) and gamma (1 - r/r_c)^2, as in gpubuck; r_c must be 1, which
///    is gpubuck's cut-off. Noise follows from gamma and the temperature.
///  - `mdpd A B C D E r_c gamma`: B (rho_i + rho_j)(1 - r/r_d) in addition, as in gpubuck; C, D and
///    E must be 0. Several species are refused, since DL_MESO may then keep a density per species.
///  - `harm k l`: k/2 (r - l)^2, as in gpubuck. For angles: k/2 (theta - theta0)^2, with k per
///    radian^2 and theta0 in degrees, as in gpubuck.
///  - `fene k R`: -k/2 R^2 ln(1 - (r/R)^2), as in gpubuck with the length 0. A third number other
///    than 0 is refused, so that R is not confused with a length at rest.
///  - `cos A theta0 m`: A (1 + cos(m theta - theta0)), theta0 in degrees. With m = 1 this is k (1 -
///    cos(theta - theta1)), theta1 = theta0 + 180 degrees.
struct Field {
  /// The scenario with the title, species with masses, pairs, law, kinds of bonds and angles,
  /// molecules and gravity of the file. All other keys have their defaults.
  Scenario scenario{};
  std::vector<std::int64_t> unbonded{};  ///< particles of each species outside of molecules
  std::int64_t beads = 0;                ///< particles in molecules
  std::vector<std::string> unused{};     ///< parts of the file without effect here
};

/// Throws InputError with file and line for features that a scenario cannot express: charges,
/// frozen beads, other potentials, molecules with several kinds of bonds, angles at some beads
/// only.
Field readField(const std::string& path);

}  // namespace gpubuck::scenario::dl_meso
