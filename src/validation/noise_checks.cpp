// Statistics of theta over a million draws for each of three pairs, from 1,024 triples of particles
// over 1,024 steps.
#include "validation/noise_checks.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string>
#include <utility>

#include "dpd/steps/passes.h"
#include "validation/check.h"

namespace gpubuck::validation {
namespace {

constexpr int kNoiseSteps = 1024;
constexpr int kLongestLag = 500;
/// Means of a million independent numbers of variance 1 scatter by 0.001. An estimate of this
/// scatter from only 16 blocks may be too large by a half.
constexpr double kNoiseTolerance = 0.005;

/// Returns the mean of the products of theta in a step and theta in another step.
double meanProduct(const std::vector<glm::vec4>& now, const std::vector<glm::vec4>& before) {
  double sum = 0.0;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const glm::dvec4 product = glm::dvec4(now[i]) * glm::dvec4(before[i]);
    sum += product.x + product.y + product.z;
  }
  return sum / (3.0 * static_cast<double>(now.size()));
}

/// A quantity, and the series of its means over the triples, with one value per step.
struct NoiseQuantity {
  const char* what;
  double expected;
  double (*of)(const glm::dvec3& theta);  ///< returns the quantity for one triple
  std::vector<double> means{};
};

}  // namespace

NoiseDraws::NoiseDraws(const texel::Device& device, dpd::NoiseKind noise, std::int64_t triples,
                       std::uint32_t seed)
    : pass_(device,
            {.name = "validation/noise_draws",
             .outputs = {{"o_theta", texel::Format::Vec4}, {"o_state", texel::Format::Vec4}},
             .prologue = dpd::noisePrologue(noise)}),
      theta_(device, "theta", triples),
      state_(device, "noise state", triples),
      spareState_(device, "noise state (next)", triples) {
  std::mt19937 random(seed);
  const auto unit = [&] { return static_cast<float>(random() >> 8U) * 0x1p-24F; };
  std::vector<glm::vec4> states;
  for (std::int64_t i = 0; i < triples; ++i) states.emplace_back(unit(), unit(), unit(), 0.0F);
  state_.upload(states);
  pass_.set("u_noiseSeed", static_cast<GLuint>(seed));
}

std::vector<glm::vec4> NoiseDraws::next() {
  pass_.run(theta_.count(), {{"u_state", state_}, {"u_noiseStep", static_cast<GLuint>(step_++)}},
            {{"o_theta", theta_}, {"o_state", spareState_}});
  std::swap(state_, spareState_);
  return theta_.download();
}

void checkNoise(const Setup& setup, const Report& report) {
  const auto triples = static_cast<std::int64_t>(std::ceil(1024.0 * setup.length));
  const texel::Device device(setup.deviceFor(triples));
  NoiseDraws draws(device, setup.noise, triples, setup.seed);

  using Theta = glm::dvec3;  // Theta of (1,2), (1,3) and (2,3)
  std::array<NoiseQuantity, 6> quantities{{
      {"mean", 0.0, [](const Theta& t) { return (t.x + t.y + t.z) / 3.0; }},
      {"variance", 1.0, [](const Theta& t) { return (t.x * t.x + t.y * t.y + t.z * t.z) / 3.0; }},
      {"covariance of pairs (1,2) and (1,3)", 0.0, [](const Theta& t) { return t.x * t.y; }},
      {"covariance of pairs (1,2) and (2,3)", 0.0, [](const Theta& t) { return t.x * t.z; }},
      {"covariance of pairs (1,3) and (2,3)", 0.0, [](const Theta& t) { return t.y * t.z; }},
      {"mean product of pairs (1,2), (1,3), (2,3)", 0.0,
       [](const Theta& t) { return t.x * t.y * t.z; }},
  }};
  std::vector<std::vector<glm::vec4>> steps;
  for (int step = 0; step < kNoiseSteps; ++step) {
    steps.push_back(draws.next());
    for (NoiseQuantity& quantity : quantities) {
      double sum = 0.0;
      for (const glm::vec4& theta : steps.back()) sum += quantity.of(Theta(theta));
      quantity.means.push_back(sum / static_cast<double>(triples));
    }
  }
  /// Returns, for each step from `lag` on, the mean of the products of theta and theta `lag` steps
  /// earlier.
  const auto products = [&](std::size_t lag) {
    std::vector<double> result;
    for (std::size_t n = lag; n < steps.size(); ++n) {
      result.push_back(meanProduct(steps[n], steps[n - lag]));
    }
    return result;
  };
  const auto add = [&](const std::string& what, const std::vector<double>& series,
                       double expected) {
    report({"noise, " + what, blockAverage(series), expected, kNoiseTolerance});
  };
  for (const NoiseQuantity& one : quantities) add(one.what, one.means, one.expected);
  add("covariance of successive steps", products(1), 0.0);

  // Each covariance scatters by 0.0006 to 0.0008. The largest of 500 covariances is about three
  // times as large.
  Series covariance{"noise"};
  for (int lag = 1; lag <= kLongestLag; ++lag) {
    covariance.add(lag, average(products(static_cast<std::size_t>(lag))).mean);
  }
  const auto [least, most] = std::minmax_element(covariance.y.begin(), covariance.y.end());
  const double draws3 = 3.0 * static_cast<double>(triples) * (kNoiseSteps - kLongestLag);
  report({"noise, largest covariance with 1 to 500 steps before",
          {-*least > *most ? *least : *most, 1.0 / std::sqrt(draws3)},
          0.0,
          kNoiseTolerance,
          {"autocovariance of the noise", "steps between", "covariance", {covariance}}});
}

}  // namespace gpubuck::validation
