// Self-diffusion and shear viscosity, of an ideal fluid and of Groot and Warren's water.
#include "validation/transport_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <string>

#include "base/error.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::validation {
namespace {

/// A periodic box slows diffusion by 2.84 kT / (6 pi viscosity L) (Yeh and Hummer 2004, J. Phys.
/// Chem. B 108, 15873) once momentum has crossed the box. The slowing, which here is at most 0.018,
/// depends on L, so that the figures hold only for boxes of this size.
constexpr double kDiffusionSide = 10.0;

/// With 3,000 particles, a coefficient has an error of 1.2 % after four windows of 7 time units
/// (measureDiffusion()). For water this error is 0.0035, a sixth of the tolerance. For the ideal
/// fluid the theory is 0.01 too low, so that only 0.016 of the tolerance is left. A run whose error
/// is a fifth of this remainder, 0.0031, takes four times as long.
constexpr double kDiffusionTime = 28.0;
constexpr double kIdealDiffusionTime = 112.0;

/// The streams have a height of 6. With a shear rate of 0.5 at their edges, a run whose error is
/// 0.012, a fifth of the tolerance, takes 43 million particle-steps in a box of any size
/// (measureViscosity()).
const glm::dvec3 kStreams{8.0, 8.0, 12.0};
constexpr double kViscosityError = 0.012;

double meanSquare(const std::vector<glm::dvec3>& from, const std::vector<glm::dvec3>& to) {
  double sum = 0.0;
  for (std::size_t id = 0; id < from.size(); ++id) {
    const glm::dvec3 d = to[id] - from[id];
    sum += glm::dot(d, d);
  }
  return sum / static_cast<double>(from.size());
}

/// Returns the multiple of `dt` nearest to `time`, at least one.
double wholeSteps(double time, double dt) { return std::max(1.0, std::round(time / dt)) * dt; }

void requireOneFluid(const dpd::Fluid& fluid) {
  const auto require = [](bool isSo, const char* how) {
    if (!isSo) throw InputError("viscosity", fmt::format("can only be measured {}", how));
  };
  require(fluid.species.size() == 1, "in a fluid of one species");
  require(fluid.gravity == glm::dvec3(0.0), "without gravity");
  require(fluid.drag == 0.0, "without drag");
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    require(fluid.box.isPeriodic(axis), "in a box that is periodic along all axes");
  }
}

/// The numbers of the flow. In steady state the shear stress balances the drive of acceleration g.
/// In the lower stream, of height H = L / 2, this gives, where rho is the density of mass:
///   eta v'' = - rho g,  v(z) = top * 4 z (H - z) / H^2,  top = rho g H^2 / (8 eta).
/// The flow in the upper stream is opposite. The shear rate at the edge of a stream is 4 top / H.
struct Streams {
  Streams(const dpd::Fluid& fluid, const PoiseuilleFlow& flow)
      : axis(fluid.box.dimensions - 1),
        side(fluid.box.size[axis]),
        massDensity(fluid.density * fluid.species[0].mass),
        top(flow.shearRate * side / 8.0),
        acceleration(8.0 * flow.expected * top / (massDensity * half() * half())),
        relaxation(massDensity * side * side /
                   (4.0 * std::numbers::pi * std::numbers::pi * flow.expected)) {}

  double half() const { return 0.5 * side; }

  /// Returns the velocity at `height` in units of the velocity of the fastest layer.
  double shape(double height) const {
    const double inside = height < half() ? height : height - half();
    const double parabola = 4.0 * inside * (half() - inside) / (half() * half());
    return height < half() ? parabola : -parabola;
  }

  double viscosity(double measuredTop) const {
    return massDensity * acceleration * half() * half() / (8.0 * measuredTop);
  }

  int axis;
  double side;
  double massDensity;
  double top;           ///< velocity of the fastest layer, if the viscosity is as expected
  double acceleration;  ///< acceleration that drives this velocity
  double relaxation;    ///< time after which a wave as long as the box has decayed to 1 / e
};

/// The mean velocity profile of many snapshots.
class Profile {
 public:
  explicit Profile(const Streams& streams) : streams_(streams), sum_(kBins), count_(kBins) {}

  /// Adds a snapshot, and returns the velocity of the fastest layer by least squares over all
  /// particles: sum v s / sum s^2, where s is the shape of the streams.
  double add(const dpd::ParticleState& state) {
    double product = 0.0, square = 0.0;
    for (std::size_t i = 0; i < state.count(); ++i) {
      const double height = state.position[i][streams_.axis];
      const double velocity = state.velocity[i].x;
      const double shape = streams_.shape(height);
      product += velocity * shape;
      square += shape * shape;
      const auto bin =
          std::min(kBins - 1, static_cast<std::size_t>(height / streams_.side * kBins));
      sum_[bin] += velocity;
      count_[bin] += 1.0;
    }
    return product / square;
  }

  Curve curve(double top) const {
    Series measured{"measured"}, parabolas{"parabolas"};
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      const double height = (static_cast<double>(bin) + 0.5) / kBins * streams_.side;
      measured.add(height, count_[bin] > 0.0 ? sum_[bin] / count_[bin] : 0.0);
      parabolas.add(height, top * streams_.shape(height));
    }
    return {"periodic Poiseuille flow", "height", "velocity", {measured, parabolas}};
  }

 private:
  static constexpr std::size_t kBins = 40;

  Streams streams_;
  std::vector<double> sum_, count_;
};

dpd::ParticleState flowing(const scenario::Scenario& scenario, const Streams& streams) {
  dpd::ParticleState state = makeInitialState(scenario);
  for (std::size_t i = 0; i < state.count(); ++i) {
    const auto flow =
        static_cast<float>(streams.top * streams.shape(state.position[i][streams.axis]));
    state.velocity[i].x += flow;
    state.predicted[i].x += flow;
  }
  return state;
}

/// Returns the temperature of the velocities across the flow.
double temperatureAcross(const dpd::ParticleState& state, const Streams& streams, double mass) {
  double sum = 0.0;
  for (const glm::vec4& v : state.velocity) sum += mass * v[streams.axis] * v[streams.axis];
  return sum / static_cast<double>(state.count());
}

void checkDiffusion(const Setup& setup, const Report& report, const scenario::Scenario& scenario,
                    const std::string& what, double time, double expected, double tolerance) {
  FluidRun run(setup, scenario);
  run.advance(5.0);
  Diffusion diffusion = measureDiffusion(run, setup.length * time);
  diffusion.curve.title = "mean square displacement, " + what;
  report({"self-diffusion, " + what, diffusion.coefficient, expected, tolerance, diffusion.curve});
}

}  // namespace

MeanSquareDisplacement::MeanSquareDisplacement(const cells::Box& box, int lags)
    : box_(box), lags_(static_cast<std::size_t>(lags)), squares_(lags_ + 1) {}

void MeanSquareDisplacement::add(const dpd::ParticleState& state) {
  std::vector<glm::dvec3> inBox(state.count());
  for (std::size_t i = 0; i < state.count(); ++i) {
    inBox.at(dpd::idOf(state.predicted[i])) = glm::dvec3(state.position[i]);
  }
  std::vector<glm::dvec3> without = without_.empty() ? inBox : without_.back();
  if (!without_.empty()) {
    for (std::size_t id = 0; id < inBox.size(); ++id) {
      without[id] += box_.nearestImage(inBox[id] - inBox_[id]);
    }
  }
  inBox_ = std::move(inBox);
  without_.push_back(std::move(without));
  if (without_.size() > lags_ + 1) without_.pop_front();
  for (std::size_t lag = 0; lag < without_.size(); ++lag) {
    squares_[lag].push_back(meanSquare(without_[without_.size() - 1 - lag], without_.back()));
  }
}

Diffusion measureDiffusion(FluidRun& run, double time, const DiffusionWindow& window,
                           const std::function<void()>& onSnapshot) {
  dpd::Simulation& simulation = run.simulation;
  const int dimensions = simulation.fluid().box.dimensions;
  const double interval = wholeSteps(window.interval, simulation.fluid().dt);
  MeanSquareDisplacement displacement(simulation.fluid().box, window.last);
  displacement.add(simulation.downloadState());
  int snapshots = 0;
  run.sample(time, interval, [&] {
    displacement.add(simulation.downloadState());
    onSnapshot();
    ++snapshots;
  });

  const double between = interval * (window.last - window.first);
  std::vector<double> slopes;
  for (std::size_t origin = 0; origin < displacement.at(window.last).size(); ++origin) {
    const double gained =
        displacement.at(window.last)[origin] - displacement.at(window.first)[origin];
    slopes.push_back(gained / (2.0 * dimensions * between));
  }
  Estimate coefficient = blockAverage(slopes);
  // Origins closer together than the window share displacements, and blocks of few origins
  // underestimate the error. The error is therefore at least the error for normally distributed
  // displacements. Along each axis, such displacements have the variance s1 at the first lag and s1
  // + s2 at the last lag. The increase of the square, 2 d1 d2 + d2^2, then has the variance 4 s1 s2
  // + 2 s2^2 and the mean s2.
  const double firstToGain = window.first / static_cast<double>(window.last - window.first);
  const double windows = snapshots / static_cast<double>(window.last);
  const double components = dimensions * static_cast<double>(simulation.count());
  const double normal = std::sqrt((4.0 * firstToGain + 2.0) / (components * windows));
  coefficient.error = std::max(coefficient.error, normal * coefficient.mean);

  Series measured{"measured"}, line{fmt::format("slope {} D", 2 * dimensions)};
  for (int lag = 0; lag <= window.last; ++lag) {
    measured.add(interval * lag, blockAverage(displacement.at(lag)));
  }
  for (const double lag : measured.x) {
    line.add(lag,
             measured.y.back() + 2.0 * dimensions * coefficient.mean * (lag - measured.x.back()));
  }
  return {coefficient,
          {"mean square displacement", "time", "mean square displacement", {measured, line}}};
}

Viscosity measureViscosity(const Setup& setup, const scenario::Scenario& still,
                           const PoiseuilleFlow& flow) {
  requireOneFluid(still.fluid);
  const Streams streams(still.fluid, flow);
  scenario::Scenario scenario = still;
  const dpd::Fluid& fluid = scenario.fluid;
  scenario.fluid.poiseuille = streams.acceleration;
  FluidRun run(setup, scenario, flowing(scenario, streams));
  // Random positions relax within a few units of time. The streams start with the expected profile;
  // after this time e^-3 of the profile's error is left.
  run.advance(5.0 + 3.0 * streams.relaxation);

  // In a snapshot the velocity of the fastest layer has a thermal scatter with the variance kT / (m
  // N <s^2>), where <s^2> = 8/15. This scatter belongs to the wave that is as long as the box, and
  // relaxes with this wave. An average over the time t has the fraction 2 relaxation / t of this
  // variance.
  const double mass = fluid.species[0].mass;
  const double scatter =
      15.0 * fluid.kT / (8.0 * mass * static_cast<double>(run.simulation.count()));
  const double wanted = flow.relativeError * streams.top;
  const double time = setup.length * 2.0 * streams.relaxation * scatter / (wanted * wanted);
  const double interval = std::min(streams.relaxation / 8.0, time / 64.0);

  Profile profile(streams);
  std::vector<double> tops, temperatures;
  run.sample(time, interval, [&] {
    const dpd::ParticleState state = run.simulation.downloadState();
    tops.push_back(profile.add(state));
    temperatures.push_back(temperatureAcross(state, streams, mass));
  });
  const Estimate top = blockAverage(tops);
  const double viscosity = streams.viscosity(top.mean);
  // The requested thermal error, corrected for the measured velocity and relaxation.
  const double thermal = flow.relativeError * std::sqrt(viscosity / (flow.expected * setup.length));
  // Blocks shorter than the relaxation time underestimate the error.
  return {.shear = {viscosity, viscosity * std::max(thermal, top.error / top.mean)},
          .temperature = average(temperatures).mean,
          .thermalError = viscosity * thermal,
          .curve = profile.curve(top.mean)};
}

void checkTransport(const Setup& setup, const Report& report) {
  const scenario::Scenario real = water(setup, glm::dvec3(kDiffusionSide));
  scenario::Scenario ideal = real;
  ideal.fluid.pairs = {{0.0, 6.75}};
  ideal.fluid.dt = 0.04;
  checkDiffusion(setup, report, ideal, "ideal fluid, gamma = 6.75", kIdealDiffusionTime, 0.524,
                 0.05 * 0.524);
  checkDiffusion(setup, report, real, "a = 25", kDiffusionTime, 0.29, 0.02);

  constexpr double kExpected = 0.84;
  const Viscosity viscosity =
      measureViscosity(setup, water(setup, kStreams),
                       {.expected = kExpected, .relativeError = kViscosityError / kExpected});
  report({"shear viscosity, a = 25", viscosity.shear, kExpected, 0.06, viscosity.curve});
}

}  // namespace gpubuck::validation
