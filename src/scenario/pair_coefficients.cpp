#include "scenario/pair_coefficients.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

/// What one [[pair]] table says, in the engine's coefficients.
struct GivenPair {
  std::string path;
  std::size_t first = 0, second = 0;
  double a = 0.0;
  std::optional<double> gamma{}, sigma{};
};

class PairReader {
 public:
  PairReader(const TomlDocument& document, const Scenario& scenario)
      : document_(document), scenario_(scenario) {}

  GivenPair read(std::size_t table) const {
    GivenPair pair{.path = fmt::format("pair.{}", table)};
    const std::string species = pair.path + ".species";
    const auto names = document_.list<std::string>(species, 2);
    requireAllowed(keyAt("pair.*.species"), scenario_, names, species, fail_);
    pair.first = speciesOf(names[0]);
    pair.second = speciesOf(names[1]);
    const std::optional<double> a = number(pair, "a"), pi = number(pair, "pi");
    pair.gamma = number(pair, "gamma");
    pair.sigma = number(pair, "sigma");
    if (a && pi) fail(pair, "pi", "stands beside a: a pair is given in one form or the other");
    if (!a && !pi) fail(pair, "a", "missing, and so is pi");
    if (!pair.gamma && !pair.sigma) fail(pair, "gamma", "missing, and so is sigma");
    pair.a = a.value_or(0.0);
    if (pi) normalise(pair, *pi);
    return pair;
  }

  double temperature(const std::vector<GivenPair>& pairs) const {
    if (document_.has("fluid.kT")) return scenario_.fluid.kT;
    for (const GivenPair& pair : pairs) {
      if (pair.gamma && pair.sigma && *pair.gamma > 0.0) {
        return *pair.sigma * *pair.sigma / (2.0 * *pair.gamma);
      }
    }
    return 1.0;
  }

  dpd::PairCoefficients complete(const GivenPair& pair, double kT) const {
    if (pair.gamma && pair.sigma) {
      const double left = *pair.sigma * *pair.sigma, right = 2.0 * *pair.gamma * kT;
      // Relative: numbers given with six digits still count as one.
      if (std::abs(left - right) > 1e-6 * std::max(left, right)) {
        fail(pair, "sigma",
             fmt::format("contradicts gamma and kT: sigma^2 = {}, 2 gamma kT = {} "
                         "(as a, gamma, sigma: gamma {}, sigma {}, kT {})",
                         left, right, *pair.gamma, *pair.sigma, kT));
      }
    }
    if (pair.gamma) return {pair.a, *pair.gamma};
    if (kT == 0.0) fail(pair, "gamma", "missing, and kT = 0 does not give it");
    return {pair.a, *pair.sigma * *pair.sigma / (2.0 * kT)};
  }

  [[noreturn]] void fail(const GivenPair& pair, const char* key, const std::string& why) const {
    document_.fail(fmt::format("{}.{}", pair.path, key), why);
  }

 private:
  std::optional<double> number(const GivenPair& pair, const char* key) const {
    const std::string path = fmt::format("{}.{}", pair.path, key);
    if (!document_.has(path)) return {};
    const double value = document_.get<double>(path);
    requireAllowed(keyAt(std::string("pair.*.") + key), scenario_, value, path, fail_);
    return value;
  }

  std::size_t speciesOf(const std::string& name) const {
    const std::vector<dpd::Species>& all = scenario_.fluid.species;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const auto& species) { return species.name == name; });
    return static_cast<std::size_t>(found - all.begin());
  }

  /// Of a pair in the paper's form.
  void normalise(GivenPair& pair, double pi) const {
    const dpd::Fluid& fluid = scenario_.fluid;
    const dpd::PaperWeights weights(fluid.density, fluid.box.dimensions);
    const double mass =
        dpd::PaperWeights::mass(fluid.species[pair.first].mass, fluid.species[pair.second].mass);
    pair.a = pi * weights.linear;
    if (pair.gamma) *pair.gamma *= mass * weights.square;
    if (pair.sigma) *pair.sigma *= weights.linear;
  }

  const TomlDocument& document_;
  const Scenario& scenario_;
  Fail fail_ = [this](const std::string& path, const std::string& why) {
    document_.fail(path, why);
  };
};

}  // namespace

void readPairs(const TomlDocument& document, Scenario& scenario) {
  dpd::Fluid& fluid = scenario.fluid;
  const PairReader reader(document, scenario);
  std::vector<GivenPair> given;
  for (std::size_t i = 0; i < document.tables("pair"); ++i) given.push_back(reader.read(i));
  fluid.kT = reader.temperature(given);

  const std::size_t count = fluid.species.size();
  fluid.pairs.assign(count * count, {});
  if (given.empty() && count == 1) return;
  std::vector<bool> isGiven(count * count, false);
  for (const GivenPair& pair : given) {
    const std::size_t kl = pair.first * count + pair.second, lk = pair.second * count + pair.first;
    if (isGiven[kl]) {
      reader.fail(pair, "species",
                  fmt::format("the pair {}, {} is given twice", fluid.species[pair.first].name,
                              fluid.species[pair.second].name));
    }
    isGiven[kl] = isGiven[lk] = true;
    fluid.pairs[kl] = fluid.pairs[lk] = reader.complete(pair, fluid.kT);
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t l = k; l < count; ++l) {
      if (isGiven[k * count + l]) continue;
      document.fail("pair", fmt::format("the pair {}, {} is missing", fluid.species[k].name,
                                        fluid.species[l].name));
    }
  }
}

}  // namespace gpubuck::scenario
