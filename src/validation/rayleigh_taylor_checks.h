// Runs of the Rayleigh-Taylor instability: a wave that grows, and many that mix.
#pragma once

#include <array>

#include "scenario/scenario.h"
#include "validation/check.h"
#include "validation/interface_mode.h"

namespace gpubuck::validation {

/// The fluids of twoFluids(), the heavy one on top, with walls along z and periodic across.
struct Layers {
  glm::dvec3 size{64.0, 64.0, 48.0};
  double heavyMass = 3.0;
  double unlike = 40.0;  ///< repulsion between the two fluids
  double gravity = 0.03;
  double dt = 0.02;
};

/// Without its initial waves.
scenario::Scenario heavyOverLight(const Setup& setup, const Layers& layers);

struct GrowthCurve {
  Series wave{"simulated"};  ///< amplitude against time
  Growth fit;
  /// Standard error of the rate: by equipartition the mode starts with a thermal velocity of
  /// sqrt(2 kT k / (area (rho1 + rho2))), which grows, too.
  double rateError = 0.0;
};

/// One wave in the length of the box, from rest until k a = 0.4, and the rate fitted to it from the
/// time 4 on. `theory` gives wave number and viscosity; the run gives up after twice the time
/// that its rate predicts.
GrowthCurve measureGrowth(const Setup& setup, const Layers& layers, double perturbation,
                          const InterfaceMode& theory);

/// Both against time.
struct MixingCurve {
  Series bubbles{"bubbles"};     ///< how far above the initial interface the light fluid has risen
  Series width{"mixing width"};  ///< Observables::mixingWidth
};

/// Random waves, `spectrum` of them in the length of the box, with a root mean square of 0.5, until
/// bubbles have risen to `most` or the time is up. Bubbles reach to where the share of the light
/// fluid in a layer of thickness 1 falls below 5 %, with linear interpolation.
MixingCurve measureMixing(const Setup& setup, const Layers& layers, std::array<int, 2> spectrum,
                          double most, double time);

}  // namespace gpubuck::validation
