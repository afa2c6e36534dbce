// The tension of the interface between two fluids that do not mix (runs.h: twoFluids).
#pragma once

#include "scenario/scenario.h"
#include "validation/check.h"
#include "validation/drops.h"

namespace gpubuck::validation {

/// The fit of Groot and Warren (1997, J. Chem. Phys. 107, 4423) to their simulations of density 3
/// and a = 25 between like particles: 0.75 rho kT chi^0.26 (1 - 2.36 / chi)^1.5 with
/// chi = 0.286 (unlike - 25). For chi > 2.36, below which the fluids mix.
double publishedTension(double unlike);

/// The tension of the flat interfaces of twoFluids() from the stress tensor (Kirkwood and Buff
/// 1949): L / 2 times the mean of P_nn - (P_tt + P_ss) / 2, n the last axis and L the box's side
/// along it. Averages over `time`, times Setup::length, every 0.2.
Estimate flatTension(const Setup& setup, const scenario::Scenario& scenario, double time);

/// The tension of a drop in the middle of the box of `scenario`, of twoFluids(), by
/// laplaceTension(). The correction of first order in 1 / radius (Tolman's) is zero where
/// the two fluids are alike (Fisher and Wortis 1984, Phys. Rev. B 29, 6252).
Estimate dropTension(const Setup& setup, const scenario::Scenario& scenario, const Drop& drop = {});

}  // namespace gpubuck::validation
