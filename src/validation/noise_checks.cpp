// Theta over a million draws of each of three pairs: 1,024 triples of particles, 1,024 steps.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "validation/check.h"
#include "validation/curve.h"
#include "validation/noise_draws.h"
#include "validation/statistics.h"

namespace gpubuck::validation {
namespace {

constexpr int kNoiseSteps = 1024;
constexpr int kLongestLag = 500;
/// Means of a million independent numbers of variance 1 scatter by 0.001; estimated from as few as
/// 16 blocks it may look half as large again.
constexpr double kNoiseTolerance = 0.005;

/// Averages of one quantity over the triples, one value per step.
using NoiseSeries = std::vector<double>;

double meanProduct(const std::vector<glm::vec4>& now, const std::vector<glm::vec4>& before) {
  double sum = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const glm::dvec4 product = glm::dvec4(now[i]) * glm::dvec4(before[i]);
    sum += product.x + product.y + product.z;
  }
  return sum / (3.0 * static_cast<double>(now.size()));
}

/// For every lag from 1 to `lags` the mean of theta times theta that many steps before.
NoiseSeries autocovariance(const std::vector<std::vector<glm::vec4>>& steps, int lags) {
  NoiseSeries result;
  for (int lag = 1; lag <= lags; ++lag) {
    double sum = 0.0;
    for (std::size_t n = static_cast<std::size_t>(lag); n < steps.size(); ++n) {
      sum += meanProduct(steps[n], steps[n - static_cast<std::size_t>(lag)]);
    }
    result.push_back(sum / static_cast<double>(steps.size() - static_cast<std::size_t>(lag)));
  }
  return result;
}

/// The contribution of one step of all triples to the figures.
struct NoiseMoments {
  double mean = 0.0, square = 0.0, triangle = 0.0;
  glm::dvec3 shared{0.0};  ///< (1,2)(1,3), (1,2)(2,3), (1,3)(2,3)

  explicit NoiseMoments(const std::vector<glm::vec4>& thetas) {
    const double weight = 1.0 / static_cast<double>(thetas.size());
    for (const glm::vec4& values : thetas) {
      const glm::dvec3 t(values.x, values.y, values.z);
      mean += weight * (t.x + t.y + t.z) / 3.0;
      square += weight * (t.x * t.x + t.y * t.y + t.z * t.z) / 3.0;
      shared += weight * glm::dvec3(t.x * t.y, t.x * t.z, t.y * t.z);
      triangle += weight * t.x * t.y * t.z;
    }
  }
};

}  // namespace

void checkNoise(const Setup& setup, const Report& report) {
  const auto triples = static_cast<std::int64_t>(std::ceil(1024.0 * setup.length));
  const texel::Device device(setup.deviceFor(triples));
  NoiseDraws draws(device, setup.noise, triples, setup.seed);

  std::vector<std::vector<glm::vec4>> steps;
  NoiseSeries mean, square, shared12And13, shared12And23, shared13And23, triangle, successive;
  for (int step = 0; step < kNoiseSteps; ++step) {
    steps.push_back(draws.next());
    const NoiseMoments moments(steps.back());
    mean.push_back(moments.mean);
    square.push_back(moments.square);
    shared12And13.push_back(moments.shared.x);
    shared12And23.push_back(moments.shared.y);
    shared13And23.push_back(moments.shared.z);
    triangle.push_back(moments.triangle);
    if (step > 0) successive.push_back(meanProduct(steps[steps.size() - 2], steps.back()));
  }

  const auto add = [&](const std::string& what, const NoiseSeries& series, double expected) {
    const Estimate estimate = blockAverage(series);
    report({.check = "noise, " + what,
            .value = estimate.mean,
            .error = estimate.error,
            .expected = expected,
            .tolerance = kNoiseTolerance});
  };
  add("mean", mean, 0.0);
  add("variance", square, 1.0);
  add("covariance of pairs (1,2) and (1,3)", shared12And13, 0.0);
  add("covariance of pairs (1,2) and (2,3)", shared12And23, 0.0);
  add("covariance of pairs (1,3) and (2,3)", shared13And23, 0.0);
  add("mean product of pairs (1,2), (1,3), (2,3)", triangle, 0.0);
  add("covariance of successive steps", successive, 0.0);

  // Each covariance scatters by 0.0006 to 0.0008; the largest of 500 is about three times that.
  NoiseSeries covariance = autocovariance(steps, kLongestLag), lags;
  for (int lag = 1; lag <= kLongestLag; ++lag) lags.push_back(lag);
  const auto [least, most] = std::minmax_element(covariance.begin(), covariance.end());
  const double draws3 = 3.0 * static_cast<double>(triples) * (kNoiseSteps - kLongestLag);
  report({.check = "noise, largest covariance with 1 to 500 steps before",
          .value = -*least > *most ? *least : *most,
          .error = 1.0 / std::sqrt(draws3),
          .expected = 0.0,
          .tolerance = kNoiseTolerance,
          .curve = Curve{"autocovariance of the noise",
                         "steps between",
                         "covariance",
                         {{.name = "noise", .x = lags, .y = covariance}}}});
}

}  // namespace gpubuck::validation
