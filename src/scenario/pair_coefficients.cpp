#include "scenario/pair_coefficients.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gpubuck::scenario {
namespace {

/// What one [[pair]] table says, in the engine's coefficients.
struct GivenPair {
  std::size_t first = 0, second = 0;
  double a = 0.0;
  std::optional<double> gamma, sigma;
  TomlSection section;
};

std::optional<double> nonNegative(TomlSection& section, const std::string& key) {
  const std::optional<double> value = section.optionalNumber(key);
  if (value && *value < 0.0) section.fail(key, fmt::format("{} is below 0", *value));
  return value;
}

std::size_t speciesIndex(const TomlSection& section, const std::vector<std::string>& names,
                         std::size_t entry, const dpd::Fluid& fluid) {
  const auto found =
      std::find_if(fluid.species.begin(), fluid.species.end(),
                   [&](const auto& species) { return species.name == names[entry]; });
  if (found == fluid.species.end()) {
    section.fail("species", entry, fmt::format("there is no species '{}'", names[entry]));
  }
  return static_cast<std::size_t>(found - fluid.species.begin());
}

GivenPair readPair(TomlSection section, const dpd::Fluid& fluid) {
  const std::vector<std::string> names = section.strings("species");
  if (names.size() != 2) {
    section.fail("species", fmt::format("expected 2 entries, found {}", names.size()));
  }
  GivenPair pair{speciesIndex(section, names, 0, fluid),
                 speciesIndex(section, names, 1, fluid),
                 0.0,
                 {},
                 {},
                 section};
  const std::optional<double> a = nonNegative(section, "a");
  const std::optional<double> pi = nonNegative(section, "pi");
  pair.gamma = nonNegative(section, "gamma");
  pair.sigma = nonNegative(section, "sigma");
  section.refuseUnknownKeys();
  if (a && pi) section.fail("pi", "stands beside a: a pair is given in one form or the other");
  if (!a && !pi) section.fail("a", "missing, and so is pi");
  if (!pair.gamma && !pair.sigma) section.fail("gamma", "missing, and so is sigma");
  if (a) {
    pair.a = *a;
    return pair;
  }
  const dpd::PaperWeights weights(fluid.density, fluid.box.dimensions);
  const double mass =
      dpd::PaperWeights::mass(fluid.species[pair.first].mass, fluid.species[pair.second].mass);
  pair.a = *pi * weights.linear;
  if (pair.gamma) *pair.gamma *= mass * weights.square;
  if (pair.sigma) *pair.sigma *= weights.linear;
  return pair;
}

/// Relative disagreement below which numbers given with six digits still count as one.
bool agree(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(a, b); }

double temperature(TomlSection& fluidSection, const std::vector<GivenPair>& pairs) {
  if (const std::optional<double> kT = nonNegative(fluidSection, "kT")) return *kT;
  for (const GivenPair& pair : pairs) {
    if (pair.gamma && pair.sigma && *pair.gamma > 0.0) {
      return *pair.sigma * *pair.sigma / (2.0 * *pair.gamma);
    }
  }
  return 1.0;
}

dpd::PairCoefficients complete(const GivenPair& pair, double kT) {
  if (pair.gamma && pair.sigma) {
    const double left = *pair.sigma * *pair.sigma, right = 2.0 * *pair.gamma * kT;
    if (!agree(left, right)) {
      pair.section.fail("sigma",
                        fmt::format("contradicts gamma and kT: sigma^2 = {}, 2 gamma kT = {} "
                                    "(as a, gamma, sigma: gamma {}, sigma {}, kT {})",
                                    left, right, *pair.gamma, *pair.sigma, kT));
    }
  }
  if (pair.gamma) return {pair.a, *pair.gamma};
  if (kT == 0.0) pair.section.fail("gamma", "missing, and kT = 0 does not give it");
  return {pair.a, *pair.sigma * *pair.sigma / (2.0 * kT)};
}

}  // namespace

void readPairs(TomlSection& root, TomlSection& fluidSection, dpd::Fluid& fluid) {
  std::vector<GivenPair> given;
  for (const TomlSection& section : root.sections("pair"))
    given.push_back(readPair(section, fluid));
  fluid.kT = temperature(fluidSection, given);

  const std::size_t count = fluid.species.size();
  if (given.empty() && count == 1) {
    fluid.pairs = {dpd::PairCoefficients{}};
    return;
  }
  fluid.pairs.assign(count * count, {});
  std::vector<bool> isGiven(count * count, false);
  for (const GivenPair& pair : given) {
    const std::size_t k = pair.first, l = pair.second;
    if (isGiven[k * count + l]) {
      pair.section.fail("species", fmt::format("the pair {}, {} is given twice",
                                               fluid.species[k].name, fluid.species[l].name));
    }
    isGiven[k * count + l] = isGiven[l * count + k] = true;
    fluid.pairs[k * count + l] = fluid.pairs[l * count + k] = complete(pair, fluid.kT);
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t l = k; l < count; ++l) {
      if (!isGiven[k * count + l]) {
        root.fail("pair", fmt::format("the pair {}, {} is missing", fluid.species[k].name,
                                      fluid.species[l].name));
      }
    }
  }
}

}  // namespace gpubuck::scenario
