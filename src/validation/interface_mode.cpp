#include "validation/interface_mode.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace gpubuck::validation {
namespace {

/// The root of a function that changes its sign once between `low` and `high`.
template <typename Function>
double bisect(const Function& function, double low, double high) {
  const bool rises = function(low) < 0.0;
  for (int round = 0; round < 200; ++round) {
    const double middle = 0.5 * (low + high);
    ((function(middle) < 0.0) == rises ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

/// The left side of Chandrasekhar's equation at the rate n; 1 is the lower fluid, 2 the upper.
double characteristic(const InterfaceMode& mode, double n) {
  const double k = mode.waveNumber, total = mode.lightDensity + mode.heavyDensity;
  const double share1 = mode.lightDensity / total, share2 = mode.heavyDensity / total;
  const double nu1 = mode.lightViscosity / mode.lightDensity;
  const double nu2 = mode.heavyViscosity / mode.heavyDensity;
  const double q1 = std::sqrt(k * k + n / nu1), q2 = std::sqrt(k * k + n / nu2);
  const double finite = std::tanh(k * mode.depth);
  const double drive =
      finite * (mode.gravity * k * (share1 - share2) + k * k * k * mode.tension / total);
  const double step = share1 * nu1 - share2 * nu2;
  return -(drive / (n * n) + 1.0) * (share2 * q1 + share1 * q2 - k) - 4.0 * k * share1 * share2 +
         4.0 * k * k / n * step * (share2 * q1 - share1 * q2 + k * (share1 - share2)) +
         4.0 * k * k * k / (n * n) * step * step * (q1 - k) * (q2 - k);
}

}  // namespace

double InterfaceMode::atwood() const {
  return (heavyDensity - lightDensity) / (heavyDensity + lightDensity);
}

double InterfaceMode::viscosity() const {
  return (lightViscosity + heavyViscosity) / (lightDensity + heavyDensity);
}

double growthRate(const InterfaceMode& mode) {
  const double k = mode.waveNumber, damping = mode.viscosity() * k * k;
  const double drive = mode.atwood() * mode.gravity * k -
                       mode.tension * k * k * k / (mode.lightDensity + mode.heavyDensity);
  if (drive <= 0.0) return 0.0;
  return std::sqrt(std::tanh(k * mode.depth) * drive + damping * damping) - damping;
}

double viscousGrowthRate(const InterfaceMode& mode) {
  const double most = growthRate(mode);
  if (most == 0.0) return 0.0;
  // It is below growthRate(), by a few per cent unless the layers differ much in viscosity.
  return bisect([&](double n) { return characteristic(mode, n); }, 0.2 * most, 2.0 * most);
}

double interfaceAmplitude(const dpd::Fluid& fluid, std::span<const glm::vec4> position,
                          double waveNumber, double phase) {
  double sum = 0.0;
  for (const glm::vec4& p : position) {
    const double wave = std::cos(waveNumber * static_cast<double>(p.x) - phase);
    sum += dpd::speciesOf(p) == 0 ? wave : -wave;
  }
  const search::Box& box = fluid.box;
  return sum / (fluid.density * box.volume() / box.size[box.dimensions - 1]);
}

void stratify(dpd::ParticleState& state, const dpd::Fluid& fluid, double stiffness) {
  const int axis = fluid.box.dimensions - 1;
  const double height = fluid.box.size[axis];
  const double below = -fluid.gravity[axis] * fluid.species[0].mass / stiffness;
  const double above = -fluid.gravity[axis] * fluid.species[1].mass / stiffness;
  const double share = fluid.species[0].fraction;
  // Particles below and above an interface at z, in units in which the density at the bottom is 1.
  const auto under = [&](double z) { return -std::expm1(-below * z) / below; };
  const auto over = [&](double z) {
    return -std::exp(-below * z) * std::expm1(-above * (height - z)) / above;
  };
  const double middle =
      bisect([&](double z) { return (1.0 - share) * under(z) - share * over(z); }, 0.0, height);
  const double least = std::exp(-below * middle);
  for (glm::vec4& position : state.position) {
    const double part = position[axis] / height;
    const double z =
        part < share
            ? -std::log1p(-part / share * under(middle) * below) / below
            : middle - std::log1p(-(part - share) / (1.0 - share) * over(middle) * above / least) /
                           above;
    position[axis] =
        std::clamp(static_cast<float>(z), 0.0f, std::nextafter(static_cast<float>(height), 0.0f));
  }
}

double Growth::amplitude(double time) const {
  const double w = rate + damping;
  return initial * std::exp(-damping * time) *
         (std::cosh(w * time) + damping / w * std::sinh(w * time));
}

Growth fitGrowth(std::span<const double> time, std::span<const double> amplitude, double damping,
                 double most) {
  if (time.size() != amplitude.size() || time.size() < 3) {
    throw std::invalid_argument(
        fmt::format("a growth rate from {} times and {} amplitudes: at least 3 of each are needed",
                    time.size(), amplitude.size()));
  }
  Growth best;
  double least = HUGE_VAL;
  constexpr int kRates = 4000;
  for (int step = 1; step <= kRates; ++step) {
    Growth growth{.rate = most * step / kRates, .initial = 1.0, .damping = damping};
    double product = 0.0, square = 0.0;
    for (std::size_t k = 0; k < time.size(); ++k) {
      const double shape = growth.amplitude(time[k]);
      product += shape * amplitude[k];
      square += shape * shape;
    }
    growth.initial = product / square;
    double residues = 0.0;
    for (std::size_t k = 0; k < time.size(); ++k) {
      const double off = amplitude[k] - growth.amplitude(time[k]);
      residues += off * off;
    }
    if (residues < least) {
      least = residues;
      best = growth;
    }
  }
  return best;
}

}  // namespace gpubuck::validation
