// Checks of chains. Also checks of the bonds and angles of free molecules, on which no other
// conservative force acts, so that their distributions are known exactly.
#include "validation/chain_checks.h"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <map>
#include <numbers>

#include "dpd/molecule_sizes.h"
#include "validation/check.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

constexpr double kChainInterval = 2.0;
// The tolerance is 0.04 for the finite length of chains, plus three standard errors.
constexpr double kChainTolerance = 0.07;

Row exponentRow(const std::string& where, const std::vector<Chains>& chains,
                const std::vector<Estimate>& squares, double expected) {
  Series measured{"gpubuck"};
  for (std::size_t k = 0; k < chains.size(); ++k) measured.add(chains[k].beads - 1.0, squares[k]);
  return {fmt::format("chains in {}, exponent of the mean square of the ends", where),
          fitPowerLaw(measured.x, squares),
          expected,
          kChainTolerance,
          {fmt::format("Chains in {}", where),
           "bonds",
           "mean square distance of the ends",
           {measured},
           Axes::Logarithmic}};
}

}  // namespace

scenario::Scenario chainsInWater(const Setup& setup, double side,
                                 const std::vector<Chains>& chains) {
  scenario::Scenario scenario = water(setup, glm::dvec3(side));
  scenario.fluid.dt = 0.04;
  scenario.fluid.bondKinds = {{"link", dpd::BondForm::Harmonic, 4.0, 0.0}};
  for (const Chains& each : chains) {
    scenario.molecules.push_back(
        {.name = fmt::format("chain{}", each.beads),
         .beads = fmt::format("{}{}", scenario.fluid.species[0].name, each.beads),
         .count = each.count});
  }
  return scenario;
}

std::vector<Estimate> squaresOfEnds(const Setup& setup, const scenario::Scenario& scenario,
                                    const std::vector<Chains>& chains, double warmUp, double time) {
  FluidRun run(setup, scenario);
  run.advance(warmUp);
  const dpd::MoleculeWalks walks = dpd::walksAlong(run.simulation.downloadState().molecules.bonds);
  std::map<std::size_t, std::vector<double>> series;  // the series for each number of beads
  run.sample(time * setup.length, kChainInterval, [&] {
    const std::vector<glm::vec3> places = dpd::unpacked(run.simulation.downloadState()).position;
    std::map<std::size_t, std::vector<double>> squares;
    for (const dpd::MoleculeWalks::Walk& walk : walks.walks) {
      glm::dvec3 ends(0.0);
      for (std::size_t k = walk.firstStop; k + 1 < walk.firstStop + walk.stops; ++k) {
        ends += scenario.fluid.box.nearestImage(glm::dvec3(places[walks.stops[k + 1].id]) -
                                                glm::dvec3(places[walks.stops[k].id]));
      }
      squares[walk.stops].push_back(glm::dot(ends, ends));
    }
    for (const auto& [beads, values] : squares) {
      double sum = 0.0;
      for (const double value : values) sum += value;
      series[beads].push_back(sum / static_cast<double>(values.size()));
    }
  });
  std::vector<Estimate> result;
  for (const Chains& each : chains) {
    result.push_back(blockAverage(series.at(static_cast<std::size_t>(each.beads))));
  }
  return result;
}

// Chains that do not overlap swell in a solvent of equal particles, with R^2 ~ (beads - 1)^1.176
// (Flory). In a melt chains are ideal, with the exponent 1. Reference for such chains: Spenley
// 2000, Europhys. Lett. 49, 534. In a melt, R^2 / (beads - 1) is below its limit for long chains by
// about 0.3 / sqrt(beads) (Wittmer et al. 2004, Phys. Rev. Lett. 93, 147801). This raises the
// exponent between 16 and 64 beads by 0.03. In a solvent, short chains have lower exponents: 1.12
// from 4 to 32 beads, 1.14 from 8 to 64 and 1.15 from 16 to 128. Standard errors are about 0.01 at
// Setup::length = 1.
void checkChains(const Setup& setup, const Report& report) {
  const std::vector<Chains> dilute{{8, 24}, {16, 16}, {32, 8}, {64, 6}};
  report(exponentRow(
      "a solvent", dilute,
      squaresOfEnds(setup, chainsInWater(setup, 20.0, dilute), dilute, 100.0, 4000.0), 1.18));
  const std::vector<Chains> melts{{16, 324}, {32, 162}, {64, 81}};
  std::vector<Estimate> squares;
  for (const Chains& melt : melts) {
    squares.push_back(
        squaresOfEnds(setup, chainsInWater(setup, 12.0, {melt}), {melt}, 200.0, 3000.0).front());
  }
  report(exponentRow("a melt", melts, squares, 1.0));
}

namespace {

constexpr double kMoleculeSide = 6.0;
constexpr double kMoleculeWarmUp = 5.0;
constexpr double kMoleculeTime = 60.0;
constexpr double kMoleculeInterval = 0.2;

/// Returns a fluid of chains of two beads with FENE bonds, and of chains of three beads with
/// harmonic bonds and angles of both forms.
scenario::Scenario freeMolecules(const Setup& setup) {
  scenario::Scenario scenario = water(setup, glm::dvec3(kMoleculeSide));
  dpd::Fluid& fluid = scenario.fluid;
  fluid.pairs[0].a = 0.0;
  fluid.bondKinds = {{"link", dpd::BondForm::Harmonic, 100.0, 0.5},
                     {"rope", dpd::BondForm::Fene, 30.0, 0.0, 1.5}};
  fluid.angleKinds = {{"stiff", dpd::AngleForm::Cosine, 5.0, 180.0},
                      {"bent", dpd::AngleForm::Harmonic, 10.0, 120.0}};
  const std::string bead = fluid.species[0].name;
  scenario.molecules = {{"pair", bead + "2", {}, 0.3, 1, 0},
                        {"rod", bead + "3", {}, 0.3, 0, 0},
                        {"elbow", bead + "3", {}, 0.3, 0, 1}};
  return scenario;
}

/// Returns the mean of quantity(x) over x in low..high, weighted by weight(x). Integrates by
/// Simpson's rule.
double meanOf(double low, double high, const std::function<double(double)>& quantity,
              const std::function<double(double)>& weight) {
  constexpr int kIntervals = 20'000;
  double sum = 0.0, all = 0.0;
  for (int i = 1; i < kIntervals; ++i) {  // the weight is 0, or nearly 0, at both ends
    const double x = low + (high - low) * i / kIntervals;
    const double here = (i % 2 == 0 ? 2.0 : 4.0) * weight(x);
    sum += here * quantity(x);
    all += here;
  }
  return sum / all;
}

double expectedSquare(const dpd::BondKind& kind, double most) {
  return meanOf(
      0.0, most, [](double r) { return r * r; },
      [&](double r) {
        const double stretch = r - kind.length, share = stretch / kind.reach;
        const double energy =
            kind.form == dpd::BondForm::Harmonic
                ? 0.5 * kind.k * stretch * stretch
                : -0.5 * kind.k * kind.reach * kind.reach * std::log(1.0 - share * share);
        return r * r * std::exp(-energy);
      });
}

double expectedCosine(const dpd::AngleKind& kind) {
  const double preferred = kind.degrees * std::numbers::pi / 180.0;
  return meanOf(
      0.0, std::numbers::pi, [](double theta) { return std::cos(theta); },
      [&](double theta) {
        const double difference = theta - preferred;
        const double energy = kind.form == dpd::AngleForm::Cosine
                                  ? kind.k * (1.0 - std::cos(difference))
                                  : 0.5 * kind.k * difference * difference;
        return std::sin(theta) * std::exp(-energy);
      });
}

/// The mean of a value over all bonds or angles of each kind.
class KindMeans {
 public:
  explicit KindMeans(std::size_t kinds) : sum_(kinds, 0.0), count_(kinds, 0.0) {}
  void add(int kind, double value) {
    sum_[static_cast<std::size_t>(kind)] += value;
    count_[static_cast<std::size_t>(kind)] += 1.0;
  }
  double operator[](std::size_t kind) const { return sum_[kind] / count_[kind]; }

 private:
  std::vector<double> sum_, count_;
};

}  // namespace

// From seed to seed, averages scatter by 0.0008 (squares of bonds), 0.003 (cosines) and 0.004
// (temperature), which is at most a quarter of the tolerances.
void checkMolecules(const Setup& setup, const Report& report) {
  const scenario::Scenario scenario = freeMolecules(setup);
  const dpd::Fluid& fluid = scenario.fluid;
  FluidRun run(setup, scenario);
  run.advance(kMoleculeWarmUp);
  std::vector<double> square[2], cosine[2], temperature;
  run.sample(kMoleculeTime * setup.length, kMoleculeInterval, [&] {
    temperature.push_back(run.simulation.measure().temperature);
    const dpd::ParticleState state = run.simulation.downloadState();
    const std::vector<glm::vec3> places = dpd::unpacked(state).position;
    const auto between = [&](std::uint32_t one, std::uint32_t other) {
      return fluid.box.nearestImage(glm::dvec3(places[one]) - glm::dvec3(places[other]));
    };
    KindMeans squares(2), cosines(2);
    for (const dpd::Bond& bond : state.molecules.bonds) {
      const glm::dvec3 d = between(bond.ids[0], bond.ids[1]);
      squares.add(bond.kind, glm::dot(d, d));
    }
    for (const dpd::Angle& angle : state.molecules.angles) {
      const glm::dvec3 a = between(angle.ids[0], angle.ids[1]);
      const glm::dvec3 b = between(angle.ids[2], angle.ids[1]);
      cosines.add(angle.kind, glm::dot(a, b) / (glm::length(a) * glm::length(b)));
    }
    for (const std::size_t kind : {0, 1}) {
      square[kind].push_back(squares[kind]);
      cosine[kind].push_back(cosines[kind]);
    }
  });
  const double longest[] = {2.0, fluid.bondKinds[1].reach};
  for (const std::size_t kind : {0, 1}) {
    const double expected = expectedSquare(fluid.bondKinds[kind], longest[kind]);
    report({fmt::format("mean square of a free {} bond",
                        nameOf(dpd::kBondForms, fluid.bondKinds[kind].form)),
            blockAverage(square[kind]), expected, 0.01 * expected + 0.0025});
  }
  for (const std::size_t kind : {0, 1}) {
    report({fmt::format("mean cosine of a free {} angle",
                        nameOf(dpd::kAngleForms, fluid.angleKinds[kind].form)),
            blockAverage(cosine[kind]), expectedCosine(fluid.angleKinds[kind]), 0.012});
  }
  report({"temperature of free molecules", blockAverage(temperature), 1.0, 0.016});
}

}  // namespace gpubuck::validation
