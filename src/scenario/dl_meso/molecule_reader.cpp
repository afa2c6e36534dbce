#include "scenario/dl_meso/molecule_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/enum_names.h"
#include "base/id.h"
#include "scenario/molecule_plan.h"

namespace gpubuck::scenario::dl_meso {

double Lines::real(std::size_t i, const std::string& key, const Scenario& scenario) const {
  const double value = real(i);
  requireAllowed(key, scenario, value);
  return value;
}

void Lines::requireAllowed(const std::string& key, const Scenario& scenario,
                           const Value& value) const {
  const Key& row = keyAt(key);
  scenario::requireAllowed(row, scenario, value, row.name(),
                           [this](const std::string& path, const std::string& why) {
                             fail(fmt::format("{}: {}", path, why));
                           });
}

namespace {

/// Returns the number of a kind in the list of kinds. Appends the kind unless the list has an equal
/// kind.
template <typename Kind>
int kindOf(std::vector<Kind>& kinds, Kind kind, const char* name) {
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    kind.name = kinds[k].name;
    if (kind == kinds[k]) return static_cast<int>(k);
  }
  kind.name = fmt::format("{}{}", name, kinds.size() + 1);
  kinds.push_back(std::move(kind));
  return static_cast<int>(kinds.size()) - 1;
}

/// Returns beads as text, with the numbers of FIELD: "1, 2 and 3".
template <std::size_t Count>
std::string beadsText(const std::array<int, Count>& beads) {
  std::string text;
  for (std::size_t k = 0; k < Count; ++k) {
    text += fmt::format("{}{}", k == 0 ? "" : k + 1 < Count ? ", " : " and ", beads[k] + 1);
  }
  return text;
}

}  // namespace

void MoleculeReader::read() {
  lines_.require("the name of a molecule");
  lines_.requireWords(1, 1, "the name of a molecule");
  Described molecule{.name = std::string(lines_.word(0))};
  lines_.requireAllowed("molecule.*.name", field_.scenario, molecule.name);
  while (true) {
    lines_.require("finish");
    if (lines_.is("finish")) break;
    if (lines_.is("nummol")) {
      if (molecule.count) lines_.fail("a second nummols");
      molecule.count = lines_.announced("number of molecules", kMaxCount);
    } else if (lines_.is("bead")) {
      readBeadsOf(molecule);
    } else if (lines_.is("bond")) {
      readBonds(molecule);
    } else if (lines_.is("angle")) {
      readAngles(molecule);
    } else if (lines_.is("no") && lines_.is("iso", 1)) {
      note("no isomers");
    } else {
      lines_.fail(
          fmt::format("unknown keyword {}; known in a molecule: nummols, beads, bonds, "
                      "angles, no isomers, finish",
                      file::inQuotes(lines_.word(0))));
    }
  }
  finish(std::move(molecule));
}

void MoleculeReader::note(const std::string& unused) {
  if (std::ranges::count(field_.unused, unused) == 0) field_.unused.push_back(unused);
}

void MoleculeReader::readBeadsOf(Described& molecule) {
  if (!molecule.graph.species.empty()) lines_.fail("a second beads");
  lines_.requireWords(2, 2, "beads and their number");
  const std::int64_t count = lines_.whole(1, "number of beads", 1, std::int64_t{kMaxBeads});
  for (std::int64_t k = 0; k < count; ++k) {
    lines_.require("a bead");
    if (lines_.count() > 1) lines_.requireWords(4, 4, "a bead: species, x, y, z");
    molecule.graph.species.push_back(lines_.species(0, fluid()));
    for (std::size_t axis = 1; axis < lines_.count(); ++axis) lines_.real(axis);
    if (lines_.count() > 1) note("coordinates of beads (their places are random)");
  }
}

template <std::size_t Count>
std::array<int, Count> MoleculeReader::beadsOf(const Described& molecule) const {
  std::array<int, Count> beads{};
  for (std::size_t k = 0; k < Count; ++k) {
    const std::int64_t most = std::ssize(molecule.graph.species);
    beads[k] = static_cast<int>(lines_.whole(1 + k, "bead", 1, most)) - 1;
    const auto end = beads.begin() + static_cast<std::ptrdiff_t>(k);
    if (std::find(beads.begin(), end, beads[k]) != end) {
      lines_.fail(fmt::format("has bead {} twice", beads[k] + 1));
    }
  }
  if (beads.front() > beads.back()) std::swap(beads.front(), beads.back());
  return beads;
}

void MoleculeReader::readBonds(Described& molecule) {
  if (molecule.graph.species.empty()) lines_.fail("bonds before beads");
  if (std::exchange(molecule.hasBonds, true)) lines_.fail("a second bonds");
  const std::int64_t count = lines_.announced("number of bonds", kMaxCount);
  std::set<std::array<int, 2>> seen;
  for (std::int64_t k = 0; k < count; ++k) {
    lines_.require("a bond");
    const int kind = kindOf(fluid().bondKinds, readBondKind(), "bond");
    if (kind != molecule.bondKind.value_or(kind)) {
      lines_.fail(
          "this bond is of another kind than the molecule's first bond; all bonds of a molecule "
          "must be of one kind");
    }
    molecule.bondKind = kind;
    const auto bond = beadsOf<2>(molecule);
    if (!seen.insert(bond).second) {
      lines_.fail(fmt::format("a second bond of beads {}", beadsText(bond)));
    }
    molecule.graph.bonds.push_back(bond);
  }
}

dpd::BondKind MoleculeReader::readBondKind() const {
  dpd::BondKind kind;
  const bool isFene = lines_.is("fene");
  if (!isFene && !lines_.is("harm")) {
    lines_.fail(fmt::format("{} is not a known bond; known bonds are harm, fene",
                            file::inQuotes(lines_.word(0))));
  }
  lines_.requireWords(5, 32, isFene ? "fene, two beads, k, R" : "harm, two beads, k, length");
  kind.k = lines_.real(3, "bond.*.k", field_.scenario);
  if (isFene) {
    kind.form = dpd::BondForm::Fene;
    kind.length = 0.0;
    kind.reach = lines_.real(4, "bond.*.reach", field_.scenario);
  } else {
    kind.length = lines_.real(4, "bond.*.length", field_.scenario);
  }
  lines_.requireNoMore(5);
  return kind;
}

void MoleculeReader::readAngles(Described& molecule) {
  if (molecule.graph.species.empty()) lines_.fail("angles before beads");
  if (std::exchange(molecule.hasAngles, true)) lines_.fail("a second angles");
  const std::int64_t count = lines_.announced("number of angles", kMaxCount);
  std::set<std::array<int, 3>> seen;
  for (std::int64_t k = 0; k < count; ++k) {
    lines_.require("an angle");
    const int kind = kindOf(fluid().angleKinds, readAngleKind(), "angle");
    if (kind != molecule.angleKind.value_or(kind)) {
      lines_.fail(
          "this angle is of another kind than the molecule's first angle; all angles of a molecule "
          "must be of one kind");
    }
    molecule.angleKind = kind;
    const auto angle = beadsOf<3>(molecule);
    if (!seen.insert(angle).second) {
      lines_.fail(fmt::format("a second angle of beads {}", beadsText(angle)));
    }
    molecule.angles.push_back(angle);
  }
}

dpd::AngleKind MoleculeReader::readAngleKind() const {
  dpd::AngleKind kind;
  const bool isCosine = lines_.is("cos");
  if (!isCosine && !lines_.is("harm")) {
    lines_.fail(fmt::format("{} is not a known angle; known angles are harm, cos",
                            file::inQuotes(lines_.word(0))));
  }
  lines_.requireWords(isCosine ? 7 : 6, 32,
                      isCosine ? "cos, three beads, A, theta0, m" : "harm, three beads, k, theta0");
  kind.k = lines_.real(4, "angle.*.k", field_.scenario);
  if (!isCosine) {
    kind.form = dpd::AngleForm::Harmonic;
    kind.degrees = lines_.real(5, "angle.*.degrees", field_.scenario);
    lines_.requireNoMore(6);
    return kind;
  }
  if (lines_.real(6) != 1.0) {
    lines_.fail(fmt::format("m of cos: must be 1, got {}", lines_.word(6)));
  }
  // The preferred angle is at the minimum of 1 + cos(theta - theta0).
  const double theta0 = lines_.real(5);
  kind.degrees = theta0 == 180.0 ? 0.0 : theta0 + 180.0;
  if (kind.degrees < 0.0 || kind.degrees > 180.0) {
    lines_.fail(fmt::format("theta0 of cos: must be -180..0 or 180, got {}", lines_.word(5)));
  }
  lines_.requireNoMore(7);
  return kind;
}

void MoleculeReader::finish(Described molecule) {
  const auto fail = [&](const std::string& why) {
    lines_.fail(fmt::format("molecule {}: {}", molecule.name, why));
  };
  std::vector<MoleculeKind>& all = field_.scenario.molecules;
  if (!molecule.count) fail("nummols is missing");
  if (molecule.graph.species.empty()) fail("beads are missing");
  if (std::ranges::find(all, molecule.name, &MoleculeKind::name) != all.end()) {
    fail("another molecule has this name");
  }
  for (const std::size_t kinds : {fluid().bondKinds.size(), fluid().angleKinds.size()}) {
    if (kinds <= dpd::kMaxMoleculeKinds) continue;
    fail(fmt::format("{} kinds of bonds or angles; at most {} are allowed", kinds,
                     dpd::kMaxMoleculeKinds));
  }
  MoleculeText text = textOf(molecule.graph, namesOf(fluid().species));
  if (!text.fault.empty()) fail(text.fault);
  const bool hasRoomForAngles = requireAnglesOf(molecule, text);
  field_.beads += *molecule.count * std::ssize(molecule.graph.species);
  if (field_.beads > kMaxCount) {
    fail(fmt::format("{} beads in all molecules; at most {} are allowed", field_.beads, kMaxCount));
  }
  lacksAngles_.push_back(molecule.angles.empty() && hasRoomForAngles);
  all.push_back({.name = std::move(molecule.name),
                 .beads = std::move(text.text),
                 .count = molecule.count,
                 .bond = molecule.bondKind.value_or(0),
                 .angle = molecule.angleKind.value_or(0)});
}

bool MoleculeReader::requireAnglesOf(const Described& molecule, const MoleculeText& text) const {
  const auto fail = [&](const char* what, const std::array<int, 3>& angle) {
    lines_.fail(
        fmt::format("molecule {}: {} angle of beads {}; a molecule has angles at all beads with "
                    "two bonds, or at no bead",
                    molecule.name, what, beadsText(angle)));
  };
  std::set<std::array<int, 3>> missing;
  for (const auto& angle : readBeads(text.text, namesOf(fluid().species)).angles) {
    std::array<int, 3> beads{};
    for (std::size_t k = 0; k < 3; ++k) beads[k] = text.order[static_cast<std::size_t>(angle[k])];
    if (beads[0] > beads[2]) std::swap(beads[0], beads[2]);
    missing.insert(beads);
  }
  const bool hasRoom = !missing.empty();
  for (const auto& angle : molecule.angles) {
    if (missing.erase(angle) == 0) fail("cannot have an", angle);
  }
  if (!molecule.angles.empty() && !missing.empty()) fail("has no", *missing.begin());
  return hasRoom;
}

void MoleculeReader::complete() {
  if (fluid().angleKinds.empty()) return;
  for (std::size_t k = 0; k < lacksAngles_.size(); ++k) {
    if (!lacksAngles_[k]) continue;
    dpd::AngleKind none;
    none.k = 0.0;
    field_.scenario.molecules[k].angle = kindOf(fluid().angleKinds, std::move(none), "angle");
  }
  if (fluid().angleKinds.size() <= dpd::kMaxMoleculeKinds) return;
  lines_.failFile(
      fmt::format("{} kinds of angles, counting the kind for molecules without angles; at most {} "
                  "are allowed",
                  fluid().angleKinds.size(), dpd::kMaxMoleculeKinds));
}

}  // namespace gpubuck::scenario::dl_meso
