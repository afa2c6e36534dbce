// The pair coefficients of a scenario and its temperature, from either form they are given in.
#pragma once

#include "scenario/scenario.h"
#include "scenario/toml_document.h"

namespace gpubuck::scenario {

/// Fills the pairs and kT of a scenario whose other keys have been read. A pair is given either
///  - as `a`, `gamma`, `sigma`: those of dpd::PairCoefficients, or
///  - as `pi`, `gamma`, `sigma` in the paper's normalised form (dpd::PaperWeights).
/// Of gamma and sigma one may be left out: sigma^2 = 2 gamma kT gives it. Without kT it follows
/// from a pair that has both, and is 1 when none has. One species without [[pair]] gets a = 25,
/// gamma = 4.5. Throws InputError where gamma, sigma and kT disagree by more than one in a million.
void readPairs(const TomlDocument& document, Scenario& scenario);

}  // namespace gpubuck::scenario
