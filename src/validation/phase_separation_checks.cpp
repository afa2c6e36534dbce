#include <fmt/format.h>

#include <cmath>

#include "validation/check.h"
#include "validation/curve.h"
#include "validation/domain_growth.h"

namespace gpubuck::validation {
namespace {

/// A law of growth and where the domains are when it holds.
struct Window {
  double least;
  double most;
};

std::vector<DomainCurve> measureSeeds(const Setup& setup, Quench quench, int seeds, double most,
                                      double time) {
  std::vector<DomainCurve> runs;
  for (int seed = 1; seed <= seeds; ++seed) {
    quench.seed = static_cast<std::uint32_t>(seed);
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

// Windows: an interface is about 1.5 thick, the size is a quarter of the wave that the domains
// make, and where that wave is longer than a third of the box there are too few of them to speak of
// a size. So sizes are fitted from 2.5 to side / 12.
void checkPhaseSeparation(const Setup& setup, const Report& report) {
  const bool isFast = setup.engine == texel::Engine::Fast;
  const int seeds = isFast ? 4 : 3;
  Quench quench{.side = isFast ? 320.0 : 192.0};
  const double most = quench.side / 12.0;
  const std::vector<DomainCurve> flow = measureSeeds(setup, quench, seeds, most, 1000.0);
  quench.side = 128.0;
  quench.drag = 1.0;
  const Window slow{2.5, quench.side / 12.0};
  const std::vector<DomainCurve> held = measureSeeds(setup, quench, seeds, slow.most, 2000.0);

  std::vector<Series> series = seriesOf("momentum conserved", flow);
  for (Series& one : seriesOf("with drag", held)) series.push_back(std::move(one));
  const Window early{2.5, 6.0}, late{8.0, most};
  const Estimate first = meanExponent(flow, early.least, early.most);
  const Estimate second = meanExponent(flow, late.least, late.most);
  const Estimate control = meanExponent(held, slow.least, slow.most);
  report(
      {.check = "domain growth in 2-D, exponent while small, 1/2",
       .value = first.mean,
       .error = first.error,
       .expected = 0.5,
       .tolerance = 0.1,
       .curve = makeCurve("Domains in two dimensions", "time", "size", series, Axes::Logarithmic)});
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
  // How many standard errors apart the two are; 10 +- 7 lets pass what is above 3.
  report({.check = "domain growth in 2-D, the two told apart, errors",
          .value = std::min(10.0,
                            (second.mean - control.mean) / std::hypot(second.error, control.error)),
          .expected = 10.0,
          .tolerance = 7.0});

  Quench cube{.dimensions = 3, .side = isFast ? 64.0 : 40.0, .density = 3.0};
  const std::vector<DomainCurve> deep =
      measureSeeds(setup, cube, isFast ? 3 : 2, cube.side / 8.0, 300.0);
  const Estimate third = meanExponent(deep, 2.5, cube.side / 8.0);
  report({.check = "domain growth in 3-D, exponent, between 1/2 and 1",
          .value = third.mean,
          .error = third.error,
          .expected = 0.75,
          .tolerance = 0.25,
          .curve = makeCurve("Domains in three dimensions", "time", "size",
                             seriesOf("momentum conserved", deep), Axes::Logarithmic)});
}

}  // namespace gpubuck::validation
