#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "validation/check.h"
#include "validation/curve.h"
#include "validation/domain_growth.h"

namespace gpubuck::validation {
namespace {

/// A growth law and the domain sizes for which it holds.
struct Window {
  double least;
  double most;
};

std::vector<DomainCurve> measureSeeds(Setup setup, const Quench& quench, int seeds, double most,
                                      double time) {
  std::vector<DomainCurve> runs;
  for (int seed = 0; seed < seeds; ++seed, ++setup.seed) {
    runs.push_back(measureDomains(setup, quench, most, time));
  }
  return runs;
}

std::vector<Series> seriesOf(const std::string& name, const std::vector<DomainCurve>& runs) {
  std::vector<Series> series;
  for (std::size_t k = 0; k < runs.size(); ++k) {
    series.push_back({fmt::format("{}, seed {}", name, k + 1), runs[k].time, runs[k].size});
  }
  return series;
}

}  // namespace

// Windows. The size is the first zero of the correlation, a quarter of the domains' wavelength, and
// an interface is about 1.5 thick. In two dimensions the early law holds up to 6; the later one
// comes slowly, so it is fitted from 10 on, as long as there are three waves in the box: to
// side / 12. The control needs 700 time units to reach 9. In three dimensions local exponents rise
// from 1/3 at 2.5 to 1/2 at 6, and the fit takes the largest domains that a box of side 8 R holds;
// diffusion has 1/3, flow between viscous and inertial 1 to 2/3.
void checkPhaseSeparation(const Setup& setup, const Report& report) {
  const bool isFast = setup.engine == texel::Engine::Fast;
  const int seeds = isFast ? 4 : 3;
  Quench quench{.side = isFast ? 400.0 : 192.0};  // 640,000 and 147,456 particles
  const double most = quench.side / 12.0;
  const std::vector<DomainCurve> flow = measureSeeds(setup, quench, seeds, most, 1000.0);
  quench.side = 128.0;
  quench.drag = 1.0;
  const Window slow{2.5, 9.0};
  const std::vector<DomainCurve> held = measureSeeds(setup, quench, seeds, slow.most, 2000.0);

  std::vector<Series> series = seriesOf("momentum conserved", flow);
  for (Series& one : seriesOf("with drag", held)) series.push_back(std::move(one));
  const Window early{2.5, 6.0}, late{std::min(10.0, 0.5 * most), most};
  const Estimate first = meanExponent(flow, early.least, early.most);
  const Estimate second = meanExponent(flow, late.least, late.most);
  const Estimate control = meanExponent(held, slow.least, slow.most);
  report({.check = "domain growth in 2-D, exponent while small, 1/2",
          .value = first.mean,
          .error = first.error,
          .expected = 0.5,
          .tolerance = 0.1,
          .curve = Curve{"Domains in two dimensions", "time", "size", series, Axes::Logarithmic}});
  report({.check = "domain growth in 2-D, exponent later, 2/3",
          .value = second.mean,
          .error = second.error,
          .expected = 2.0 / 3.0,
          .tolerance = 0.1});
  report({.check = "domain growth in 2-D, momentum not conserved, 1/3",
          .value = control.mean,
          .error = control.error,
          .expected = 1.0 / 3.0,
          .tolerance = 0.07});
  // If the measurement could not tell the two apart, it would be 0.
  report({.check = "domain growth in 2-D, exponents with less without, 1/3",
          .value = second.mean - control.mean,
          .error = std::hypot(second.error, control.error),
          .expected = 1.0 / 3.0,
          .tolerance = 0.15});

  // 2,654,208 and 331,776 particles.
  const Quench cube{.dimensions = 3, .side = isFast ? 96.0 : 48.0, .density = 3.0};
  const Window large{cube.side / 19.2, cube.side / 8.0};
  const std::vector<DomainCurve> deep = measureSeeds(setup, cube, 3, large.most, 300.0);
  const Estimate third = meanExponent(deep, large.least, large.most);
  report({.check = "domain growth in 3-D, exponent, 1/3 to 1",
          .value = third.mean,
          .error = third.error,
          .expected = 2.0 / 3.0,
          .tolerance = 1.0 / 3.0,
          .curve = Curve{"Domains in three dimensions", "time", "size",
                         seriesOf("momentum conserved", deep), Axes::Logarithmic}});
}

}  // namespace gpubuck::validation
