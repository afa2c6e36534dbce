#include "validation/phase_separation_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

std::vector<Series> measureSeeds(Setup setup, const char* name, const Quench& quench, int seeds,
                                 double most, double time) {
  std::vector<Series> runs;
  for (int seed = 1; seed <= seeds; ++seed, ++setup.seed) {
    runs.push_back(measureDomains(setup, quench, most, time));
    runs.back().name = fmt::format("{}, seed {}", name, seed);
  }
  return runs;
}

}  // namespace

Series measureDomains(const Setup& setup, const Quench& quench, double most, double time) {
  scenario::Scenario scenario = twoFluids(setup, glm::dvec3(quench.side), 60.0);
  scenario.fluid.box.dimensions = quench.dimensions;
  if (quench.dimensions == 2) scenario.fluid.box.size.z = 1.0;
  scenario.fluid.density = quench.density;
  scenario.fluid.drag = quench.drag;
  scenario.fluid.dt = 0.04;
  scenario.initial.kind = scenario::InitialKind::Random;
  FluidRun run(setup, scenario);
  Series growth;
  run.advance(1.0);
  while (run.simulation.time() < time) {
    if (const std::optional<double> size = run.simulation.measure().domainSize) {
      growth.add(run.simulation.time(), *size);
      if (*size > most) break;
    }
    run.advance(std::max(scenario.fluid.dt, 0.04 * run.simulation.time()));
  }
  return growth;
}

std::optional<double> growthExponent(const Series& run, const Window& window) {
  Series logarithms;
  for (std::size_t k = 0; k < run.x.size() && run.y[k] <= window.most; ++k) {
    if (run.y[k] < window.least) {
      // The fit starts where the size was last below the limit, so that a fluctuation at the
      // beginning does not count.
      logarithms = {};
    } else {
      logarithms.add(std::log(run.x[k]), std::log(run.y[k]));
    }
  }
  if (logarithms.x.size() < 3) return std::nullopt;
  return fitLine(logarithms.x, logarithms.y).slope;
}

Estimate meanExponent(const std::vector<Series>& runs, const Window& window) {
  std::vector<double> exponents;
  for (const Series& run : runs) {
    if (const auto exponent = growthExponent(run, window)) exponents.push_back(*exponent);
  }
  if (exponents.size() < 2) {
    throw RunError("domain growth",
                   fmt::format("{} of {} runs grew from {} to {}: at least 2 are needed",
                               exponents.size(), runs.size(), window.least, window.most));
  }
  return average(exponents);
}

// The windows of the fits. The size is the first zero of the correlation, which is a quarter of the
// wavelength of the domains, and an interface is about 1.5 thick. In two dimensions the early law
// holds up to the size 6. The late law sets in slowly, and is therefore fitted to sizes from 10 to
// side / 12, at which three waves still fit into the box. The control, in which momentum is not
// conserved, needs 700 time units to reach the size 9. In three dimensions local exponents rise
// from 1/3 at the size 2.5 to 1/2 at the size 6, and the fit takes the largest domains, of sizes R
// up to side / 8. The exponent is 1/3 for diffusion, and between 1 (viscous) and 2/3 (inertial) for
// flow.
void checkPhaseSeparation(const Setup& setup, const Report& report) {
  const bool isFast = setup.engine == texel::Engine::Fast;
  const int seeds = isFast ? 4 : 3;
  Quench quench{.side = isFast ? 400.0 : 192.0};  // 640,000 or 147,456 particles
  const double most = quench.side / 12.0;
  const Window early{2.5, 6.0}, late{std::min(10.0, 0.5 * most), most}, slow{2.5, 9.0};
  const auto flow = measureSeeds(setup, "momentum conserved", quench, seeds, most, 1000.0);
  quench.side = 128.0;
  quench.drag = 1.0;
  const auto held = measureSeeds(setup, "with drag", quench, seeds, slow.most, 2000.0);

  std::vector<Series> all = flow;
  all.insert(all.end(), held.begin(), held.end());
  const Estimate first = meanExponent(flow, early), second = meanExponent(flow, late);
  const Estimate control = meanExponent(held, slow);
  report({"domain growth in 2-D, exponent while small, 1/2",
          first,
          0.5,
          0.1,
          {"Domains in two dimensions", "time", "size", all, Axes::Logarithmic}});
  report({"domain growth in 2-D, exponent later, 2/3", second, 2.0 / 3.0, 0.1});
  report({"domain growth in 2-D, momentum not conserved, 1/3", control, 1.0 / 3.0, 0.07});
  // The difference would be 0 if the measurement could not distinguish the two laws.
  report({"domain growth in 2-D, conserved minus not conserved, 1/3",
          Estimate(second.mean - control.mean, std::hypot(second.error, control.error)), 1.0 / 3.0,
          0.15});

  // The cube has 2,654,208 particles on the fast engine, and 331,776 on the other engine.
  const Quench cube{.dimensions = 3, .side = isFast ? 96.0 : 48.0, .density = 3.0};
  const Window large{cube.side / 19.2, cube.side / 8.0};
  const auto deep = measureSeeds(setup, "momentum conserved", cube, 3, large.most, 300.0);
  report({"domain growth in 3-D, exponent, 1/3 to 1",
          meanExponent(deep, large),
          2.0 / 3.0,
          1.0 / 3.0,
          {"Domains in three dimensions", "time", "size", deep, Axes::Logarithmic}});
}

}  // namespace gpubuck::validation
