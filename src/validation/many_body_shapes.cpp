#include "validation/many_body_shapes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "validation/drops.h"
#include "validation/runs.h"

namespace gpubuck::validation {
namespace {

constexpr int kSwingSamples = 60;  // in a period
constexpr int kSwingSteps = 1000;
constexpr int kDampingSteps = 100;
/// A larger time step than for pressures: it raises the temperature by 1 %, which shapes do not
/// feel.
constexpr double kShapeDt = 0.015;
/// The friction in swings, a quarter of the other runs', damps them less and does not change the
/// tension.
constexpr double kSwingGamma = 1.0;

/// Returns the mean of z^2 - (x^2 + y^2) / 2 about the middle of a drop that begins at `ball` in
/// the flow rate * (-x / 2, -y / 2, z).
Series quadrupoleAfter(const Setup& setup, const scenario::Scenario& scenario,
                       dpd::ParticleState ball, double rate, double time) {
  const cells::Box& box = scenario.fluid.box;
  const glm::dvec3 centre = middleOf(ball, box.size);
  for (std::size_t i = 0; i < ball.count(); ++i) {
    const glm::vec3 d(box.nearestImage(glm::dvec3(glm::vec3(ball.position[i])) - centre));
    const glm::vec4 flow =
        static_cast<float>(rate) * glm::vec4(-0.5F * d.x, -0.5F * d.y, d.z, 0.0F);
    ball.velocity[i] += flow;
    ball.predicted[i] += flow;
  }
  FluidRun run(setup, scenario, ball);
  Series quadrupole;
  run.sample(time, time / kSwingSamples, [&] {
    const dpd::ParticleState now = run.simulation.downloadState();
    const glm::dvec3 middle = middleOf(now, box.size);
    double sum = 0.0;
    for (const glm::vec4& position : now.position) {
      const glm::dvec3 d = box.nearestImage(glm::dvec3(glm::vec3(position)) - middle);
      sum += d.z * d.z - 0.5 * (d.x * d.x + d.y * d.y);
    }
    quadrupole.add(run.simulation.time(), sum / static_cast<double>(now.count()));
  });
  return quadrupole;
}

}  // namespace

double swingFrequency(double tension, double density, double radius) {
  return std::sqrt(8.0 * tension / (density * radius * radius * radius));
}

double Swing::amplitude(double time) const {
  const double w = std::sqrt(frequency * frequency - damping * damping);
  return rate / w * std::exp(-damping * time) * std::sin(w * time);
}

Swing fitSwing(std::span<const double> time, std::span<const double> amplitude, double most) {
  if (time.size() != amplitude.size() || time.size() < 3) {
    throw std::invalid_argument(
        fmt::format("a swing from {} times and {} amplitudes: at least 3 of each are needed",
                    time.size(), amplitude.size()));
  }
  Swing best;
  double least = HUGE_VAL;
  for (int step = 1; step <= kSwingSteps; ++step) {
    for (int part = 0; part < kDampingSteps; ++part) {
      const double frequency = most * step / kSwingSteps;
      Swing swing{frequency, frequency * part / kDampingSteps};
      double product = 0.0, square = 0.0, residues = 0.0;
      for (std::size_t k = 0; k < time.size(); ++k) {
        const double shape = swing.amplitude(time[k]);
        product += shape * amplitude[k];
        square += shape * shape;
        residues += amplitude[k] * amplitude[k];
      }
      swing.rate = product / square;
      residues -= swing.rate * product;
      if (residues < least) {
        least = residues;
        best = swing;
      }
    }
  }
  return best;
}

SwingCurve measureSwing(const Setup& setup, const SwingingDrop& drop, double attraction, double b,
                        double expected) {
  scenario::Scenario scenario = liquidBall(setup, drop.radius, attraction, b);
  scenario.fluid.dt = kShapeDt;
  scenario.fluid.pairs[0].gamma = kSwingGamma;
  dpd::ParticleState ball;
  {
    FluidRun run(setup, scenario);
    run.advance(drop.warmUp);
    ball = run.simulation.downloadState();
  }
  const double period = 2.0 * std::numbers::pi / expected;
  const Series along = quadrupoleAfter(setup, scenario, ball, drop.stretchRate, period);
  const Series against = quadrupoleAfter(setup, scenario, ball, -drop.stretchRate, period);
  SwingCurve curve{.fit{}, .quadrupole{"gpubuck"}};
  for (std::size_t k = 0; k < along.x.size(); ++k) {
    curve.quadrupole.add(along.x[k], 0.5 * (along.y[k] - against.y[k]));
  }
  curve.fit = fitSwing(curve.quadrupole.x, curve.quadrupole.y, 2.0 * expected);
  return curve;
}

int piecesAlongX(std::span<const glm::vec4> positions, double side) {
  const auto slices = static_cast<std::size_t>(side);
  std::vector<std::size_t> counts(slices, 0);
  for (const glm::vec4& position : positions) {
    const double part = static_cast<double>(position.x) / side;
    ++counts[std::min(static_cast<std::size_t>(part * static_cast<double>(slices)), slices - 1)];
  }
  const auto isLiquid = [&](std::size_t slice) {
    return 10 * slices * counts[slice % slices] >= positions.size();
  };
  int ends = 0;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    if (isLiquid(slice) && !isLiquid(slice + 1)) ++ends;
  }
  return ends;
}

int piecesOfThread(const Setup& setup, const Thread& thread, double attraction, double b,
                   double time) {
  // A square rod becomes round at once.
  const double width = 4.0 * thread.radius + 4.0;
  const double half = 0.5 * std::sqrt(std::numbers::pi) * thread.radius;
  const double low = 0.5 * width - half, high = 0.5 * width + half;
  scenario::Scenario scenario =
      liquidIn(setup, {thread.length, width, width}, attraction, b,
               {{.shape = {.low = {0.0, low, low}, .high = {thread.length, high, high}},
                 .places = scenario::Places::Even}});
  scenario.fluid.dt = kShapeDt;
  FluidRun run(setup, scenario);
  run.advance(time);
  return piecesAlongX(run.simulation.position().download(), thread.length);
}

}  // namespace gpubuck::validation
