// Bonds and angles of molecules that feel no other conservative force: their distributions are
// known exactly.
#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <glm/geometric.hpp>
#include <numbers>

#include "validation/check.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

constexpr double kMoleculeSide = 6.0;
constexpr double kMoleculeWarmUp = 5.0;
constexpr double kMoleculeTime = 60.0;
constexpr double kMoleculeInterval = 0.2;

/// Chains of two with FENE bonds, and chains of three with harmonic ones and angles of both forms.
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

/// Returns the mean of a quantity of x in low..high with weight(x), by Simpson's rule.
double meanOf(double low, double high, const std::function<double(double)>& quantity,
              const std::function<double(double)>& weight) {
  constexpr int kIntervals = 20'000;
  double sum = 0.0, all = 0.0;
  for (int i = 1; i < kIntervals; ++i) {  // the weight is 0, or next to it, at both ends
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

/// Means over all bonds or angles of each kind.
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

// Averages scatter from seed to seed by 0.0008 (squares of bonds), 0.003 (cosines) and 0.004
// (temperature), at most a quarter of the tolerances.
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
