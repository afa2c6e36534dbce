#include "scenario/molecule_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>
#include <string_view>

#include "base/enum_names.h"
#include "base/text.h"
#include "file/input_file.h"
#include "scenario/initial/bodies.h"

namespace gpubuck::scenario {
namespace {

constexpr int kDeepest = 16;  // largest number of levels of brackets

class BeadText {
 public:
  BeadText(const std::string& text, const std::vector<std::string>& species)
      : text_(text), rest_(text_), species_(species) {}

  Beads read() {
    skipSpaces();
    const bool isRing = rest_.starts_with("ring ");
    if (isRing) rest_.remove_prefix(5);
    const int last = chain(-1, 0);
    if (beads_.fault.empty() && !rest_.empty()) fail(fmt::format("has a '{}' too many", rest_[0]));
    if (beads_.fault.empty() && beads_.species.empty()) fail("has no beads");
    if (!beads_.fault.empty()) return {.fault = beads_.fault};
    if (isRing) close(last);
    addAngles();
    return beads_;
  }

 private:
  void fail(const std::string& why) {
    if (!beads_.fault.empty()) return;
    const std::size_t at = text_.size() - rest_.size();
    beads_.fault =
        fmt::format("{} {}{}", file::inQuotes(text_), why,
                    at > 0 && at < text_.size() ? fmt::format(" at character {}", at + 1) : "");
  }

  void skipSpaces() {
    while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '-')) rest_.remove_prefix(1);
  }

  bool take(char character) {
    if (rest_.empty() || rest_[0] != character) return false;
    rest_.remove_prefix(1);
    return true;
  }

  /// Returns the number that may follow a part, or 1 if no number follows.
  std::size_t count() {
    if (rest_.empty() || std::isdigit(static_cast<unsigned char>(rest_[0])) == 0) return 1;
    std::size_t number = 0;
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
      number = std::min(kMaxBeads + 1, 10 * number + static_cast<std::size_t>(rest_[0] - '0'));
      rest_.remove_prefix(1);
    }
    if (number == 0) fail("has the number 0; numbers must be 1 or more");
    return number;
  }

  int add(int species, int before) {
    if (beads_.species.size() >= kMaxBeads) {
      fail(fmt::format("has more than {} beads", kMaxBeads));
      return before;
    }
    const int bead = static_cast<int>(beads_.species.size());
    beads_.species.push_back(species);
    if (before >= 0) beads_.bonds.push_back({before, bead});
    return bead;
  }

  /// Reads the contents of a bracket, and reads them again for each repetition.
  template <typename Read>
  void repeat(char end, Read read) {
    const std::string_view inside = rest_;
    read();
    skipSpaces();
    if (!beads_.fault.empty()) return;
    if (!take(end)) return fail(fmt::format("lacks a '{}'", end));
    const std::size_t times = count();
    const std::string_view after = rest_;
    for (std::size_t k = 1; k < times && beads_.fault.empty(); ++k) {
      rest_ = inside;
      read();
    }
    if (beads_.fault.empty()) rest_ = after;
  }

  /// Reads a chain after the bead `before`, or from the beginning of the text if `before` is -1.
  /// Returns the last bead of the chain.
  int chain(int before, int depth) {
    if (depth > kDeepest) fail(fmt::format("has brackets nested more than {} deep", kDeepest));
    while (beads_.fault.empty()) {
      skipSpaces();
      if (rest_.empty() || rest_[0] == ')' || rest_[0] == ']') break;
      if (take('(')) {
        if (before < 0) fail("begins with a branch");
        repeat(')', [&] {
          if (chain(before, depth + 1) == before) fail("has an empty bracket");
        });
      } else if (take('[')) {
        repeat(']', [&] {
          const int last = chain(before, depth + 1);
          if (last == before) fail("has an empty bracket");
          before = last;
        });
      } else {
        before = beadsOfName(before);
      }
    }
    return before;
  }

  int beadsOfName(int before) {
    std::optional<std::size_t> best;
    for (std::size_t k = 0; k < species_.size(); ++k) {
      const bool isLonger = !best || species_[k].size() > species_[*best].size();
      if (rest_.starts_with(species_[k]) && isLonger) best = k;
    }
    if (!best) {
      fail(fmt::format("does not go on with a species, one of {}", fmt::join(species_, ", ")));
      return before;
    }
    rest_.remove_prefix(species_[*best].size());
    const std::size_t number = count();
    for (std::size_t k = 0; k < number && beads_.fault.empty(); ++k) {
      before = add(static_cast<int>(*best), before);
    }
    return before;
  }

  void close(int last) {
    const std::array<int, 2> bond{0, last};
    if (last < 2 || std::ranges::find(beads_.bonds, bond) != beads_.bonds.end()) {
      beads_ = {.fault = fmt::format("{} is a ring of fewer than 3 beads", file::inQuotes(text_))};
      return;
    }
    beads_.bonds.push_back({last, 0});
    beads_.isRing = true;
  }

  void addAngles() {
    std::vector<std::vector<int>> partners(beads_.species.size());
    for (const auto& [one, other] : beads_.bonds) {
      partners[static_cast<std::size_t>(one)].push_back(other);
      partners[static_cast<std::size_t>(other)].push_back(one);
    }
    for (std::size_t bead = 0; bead < partners.size(); ++bead) {
      if (partners[bead].size() != 2) continue;
      beads_.angles.push_back({partners[bead][0], static_cast<int>(bead), partners[bead][1]});
    }
  }

  std::string text_;
  std::string_view rest_;
  const std::vector<std::string>& species_;
  Beads beads_;
};

}  // namespace

Beads readBeads(const std::string& text, const std::vector<std::string>& species) {
  return BeadText(text, species).read();
}

namespace {

void requireBondLengths(const dpd::Fluid& fluid, const Fail& fail) {
  double squared = 0.0;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    squared += fluid.box.size[axis] * fluid.box.size[axis];
  }
  const double diagonal = std::sqrt(squared);
  for (std::size_t k = 0; k < fluid.bondKinds.size(); ++k) {
    const dpd::BondKind& kind = fluid.bondKinds[k];
    const double longest = dpd::longestBond({.name = kind.name}, fluid.box);
    if (kind.length >= longest) {
      fail(fmt::format("bond.{}.length", k),
           fmt::format("{} is not below {}, 0.45 of the shortest periodic side", kind.length,
                       longest));
    }
    if (kind.length >= diagonal) {
      fail(fmt::format("bond.{}.length", k),
           fmt::format("{} is not below {:.4g}, the diagonal of the box", kind.length, diagonal));
    }
    if (kind.form == dpd::BondForm::Fene && kind.length + kind.reach == kind.length) {
      fail(fmt::format("bond.{}.reach", k),
           fmt::format("{} is too short for the length {}", kind.reach, kind.length));
    }
  }
}

}  // namespace

std::vector<MoleculePlan> moleculePlans(const Scenario& scenario) {
  const std::vector<std::string> names = namesOf(scenario.fluid.species);
  std::vector<MoleculePlan> plans;
  const std::int64_t particles = scenario.molecules.empty() ? 0 : particleCount(scenario);
  std::int64_t left = particles;
  for (const MoleculeKind& kind : scenario.molecules) {
    MoleculePlan plan{readBeads(kind.beads, names), kind.count.value_or(0), kind.bond, kind.angle};
    const std::int64_t beads = std::ssize(plan.beads.species);
    if (kind.share && beads > 0) {
      const double wanted = *kind.share * static_cast<double>(particles);
      plan.count = std::llround(wanted / static_cast<double>(beads));
      // If the shares add up to all particles, numbers that are rounded up may add up to one
      // molecule more than fits.
      if (plan.count * beads > left && plan.count > 0) --plan.count;
    }
    left -= plan.count * beads;
    plans.push_back(std::move(plan));
  }
  return plans;
}

std::vector<int> beadSpecies(const Scenario& scenario) {
  std::vector<int> species;
  for (const MoleculePlan& plan : moleculePlans(scenario)) {
    for (std::int64_t k = 0; k < plan.count; ++k) {
      species.insert(species.end(), plan.beads.species.begin(), plan.beads.species.end());
    }
  }
  dpd::Particles bodies;
  placeBodies(scenario, bodies);
  species.insert(species.end(), bodies.species.begin(), bodies.species.end());
  return species;
}

std::vector<std::int64_t> beadCounts(const Scenario& scenario) {
  std::vector<std::int64_t> counts(scenario.fluid.species.size(), 0);
  for (const MoleculePlan& plan : moleculePlans(scenario)) {
    for (const int species : plan.beads.species) {
      counts[static_cast<std::size_t>(species)] += plan.count;
    }
  }
  return counts;
}

dpd::Molecules moleculesOf(const Scenario& scenario) {
  dpd::Molecules molecules{.bonds = bodyBonds(scenario)};
  std::uint32_t first = 0;
  for (const MoleculePlan& plan : moleculePlans(scenario)) {
    const auto id = [&](int bead) { return first + static_cast<std::uint32_t>(bead); };
    for (std::int64_t k = 0; k < plan.count; ++k) {
      for (const auto& [one, other] : plan.beads.bonds) {
        molecules.bonds.push_back({plan.bond, {id(one), id(other)}});
      }
      for (const auto& [one, middle, other] : plan.beads.angles) {
        if (scenario.fluid.angleKinds.empty()) break;
        molecules.angles.push_back({plan.angle, {id(one), id(middle), id(other)}});
      }
      first += static_cast<std::uint32_t>(plan.beads.species.size());
    }
  }
  return molecules;
}

void requireMoleculePlan(const Scenario& scenario, const Fail& fail) {
  requireUniqueNames("bond", namesOf(scenario.fluid.bondKinds), "bonds", fail);
  requireUniqueNames("angle", namesOf(scenario.fluid.angleKinds), "angles", fail);
  requireUniqueNames("molecule", namesOf(scenario.molecules), "molecules", fail);
  requireBondLengths(scenario.fluid, fail);
  if (scenario.molecules.empty()) return;
  if (scenario.initial.kind != InitialKind::Random && scenario.initial.kind != InitialKind::File) {
    fail("molecule", "needs initial.state = \"random\" or \"file\"");
  }
  const std::vector<MoleculePlan> plans = moleculePlans(scenario);
  double beads = 0.0;
  for (std::size_t k = 0; k < scenario.molecules.size(); ++k) {
    const MoleculeKind& kind = scenario.molecules[k];
    const std::string path = fmt::format("molecule.{}.", k);
    if (kind.count.has_value() == kind.share.has_value()) {
      fail(path + "count",
           kind.count ? "cannot be combined with share" : "missing; give count or share");
    }
    const MoleculePlan& plan = plans[k];
    if (!plan.beads.bonds.empty() && scenario.fluid.bondKinds.empty()) {
      fail(path + "bond", "missing; the beads of this molecule need a [[bond]]");
    }
    beads += static_cast<double>(plan.beadCount());
  }
  if (beads > static_cast<double>(particleCount(scenario))) {
    fail("molecule", fmt::format("{} beads, but the box holds only {}", beads,
                                 counted(particleCount(scenario), "particle")));
  }
}

}  // namespace gpubuck::scenario
