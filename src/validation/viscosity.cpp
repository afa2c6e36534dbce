#include "validation/viscosity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "base/error.h"
#include "scenario/initial_state.h"
#include "validation/curve.h"
#include "validation/fluids.h"

namespace gpubuck::validation {
namespace {

void requireOneFluid(const dpd::Fluid& fluid) {
  const auto refuse = [](const char* why) { throw InputError("viscosity", why); };
  if (fluid.species.size() != 1) refuse("is measured in a fluid of one species");
  if (fluid.gravity != glm::dvec3(0.0)) refuse("is measured without gravity");
  if (fluid.drag != 0.0) refuse("is measured without drag");
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    if (!fluid.box.isPeriodic(axis)) refuse("is measured in a box that is periodic along all axes");
  }
}

/// The numbers of the flow. In steady state the shear stress balances the drive of acceleration g,
///   eta v'' = - rho g,  v(z) = top * 4 z (H - z) / H^2,  top = rho g H^2 / (8 eta),
/// in the lower stream of height H = L / 2, rho the density of mass, and the opposite in the upper.
/// The shear rate at the edge of a stream is 4 top / H.
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

  /// The velocity at `height` of streams whose fastest layer has 1.
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
  double acceleration;  ///< what drives that
  double relaxation;    ///< time after which a wave as long as the box has decayed to 1 / e
};

/// The mean velocity profile of many snapshots.
class Profile {
 public:
  explicit Profile(const Streams& streams) : streams_(streams), sum_(kBins), count_(kBins) {}

  /// Adds one, and returns the velocity of its fastest layer by least squares over all particles:
  /// sum v s / sum s^2 with the streams' shape s.
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
    std::vector<double> height, velocity, fit;
    for (std::size_t bin = 0; bin < kBins; ++bin) {
      height.push_back((static_cast<double>(bin) + 0.5) / kBins * streams_.side);
      velocity.push_back(count_[bin] > 0.0 ? sum_[bin] / count_[bin] : 0.0);
      fit.push_back(top * streams_.shape(height.back()));
    }
    return {"periodic Poiseuille flow",
            "height",
            "velocity",
            {{"measured", height, velocity}, {"parabolas", height, fit}}};
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

/// The temperature of the velocities across the flow.
double temperatureAcross(const dpd::ParticleState& state, const Streams& streams, double mass) {
  double sum = 0.0;
  for (const glm::vec4& v : state.velocity) sum += mass * v[streams.axis] * v[streams.axis];
  return sum / static_cast<double>(state.count());
}

}  // namespace

Viscosity measureViscosity(const Setup& setup, const scenario::Scenario& still,
                           const PoiseuilleFlow& flow) {
  requireOneFluid(still.fluid);
  const Streams streams(still.fluid, flow);
  scenario::Scenario scenario = still;
  const dpd::Fluid& fluid = scenario.fluid;
  scenario.fluid.poiseuille = streams.acceleration;
  const texel::Device device(setup.deviceFor(scenario::particleCount(fluid)));
  dpd::Simulation simulation = simulate(device, scenario, flowing(scenario, streams));
  // Random positions relax within a few units of time. The streams start with the expected profile;
  // e^-3 of its error is left.
  advance(simulation, 5.0 + 3.0 * streams.relaxation);

  // In a snapshot the fastest layer has a thermal scatter of variance kT / (m N <s^2>), <s^2> =
  // 8/15, which is that of the wave as long as the box and relaxes as that does. An average over
  // the time t has 2 relaxation / t of that variance.
  const double mass = fluid.species[0].mass;
  const double scatter = 15.0 * fluid.kT / (8.0 * mass * static_cast<double>(simulation.count()));
  const double wanted = flow.relativeError * streams.top;
  const double time = setup.length * 2.0 * streams.relaxation * scatter / (wanted * wanted);
  const double interval = std::min(streams.relaxation / 8.0, time / 64.0);
  const auto samples = static_cast<int>(std::ceil(time / interval));

  Profile profile(streams);
  std::vector<double> tops;
  double temperature = 0.0;
  for (int k = 0; k < samples; ++k) {
    advance(simulation, interval);
    const dpd::ParticleState state = simulation.downloadState();
    tops.push_back(profile.add(state));
    temperature += temperatureAcross(state, streams, mass) / samples;
  }
  const Estimate top = blockAverage(tops);
  const double viscosity = streams.viscosity(top.mean);
  // The requested thermal error, but for the measured velocity and the relaxation that follows from
  // the measured viscosity.
  const double thermal = flow.relativeError * std::sqrt(viscosity / (flow.expected * setup.length));
  Viscosity result;
  // Blocks shorter than the relaxation time underestimate the error.
  result.shear = {viscosity, viscosity * std::max(thermal, top.error / top.mean)};
  result.temperature = temperature;
  result.thermalError = viscosity * thermal;
  result.curve = profile.curve(top.mean);
  return result;
}

}  // namespace gpubuck::validation
