#include "validation/time_step_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "validation/transport_checks.h"

namespace gpubuck::validation {
namespace {

constexpr std::array kSteps{0.005, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06};
/// Box and time are chosen so that at Setup::length = 1, temperatures have errors of 0.0015 to
/// 0.002, a third of the smallest tolerance. The study takes 350 million particle-steps in all.
constexpr double kStudyEdge = 6.0;
constexpr double kStudyTime = 400.0;

struct Study {
  Stepping stepping;
  std::vector<TimeStepPoint> points{};

  /// Returns the point for the time step `dt`, which must be in kSteps.
  const TimeStepPoint& at(double dt) const {
    return *std::ranges::find(points, dt, &TimeStepPoint::dt);
  }
};

std::vector<Study> measureAll(const Setup& setup) {
  std::vector<Study> studies{
      {{"leapfrog-ab2", dpd::Integrator::LeapfrogAb2, 1.0}},
      {{"velocity-verlet, lambda = 0.65", dpd::Integrator::VelocityVerlet, 0.65}},
      {{"velocity-verlet, lambda = 1/2", dpd::Integrator::VelocityVerlet, 0.5}}};
  // With a larger Setup::length, the study has more particles over a shorter time, which suits a
  // GPU.
  const double scale = std::max(1.0, setup.length);
  const double edge = kStudyEdge * std::pow(scale, 2.0 / 3.0);
  const double time = kStudyTime * setup.length / (scale * scale);
  for (Study& study : studies) {
    for (const double dt : kSteps) {
      study.points.push_back(measureTimeStep(setup, study.stepping, dt, edge, time));
    }
  }
  return studies;
}

using Quantity = Estimate TimeStepPoint::*;

Curve curveOf(const std::vector<Study>& studies, const std::string& what, Quantity quantity) {
  std::vector<Series> series;
  for (const Study& study : studies) {
    series.push_back({study.stepping.name});
    for (const TimeStepPoint& point : study.points) series.back().add(point.dt, point.*quantity);
  }
  return {what + " against time step", "time step", what, series};
}

/// Returns a row for the error of the half-step temperature: the order of this error in dt. The
/// order is fitted to time steps that are so small that the next order is small, but so large that
/// the statistical error is small, too.
Row orderRow(const Study& study, double expected, double tolerance) {
  constexpr std::array kOrderSteps{0.02, 0.03, 0.04};
  std::vector<Estimate> errors;
  for (const double dt : kOrderSteps) {
    const Estimate& temperature = study.at(dt).temperature;
    errors.push_back({temperature.mean - 1.0, temperature.error});
  }
  return {fmt::format("{}: order of the error of T in dt", study.stepping.name),
          fitPowerLaw(kOrderSteps, errors), expected, tolerance};
}

}  // namespace

TimeStepPoint measureTimeStep(const Setup& setup, const Stepping& stepping, double dt, double edge,
                              double time) {
  scenario::Scenario scenario = water(setup, glm::dvec3(edge));
  scenario.fluid.dt = dt;
  scenario.fluid.integrator = stepping.integrator;
  scenario.fluid.lambda = stepping.lambda;
  FluidRun run(setup, scenario);
  run.advance(5.0);
  std::vector<double> temperature, onStep, pressure;
  const Diffusion diffusion = measureDiffusion(run, time, {}, [&] {
    const dpd::Observables now = run.simulation.measure();
    temperature.push_back(now.temperature);
    onStep.push_back(now.temperatureOnStep);
    pressure.push_back(now.pressure);
  });
  return {.dt = dt,
          .temperature = blockAverage(temperature),
          .temperatureOnStep = blockAverage(onStep),
          .pressure = blockAverage(pressure),
          .diffusion = diffusion.coefficient};
}

void checkTimeStep(const Setup& setup, const Report& report) {
  const std::vector<Study> studies = measureAll(setup);
  const Study &leapfrog = studies[0], &tuned = studies[1], &plain = studies[2];
  /// Reports a row, with a curve over all time steps if `curve` gives the name of the quantity.
  const auto add = [&](const Study& study, double dt, const char* what, Quantity quantity,
                       double expected, double tolerance, const char* curve = nullptr) {
    report({fmt::format("{}, dt = {}: {}", study.stepping.name, dt, what), study.at(dt).*quantity,
            expected, tolerance, curve != nullptr ? curveOf(studies, curve, quantity) : Curve{}});
  };
  const Quantity halfSteps = &TimeStepPoint::temperature;
  const Quantity onStep = &TimeStepPoint::temperatureOnStep;

  add(leapfrog, 0.04, "T of half steps", halfSteps, 0.984, 0.006, "temperature of half steps");
  add(leapfrog, 0.005, "T of half steps", halfSteps, 1.0, 0.006);
  // Groot and Warren (1997) find that lambda = 0.65 is best at this density and noise, and that it
  // allows steps of 0.06 without significant loss of temperature control.
  add(tuned, 0.04, "T on steps", onStep, 1.0, 0.01, "temperature on steps");
  add(tuned, 0.06, "T on steps", onStep, 1.0, 0.02);
  add(plain, 0.04, "T on steps", onStep, 1.029, 0.006);
  // With only friction of rate g and its noise, the velocities at half steps are an autoregressive
  // series, whose variance is kT / m (1 + O((g dt)^2)) with lambda = 1, and kT / m (1 + g dt / 2)
  // with lambda = 1/2. Thus the error with lambda = 1 would be of second order; together with the
  // other forces it is 1.7 at these time steps. The error with lambda = 1/2 is of first order, with
  // some second order.
  report(orderRow(leapfrog, 1.7, 1.0));
  report(orderRow(plain, 1.5, 0.5));
  add(leapfrog, 0.04, "pressure", &TimeStepPoint::pressure, 23.65, 0.1, "pressure");
  // The paper's integrator cools the fluid, so that the fluid diffuses less: the ratio is 0.956 +-
  // 0.010 in software.
  const Estimate fine = leapfrog.at(0.01).diffusion, coarse = leapfrog.at(0.04).diffusion;
  report({fmt::format("{}, dt = 0.04: D over that at dt = 0.01", leapfrog.stepping.name),
          {coarse.mean / fine.mean, (coarse.error + fine.error) / fine.mean},
          0.96,
          0.04,
          curveOf(studies, "self-diffusion", &TimeStepPoint::diffusion)});
}

}  // namespace gpubuck::validation
