// Checks values, and finds the changes that a running fluid can take (declared in schema.h and
// scenario.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>
#include <limits>
#include <numeric>

#include "base/error.h"
#include "base/id.h"
#include "cells/cell_grid.h"
#include "dpd/steps/step.h"
#include "file/input_file.h"
#include "scenario/initial/regions.h"
#include "scenario/molecule_plan.h"
#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

std::string whyNot(const Key& key, const Scenario& scenario, double number) {
  return key.aboutIn(scenario).limits.whyNot(number);
}

std::string whyNot(const Key& key, const Scenario&, std::int64_t number) {
  return key.about.limits.whyNot(static_cast<double>(number));
}

std::string whyNot(const Key& key, const Scenario& scenario, const std::string& text) {
  if (key.whyNotText) return key.whyNotText(scenario, text);
  std::vector<std::string> names;
  for (const Word& word : key.words) names.push_back(word.name);
  if (names.empty() || std::ranges::count(names, text) > 0) return {};
  return fmt::format("{} is not one of {}", file::inQuotes(text), fmt::join(names, ", "));
}

void requireCells(const Scenario& scenario, const Fail& fail) {
  const cells::Box& box = scenario.fluid.box;
  const cells::Method& method = scenario.search;
  const int least = cells::leastPeriodicCells(method);
  double all = 1.0;
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double cells = cells::cellsAlong(box.size[axis], 1.0, method);
    if (box.isPeriodic(axis) && cells < least) {
      fail(fmt::format("box.size.{}", axis),
           fmt::format("{} is shorter than {} {} of edge {}, the shortest periodic side for {}",
                       box.size[axis], least, least == 1 ? "cell" : "cells",
                       cells::leastEdge(method, 1.0), cells::methodWord(method)));
    }
    all *= std::max(1.0, cells);
  }
  if (all > static_cast<double>(kMaxCount)) {
    fail("box.size", fmt::format("{} cells; at most {} are allowed", all, kMaxCount));
  }
}

void requireSpecies(const Scenario& scenario, const Fail& fail) {
  const std::vector<dpd::Species>& all = scenario.fluid.species;
  requireSpeciesCount(all.size(), fail);
  requireUniqueNames("species", namesOf(all), "species", fail);
  double sum = 0.0;
  for (const dpd::Species& species : all) sum += species.fraction;
  const bool hasFractions = scenario.initial.kind != InitialKind::Regions;
  if (hasFractions && std::abs(sum - 1.0) > 1e-6) {
    fail("species", fmt::format("the fractions add up to {}, not 1", sum));
  }
}

void requireInitial(const Scenario& scenario, const Fail& fail) {
  const Initial& initial = scenario.initial;
  if (initial.kind == InitialKind::File && initial.file.empty()) {
    fail("initial.file", "missing; initial.state = \"file\" needs it");
  } else if (initial.kind != InitialKind::File && !initial.file.empty()) {
    fail("initial.file", "needs initial.state = \"file\"");
  }
  if (initial.axis >= scenario.fluid.box.dimensions) {
    fail("initial.axis", "'z' is not an axis in two dimensions");
  }
  if (initial.order.size() != scenario.fluid.species.size()) {
    fail("initial.order", fmt::format("names {} of {} species; must name each species",
                                      initial.order.size(), scenario.fluid.species.size()));
  }
  if (initial.spectrum[1] > 0 && initial.modes != Initial{}.modes) {
    fail("initial.modes", "cannot be combined with spectrum; give one of the two");
  }
  if (initial.spectrum[1] < initial.spectrum[0]) {
    fail("initial.spectrum.1", fmt::format("{} is less than the least number of waves, {}",
                                           initial.spectrum[1], initial.spectrum[0]));
  }
}

void requireEffects(const dpd::Fluid& fluid, const Fail& fail) {
  if (fluid.effects.size() > dpd::kMaxEffects) {
    fail("effect",
         fmt::format("{} effects; at most {} are allowed", fluid.effects.size(), dpd::kMaxEffects));
  }
  const dpd::Room room = fluid.room();
  for (std::size_t k = 0; k < fluid.effects.size(); ++k) {
    if (const auto fault = dpd::faultOf(fluid.effects[k], room, fluid.species.size())) {
      fail(fmt::format("effect.{}.{}", k, fault->key), fault->why);
    }
  }
}

bool isPairKey(const Key& key) { return key.path.starts_with("pair."); }

/// The tables whose number of entries a scenario chooses, except species and pairs.
struct Entries {
  const char* table;
  std::size_t (*count)(const Scenario& scenario);
};
constexpr Entries kEntries[] = {
    {"solid", [](const Scenario& s) { return s.fluid.solids.size(); }},
    {"effect", [](const Scenario& s) { return s.fluid.effects.size(); }},
    {"bond", [](const Scenario& s) { return s.fluid.bondKinds.size(); }},
    {"angle", [](const Scenario& s) { return s.fluid.angleKinds.size(); }},
    {"molecule", [](const Scenario& s) { return s.molecules.size(); }},
    {"region", [](const Scenario& s) { return s.regions.size(); }}};
const Entries& kSolids = kEntries[0];
const Entries& kEffects = kEntries[1];

/// Returns the row of the key's table in kEntries, or null if there is no such row.
const Entries* entriesOfTable(const Key& key) {
  const auto found = std::ranges::find_if(kEntries, [&](const Entries& each) {
    return key.path.starts_with(each.table) && key.path[std::strlen(each.table)] == '.';
  });
  return found != std::end(kEntries) ? found : nullptr;
}

/// Calls visit(key, entry) for each entry of each key that has a function `set`.
template <typename Visit>
void visitValues(const Scenario& scenario, Visit visit) {
  for (const Key& key : schema()) {
    if (!key.set) continue;
    for (const std::size_t entry : entriesOf(key, scenario)) visit(key, entry);
  }
}

}  // namespace

std::string Limits::whyNot(double value) const {
  if (!std::isfinite(value)) return fmt::format("{} is not finite", value);
  if (value > most || (value < least && std::isfinite(most) && !isOpen)) {
    return fmt::format("{} is not in {}", value, text());
  }
  if (isOpen && value <= least) return fmt::format("{} is not above {}", value, least);
  if (value < least) return fmt::format("{} is below {}{}", value, least, whyNotBelow);
  // Shaders compute in single precision, and may treat numbers nearer to 0 than the least normal
  // number as 0.
  using Single = std::numeric_limits<float>;
  if (value != 0.0 && std::abs(value) < double{Single::min()}) {
    return fmt::format("{} is nearer to 0 than {:.2g}, the least normal number in single precision",
                       value, Single::min());
  }
  if (std::abs(value) > double{Single::max()}) {
    return fmt::format("{} is beyond {:.2g}, the largest number in single precision", value,
                       Single::max());
  }
  return {};
}

std::string Limits::text() const {
  if (std::isfinite(most)) {
    return isOpen ? fmt::format("above {} to {}", least, most) : fmt::format("{}..{}", least, most);
  }
  return std::isfinite(least) ? fmt::format("{} {}", isOpen ? ">" : ">=", least) : "";
}

std::string Key::table() const {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

std::string Key::header() const {
  const std::string name = table();
  if (name.empty()) return {};
  return name.ends_with(".*") ? fmt::format("[[{}]]", name.substr(0, name.size() - 2))
                              : fmt::format("[{}]", name);
}

std::string Key::pathOf(const Scenario& scenario, std::size_t entry) const {
  const std::size_t star = path.find('*');
  if (star == std::string::npos) return path;
  const auto entries = entriesOf(*this, scenario);
  const auto place = std::ranges::find(entries, entry) - entries.begin();
  return fmt::format("{}{}{}", path.substr(0, star), place, path.substr(star + 1));
}

const Key& keyAt(const std::string& path) { return *std::ranges::find(schema(), path, &Key::path); }

std::vector<std::size_t> entriesOf(const Key& key, const Scenario& scenario) {
  if (key.path.find('*') == std::string::npos) return {0};
  std::vector<std::size_t> entries;
  if (const Entries* own = entriesOfTable(key)) {
    entries.resize(own->count(scenario));
    std::iota(entries.begin(), entries.end(), std::size_t{0});
    return entries;
  }
  const std::size_t species = scenario.fluid.species.size();
  for (std::size_t k = 0; k < species; ++k) {
    if (!isPairKey(key)) entries.push_back(k);
    for (std::size_t l = k; isPairKey(key) && l < species; ++l) entries.push_back(species * k + l);
  }
  return entries;
}

void requireAllowed(const Key& key, const Scenario& scenario, const Value& value,
                    const std::string& path, const Fail& fail) {
  const auto require = [&](const std::string& at, const auto& held) {
    if (const std::string why = whyNot(key, scenario, held); !why.empty()) fail(at, why);
  };
  std::visit(
      [&]<typename T>(const T& held) {
        if constexpr (kIsList<T>) {
          for (auto entry = held.begin(); entry != held.end(); ++entry) {
            const std::string at = fmt::format("{}.{}", path, entry - held.begin());
            require(at, *entry);
            if (key.isList && std::find(held.begin(), entry, *entry) != entry) {
              fail(at, fmt::format("'{}' is listed twice", *entry));
            }
          }
        } else {
          require(path, held);
        }
      },
      value);
}

void requireSpeciesCount(std::size_t count, const Fail& fail) {
  if (count > 0 && count <= static_cast<std::size_t>(dpd::kMaxSpecies)) return;
  fail("species", fmt::format("{} species; at most {} are allowed", count, dpd::kMaxSpecies));
}

void requireUniqueNames(const std::string& table, const std::vector<std::string>& names,
                        const std::string& what, const Fail& fail) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    if (std::find(names.begin(), name, *name) == name) continue;
    fail(fmt::format("{}.{}.name", table, name - names.begin()),
         fmt::format("'{}' is the name of two {}", *name, what));
  }
}

void requireMethod(const Scenario& scenario, const Fail& fail) {
  const dpd::StepSettings& step = scenario.step;
  if (step.method == dpd::StepMethod::Year2007) {
    Scenario paper = scenario;
    paper.step = dpd::withMethod(step, step.method);
    for (const char* path : kMethodKeys) {
      const Value value = keyAt(path).get(scenario, 0), expected = keyAt(path).get(paper, 0);
      if (value == expected) continue;
      fail(path,
           fmt::format("{} contradicts method = \"2007\", which has {}; leave out one of the two",
                       literal(value), literal(expected)));
    }
  }
  if (const std::string why = dpd::whyNoLists(step); !why.empty()) fail("search.traversal", why);
}

void requireConsistent(const Scenario& scenario, const Fail& fail) {
  const dpd::Fluid& fluid = scenario.fluid;
  requireMethod(scenario, fail);
  requireCells(scenario, fail);
  if (const auto fault = dpd::faultOf(fluid.room(), fluid.dt)) fail(fault->key, fault->why);
  requireRegions(scenario, fail);
  requireSpecies(scenario, fail);
  const double particles = fluid.density * fluid.room().volume();
  const bool isWhole = scenario.initial.kind != InitialKind::Regions;
  if (isWhole && (particles < 0.5 || particles >= static_cast<double>(kMaxCount) + 0.5)) {
    fail("fluid.density", fmt::format("{} makes {} particles, expected 1..{}", fluid.density,
                                      std::round(particles), kMaxCount));
  }
  requireEffects(fluid, fail);
  if (const std::string why = dpd::whyNoDrag(fluid); !why.empty()) fail("fluid.drag", why);
  requireInitial(scenario, fail);
  requireMoleculePlan(scenario, fail);
}

void requireValid(const Scenario& scenario) {
  const Fail fail = [](const std::string& path, const std::string& why) {
    throw InputError(path, why);
  };
  const std::size_t species = scenario.fluid.species.size(), pairs = scenario.fluid.pairs.size();
  if (pairs != species * species)
    fail("pair", fmt::format("{} pairs for {} species", pairs, species));
  visitValues(scenario, [&](const Key& key, std::size_t entry) {
    if (key.isWritten && !key.isWritten(scenario, entry)) return;
    requireAllowed(key, scenario, key.get(scenario, entry), key.pathOf(scenario, entry), fail);
  });
  requireConsistent(scenario, fail);
}

std::vector<Difference> differences(const Scenario& one, const Scenario& other) {
  std::vector<Difference> all;
  const auto compareSizes = [&](const char* table, std::size_t left, std::size_t right,
                                Change needs = Change::Restart) {
    if (left == right) return;
    all.push_back({table, std::to_string(left), std::to_string(right), needs});
  };
  compareSizes("species", one.fluid.species.size(), other.fluid.species.size());
  if (all.empty()) compareSizes("pair", one.fluid.pairs.size(), other.fluid.pairs.size());
  if (!all.empty()) return all;
  // The vessels and holes of a fluid are fixed. Only bodies can be added or removed while it runs.
  const bool areBodies = dpd::fixedOf(one.fluid.solids) == dpd::fixedOf(other.fluid.solids);
  for (const Entries& each : kEntries) {
    compareSizes(
        each.table, each.count(one), each.count(other),
        &each == &kEffects || (&each == &kSolids && areBodies) ? Change::Values : Change::Restart);
  }
  visitValues(one, [&](const Key& key, std::size_t entry) {
    const Entries* own = entriesOfTable(key);
    if (own != nullptr && own->count(one) != own->count(other)) return;
    // Texts are made only for differences, since the window compares scenarios whenever it draws.
    const Value left = key.get(one, entry), right = key.get(other, entry);
    if (left == right) return;
    const bool isFixed =
        own == &kSolids && std::max(one.fluid.solids[entry].kind, other.fluid.solids[entry].kind) !=
                               dpd::SolidKind::Body;
    all.push_back({key.pathOf(one, entry), literal(left), literal(right),
                   isFixed ? Change::Restart : key.about.needs});
  });
  return all;
}

bool Difference::isMotion() const {
  constexpr const char* kMoving[] = {"centre", "low", "high", "from", "to", "velocity"};
  return key.starts_with("solid.") && std::ranges::any_of(kMoving, [&](const std::string& part) {
           return key.find("." + part) != std::string::npos;
         });
}

Change changeBetween(const Scenario& running, const Scenario& wanted) {
  Change most = Change::Nothing;
  for (const Difference& each : differences(running, wanted)) most = std::max(most, each.needs);
  return most;
}

void requireChangeable(const Scenario& running, const Scenario& changed) {
  for (const Difference& difference : differences(running, changed)) {
    if (difference.isLive()) continue;
    throw InputError(difference.key, fmt::format("{} cannot become {} while the fluid runs",
                                                 difference.first, difference.second));
  }
  requireValid(changed);
}

}  // namespace gpubuck::scenario
