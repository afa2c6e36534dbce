// The pair coefficients of a scenario and its temperature, from either form they are given in.
#pragma once

#include "dpd/fluid.h"
#include "scenario/toml_document.h"

namespace gpubuck::scenario {

/// Fills `fluid.pairs` and `fluid.kT` from the [[pair]] tables and the key `kT` of [fluid]; box,
/// density and species of the fluid must be set. A pair is given either
///  - as `a`, `gamma`, `sigma`: the coefficients a, g, s of dpd::PairCoefficients themselves, or
///  - as `pi`, `gamma`, `sigma`: the paper's normalised form (section 4.1), from which
///    a = pi A, g = gamma M B, s = sigma A, with M = 2 Mk Ml / (Mk + Ml) and, for density n, r_c =
///    1, A = 3/(pi n), B = 6/(pi n) in two dimensions and B = 15/(2 pi n) in three.
/// Of gamma and sigma one may be left out: s^2 = 2 g kT gives it. Without kT it follows from a pair
/// that has both, and is 1 when none has. One species without [[pair]] gets a = 25, gamma = 4.5.
/// Throws InputError where gamma, sigma and kT disagree by more than one in a million.
void readPairs(TomlSection& root, TomlSection& fluidSection, dpd::Fluid& fluid);

}  // namespace gpubuck::scenario
