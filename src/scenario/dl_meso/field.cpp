#include "scenario/dl_meso/field.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/enum_names.h"
#include "base/id.h"
#include "scenario/dl_meso/molecule_reader.h"

namespace gpubuck::scenario::dl_meso {
namespace {

class FieldReader {
 public:
  explicit FieldReader(const std::string& path) : lines_(path) {}

  Field read() {
    scenario_.description = lines_.title();
    while (true) {
      lines_.require("CLOSE");
      if (lines_.is("close")) break;
      if (lines_.is("speci")) {
        readSpecies();
      } else if (scenario_.fluid.species.empty()) {
        lines_.fail(fmt::format("expected SPECIES, got {}", file::inQuotes(lines_.word(0))));
      } else if (lines_.is("molecul")) {
        readMolecules();
      } else if (lines_.is("interact")) {
        readInteractions();
      } else if (lines_.is("extern")) {
        readExternal();
      } else {
        lines_.fail(fmt::format(
            "unknown keyword {}; known: SPECIES, MOLECULES, INTERACTIONS, EXTERNAL, CLOSE",
            file::inQuotes(lines_.word(0))));
      }
    }
    if (fluid().species.empty()) lines_.failFile("has no SPECIES");
    requireAllPairs();
    molecules_.complete();
    return std::move(field_);
  }

 private:
  dpd::Fluid& fluid() { return scenario_.fluid; }
  const dpd::Fluid& fluid() const { return scenario_.fluid; }
  std::vector<std::string> names() const { return namesOf(fluid().species); }

  void readSpecies() {
    if (!fluid().species.empty()) lines_.fail("a second SPECIES");
    const std::int64_t count = lines_.announced("number of species", kMaxCount);
    requireSpeciesCount(static_cast<std::size_t>(count),
                        [&](const std::string&, const std::string& why) { lines_.fail(why); });
    for (std::int64_t k = 0; k < count; ++k) {
      lines_.require("a species");
      lines_.requireWords(4, 5, "a species: name, mass, charge, particles, frozen (0 or 1)");
      dpd::Species species;
      species.name = lines_.word(0);
      lines_.requireAllowed("species.*.name", scenario_, species.name);
      if (std::ranges::count(names(), species.name) > 0) {
        lines_.fail(fmt::format("a second species {}", species.name));
      }
      species.mass = lines_.real(1, "species.*.mass", scenario_);
      if (lines_.real(2) != 0.0) {
        lines_.fail(fmt::format("charge of {}: must be 0, since gpubuck has no charges, got {}",
                                species.name, lines_.word(2)));
      }
      field_.unbonded.push_back(lines_.whole(3, "number of particles", 0, kMaxCount));
      if (lines_.count() == 5 && lines_.whole(4, "mark of frozen particles", 0, 1) == 1) {
        lines_.fail(
            fmt::format("frozen mark of {}: must be 0, since gpubuck has no frozen particles, "
                        "got {}",
                        species.name, lines_.word(4)));
      }
      fluid().species.push_back(std::move(species));
    }
    const std::size_t all = fluid().species.size();
    fluid().pairs.assign(all * all, {});
    isGiven_.assign(all * all, false);
  }

  void readInteractions() {
    const std::int64_t count = lines_.announced("number of pairs", kMaxCount);
    for (std::int64_t k = 0; k < count; ++k) {
      lines_.require("a pair of species");
      lines_.requireWords(3, 32, "two species, dpd or mdpd, and the numbers of the force");
      const auto first = static_cast<std::size_t>(lines_.species(0, fluid()));
      const auto second = static_cast<std::size_t>(lines_.species(1, fluid()));
      const std::size_t all = fluid().species.size();
      const std::array<std::size_t, 2> entries{first * all + second, second * all + first};
      if (isGiven_[entries[0]]) {
        lines_.fail(fmt::format("a second pair {} {}", lines_.word(0), lines_.word(1)));
      }
      const dpd::PairCoefficients pair = readPair();
      for (const std::size_t entry : entries) {
        isGiven_[entry] = true;
        fluid().pairs[entry] = pair;
      }
    }
  }

  dpd::PairCoefficients readPair() {
    const bool isMany = lines_.is("mdpd", 2);
    if (!isMany && !lines_.is("dpd", 2)) {
      lines_.fail(fmt::format("{} is not one of dpd, mdpd", file::inQuotes(lines_.word(2))));
    }
    const auto law = isMany ? dpd::PairLawKind::ManyBody : dpd::PairLawKind::Dpd;
    const bool isFirst = std::ranges::count(isGiven_, true) == 0;
    if (!isFirst && law != fluid().law) lines_.fail("dpd and mdpd cannot be combined");
    fluid().law = law;
    if (isMany) {
      if (fluid().species.size() > 1) lines_.fail("mdpd is allowed only with a single species");
      lines_.requireWords(10, 32, "two species and mdpd A B C D E r_c gamma");
    } else {
      lines_.requireWords(6, 32, "two species and dpd A r_c gamma");
    }
    dpd::PairCoefficients pair;
    pair.a = lines_.real(3, "pair.*.a", scenario_);
    std::size_t next = 4;
    if (isMany) {
      fluid().manyBody.b = lines_.real(next++, "many_body.b", scenario_);
      for (const char name : {'C', 'D', 'E'}) {
        if (lines_.real(next) != 0.0) {
          lines_.fail(fmt::format("{} of mdpd: must be 0, got {}", name, lines_.word(next)));
        }
        ++next;
      }
    }
    if (lines_.real(next) != 1.0) {
      lines_.fail(
          fmt::format("r_c: must be 1, the unit of length here, got {}", lines_.word(next)));
    }
    pair.gamma = lines_.real(next + 1, "pair.*.gamma", scenario_);
    lines_.requireNoMore(next + 2);
    return pair;
  }

  void requireAllPairs() const {
    const std::vector<std::string> all = names();
    for (std::size_t k = 0; k < isGiven_.size(); ++k) {
      if (isGiven_[k]) continue;
      lines_.failFile(
          fmt::format("INTERACTIONS has no pair {} {}; all pairs must be given, since "
                      "gpubuck cannot compute unlike pairs from like pairs",
                      all[k / all.size()], all[k % all.size()]));
    }
  }

  /// Reads a line with the name of a field and its strength.
  void readExternal() {
    lines_.requireWords(1, 2, "EXTERNAL");
    lines_.require("an external field");
    if (!lines_.is("grav")) {
      lines_.fail(
          fmt::format("unknown external field {}; known: grav", file::inQuotes(lines_.word(0))));
    }
    lines_.requireWords(4, 32, "grav and three accelerations");
    for (int axis = 0; axis < 3; ++axis) {
      fluid().gravity[axis] =
          lines_.real(1 + static_cast<std::size_t>(axis), "fluid.gravity", scenario_);
    }
    lines_.requireNoMore(4);
  }

  void readMolecules() {
    if (std::exchange(hasMolecules_, true)) lines_.fail("a second MOLECULES");
    const std::int64_t count = lines_.announced("number of kinds of molecules", kMaxCount);
    if (count > static_cast<std::int64_t>(dpd::kMaxMoleculeKinds)) {
      lines_.fail(fmt::format("{} kinds of molecules; at most {} are allowed", count,
                              dpd::kMaxMoleculeKinds));
    }
    for (std::int64_t k = 0; k < count; ++k) molecules_.read();
  }

  Lines lines_;
  Field field_;
  Scenario& scenario_ = field_.scenario;
  std::vector<bool> isGiven_;  ///< for each entry of the pairs, whether it is given
  bool hasMolecules_ = false;
  MoleculeReader molecules_{lines_, field_};
};

}  // namespace

Field readField(const std::string& path) { return FieldReader(path).read(); }

}  // namespace gpubuck::scenario::dl_meso
