#include "validation/mean_square_displacement.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>

#include "validation/curve.h"
#include "validation/fluids.h"

namespace gpubuck::validation {
namespace {

double meanSquare(const std::vector<glm::dvec3>& from, const std::vector<glm::dvec3>& to) {
  double sum = 0.0;
  for (std::size_t id = 0; id < from.size(); ++id) {
    const glm::dvec3 d = to[id] - from[id];
    sum += glm::dot(d, d);
  }
  return sum / static_cast<double>(from.size());
}

/// The multiple of `dt` nearest to `time`, at least one.
double wholeSteps(double time, double dt) { return std::max(1.0, std::round(time / dt)) * dt; }

}  // namespace

MeanSquareDisplacement::MeanSquareDisplacement(const search::Box& box, int lags)
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

Diffusion measureDiffusion(dpd::Simulation& simulation, double time, const DiffusionWindow& window,
                           const std::function<void()>& onSnapshot) {
  const int dimensions = simulation.fluid().box.dimensions;
  const double interval = wholeSteps(window.interval, simulation.fluid().dt);
  MeanSquareDisplacement displacement(simulation.fluid().box, window.last);
  displacement.add(simulation.downloadState());
  const auto snapshots = static_cast<int>(std::ceil(time / interval));
  for (int k = 0; k < snapshots; ++k) {
    advance(simulation, interval);
    displacement.add(simulation.downloadState());
    if (onSnapshot) onSnapshot();
  }

  const double between = interval * (window.last - window.first);
  std::vector<double> slopes;
  for (std::size_t origin = 0; origin < displacement.at(window.last).size(); ++origin) {
    const double gained =
        displacement.at(window.last)[origin] - displacement.at(window.first)[origin];
    slopes.push_back(gained / (2.0 * dimensions * between));
  }
  Diffusion result;
  result.coefficient = blockAverage(slopes);
  // Origins closer together than the window share displacements, and blocks of few of them
  // underestimate the error. Displacements are normal along each axis, with the variances s1
  // at the first lag and s1 + s2 at the last: the increase of the square, 2 d1 d2 + d2^2, has the
  // variance 4 s1 s2 + 2 s2^2 and the mean s2.
  const double firstToGain = window.first / static_cast<double>(window.last - window.first);
  const double windows = snapshots / static_cast<double>(window.last);
  const double components = dimensions * static_cast<double>(simulation.count());
  const double normal = std::sqrt((4.0 * firstToGain + 2.0) / (components * windows));
  result.coefficient.error = std::max(result.coefficient.error, normal * result.coefficient.mean);

  Series measured{"measured", {}, {}}, line{fmt::format("slope {} D", 2 * dimensions), {}, {}};
  for (int lag = 0; lag <= window.last; ++lag) {
    const Estimate square = blockAverage(displacement.at(lag));
    measured.x.push_back(interval * lag);
    measured.y.push_back(square.mean);
    measured.error.push_back(square.error);
  }
  line.x = measured.x;
  for (const double lag : line.x) {
    line.y.push_back(measured.y.back() +
                     2.0 * dimensions * result.coefficient.mean * (lag - line.x.back()));
  }
  result.curve =
      Curve{"mean square displacement", "time", "mean square displacement", {measured, line}};
  return result;
}

}  // namespace gpubuck::validation
