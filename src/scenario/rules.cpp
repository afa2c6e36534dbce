// What a scenario may hold, and what of it may change (declared in schema.h and scenario.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.h"
#include "base/id.h"
#include "scenario/schema.h"
#include "search/cell_grid.h"

namespace gpubuck::scenario {
namespace {

std::string whyNot(const Key& key, const Scenario&, double number) {
  return key.about.limits.whyNot(number);
}

std::string whyNot(const Key& key, const Scenario&, std::int64_t number) {
  return key.about.limits.whyNot(static_cast<double>(number));
}

std::string whyNot(const Key& key, const Scenario& scenario, const std::string& text) {
  if (key.whyNotText) return key.whyNotText(scenario, text);
  const auto isText = [&](const Word& word) { return word.name == text; };
  if (key.words.empty() || std::any_of(key.words.begin(), key.words.end(), isText)) return {};
  std::vector<std::string> names;
  for (const Word& word : key.words) names.push_back(word.name);
  return fmt::format("'{}' is not one of {}", text, fmt::join(names, ", "));
}

template <typename T>
std::string whyNot(const Key& key, const Scenario& scenario, const std::vector<T>& list,
                   std::size_t entry) {
  if (std::string why = whyNot(key, scenario, list[entry]); !why.empty()) return why;
  const auto end = list.begin() + static_cast<std::ptrdiff_t>(entry);
  const bool isAgain = key.isList && std::find(list.begin(), end, list[entry]) != end;
  return isAgain ? fmt::format("'{}' stands here twice", list[entry]) : "";
}

void requireCells(const Scenario& scenario, const Fail& fail) {
  const search::Box& box = scenario.fluid.box;
  const search::Method& method = scenario.search;
  const int least = search::leastPeriodicCells(method);
  double all = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double cells = search::cellsAlong(box.size[axis], 1.0, method);
    if (box.isPeriodic(axis) && cells < least) {
      fail(fmt::format("box.size.{}", axis),
           fmt::format("{} is under {} {} of edge {}, the least of a periodic side for {}",
                       box.size[axis], least, least == 1 ? "cell" : "cells",
                       search::leastEdge(method, 1.0), search::methodWord(method)));
    }
    all *= std::max(1.0, cells);
  }
  if (all > static_cast<double>(kMaxCount)) {
    fail("box.size", fmt::format("{} cells, the most is {}", all, kMaxCount));
  }
}

void requireSpecies(const dpd::Fluid& fluid, const Fail& fail) {
  const std::vector<dpd::Species>& all = fluid.species;
  if (all.empty() || all.size() > static_cast<std::size_t>(dpd::kMaxSpecies)) {
    fail("species", fmt::format("{} species, the most is {}", all.size(), dpd::kMaxSpecies));
  }
  double sum = 0.0;
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (std::size_t other = 0; other < k; ++other) {
      if (all[other].name != all[k].name) continue;
      fail(fmt::format("species.{}.name", k),
           fmt::format("'{}' is the name of two species", all[k].name));
    }
    sum += all[k].fraction;
  }
  if (std::abs(sum - 1.0) > 1e-6) {
    fail("species", fmt::format("the fractions add up to {}, not 1", sum));
  }
}

void requireInitial(const Scenario& scenario, const Fail& fail) {
  const Initial& initial = scenario.initial;
  if (initial.kind == InitialKind::File && initial.file.empty()) {
    fail("initial.file", "missing, and state is \"file\"");
  }
  if (initial.axis >= scenario.fluid.box.dimensions) {
    fail("initial.axis", "'z' is no axis in two dimensions");
  }
  if (initial.order.size() != scenario.fluid.species.size()) {
    fail("initial.order",
         fmt::format("{} of {} species", initial.order.size(), scenario.fluid.species.size()));
  }
  if (initial.spectrum[1] < initial.spectrum[0]) {
    fail("initial.spectrum.1",
         fmt::format("{} is less than {}", initial.spectrum[1], initial.spectrum[0]));
  }
}

/// Calls visit(key, entry) for each key that has a value of its own in both scenarios.
template <typename Visit>
void visitValues(const Scenario& scenario, Visit visit) {
  for (const Key& key : schema()) {
    if (!key.set) continue;
    for (const std::size_t entry : entriesOf(key, scenario)) visit(key, entry);
  }
}

}  // namespace

void requireAllowed(const Key& key, const Scenario& scenario, const Value& value,
                    const std::string& path, const Fail& fail) {
  const auto require = [&](const std::string& at, const std::string& why) {
    if (!why.empty()) fail(at, why);
  };
  std::visit(
      [&](const auto& held) {
        if constexpr (kIsList<std::remove_cvref_t<decltype(held)>>) {
          for (std::size_t i = 0; i < held.size(); ++i) {
            require(fmt::format("{}.{}", path, i), whyNot(key, scenario, held, i));
          }
        } else {
          require(path, whyNot(key, scenario, held));
        }
      },
      value);
}

void requireConsistent(const Scenario& scenario, const Fail& fail) {
  const dpd::Fluid& fluid = scenario.fluid;
  requireCells(scenario, fail);
  requireSpecies(fluid, fail);
  const double particles = fluid.density * fluid.box.volume();
  if (particles < 0.5 || particles >= static_cast<double>(kMaxCount) + 0.5) {
    fail("fluid.density", fmt::format("{} makes {} particles, expected 1..{}", fluid.density,
                                      std::round(particles), kMaxCount));
  }
  if (const std::string why = dpd::whyNoDrag(fluid); !why.empty()) fail("fluid.drag", why);
  requireInitial(scenario, fail);
}

void requireValid(const Scenario& scenario) {
  const Fail fail = [](const std::string& path, const std::string& why) {
    throw InputError(path, why);
  };
  const std::size_t species = scenario.fluid.species.size();
  if (scenario.fluid.pairs.size() != species * species) {
    fail("pair", fmt::format("{} for {} species", scenario.fluid.pairs.size(), species));
  }
  visitValues(scenario, [&](const Key& key, std::size_t entry) {
    if (key.isWritten && !key.isWritten(scenario, entry)) return;
    requireAllowed(key, scenario, key.get(scenario, entry), key.pathOf(scenario, entry), fail);
  });
  requireConsistent(scenario, fail);
}

std::vector<Difference> differences(const Scenario& one, const Scenario& other) {
  const std::size_t species = one.fluid.species.size(), others = other.fluid.species.size();
  if (species != others) {
    return {{"species", std::to_string(species), std::to_string(others), false}};
  }
  const std::size_t pairs = one.fluid.pairs.size(), otherPairs = other.fluid.pairs.size();
  if (pairs != otherPairs) {
    return {{"pair", std::to_string(pairs), std::to_string(otherPairs), false}};
  }
  std::vector<Difference> all;
  visitValues(one, [&](const Key& key, std::size_t entry) {
    const Value left = key.get(one, entry), right = key.get(other, entry);
    if (left == right) return;
    all.push_back({key.pathOf(one, entry), literal(left), literal(right), key.about.isLive});
  });
  return all;
}

void requireChangeable(const Scenario& running, const Scenario& changed) {
  for (const Difference& difference : differences(running, changed)) {
    if (difference.isLive) continue;
    throw InputError(difference.key, fmt::format("{} cannot become {} while the fluid runs",
                                                 difference.first, difference.second));
  }
  requireValid(changed);
}

}  // namespace gpubuck::scenario
