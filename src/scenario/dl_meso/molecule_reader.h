// Reads the lines of FIELD and CONTROL, and checks their values by the keys of a scenario. Also
// reads the molecules of a FIELD.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "formats/dl_meso_config.h"
#include "scenario/dl_meso/field.h"
#include "scenario/dl_meso/molecule_text.h"
#include "scenario/schema.h"

namespace gpubuck::scenario::dl_meso {

class Lines : public formats::DlMesoLines {
 public:
  using DlMesoLines::DlMesoLines;
  using DlMesoLines::real;

  /// Returns the number in word i. Throws InputError if `key`, such as "bond.*.k", does not allow
  /// this number.
  double real(std::size_t i, const std::string& key, const Scenario& scenario) const;
  /// Throws InputError unless the key of a scenario allows this value.
  void requireAllowed(const std::string& key, const Scenario& scenario, const Value& value) const;
};

/// Reads molecules and their kinds of bonds and angles into a Field, whose species are known. All
/// functions throw InputError.
class MoleculeReader {
 public:
  MoleculeReader(Lines& lines, Field& field) : lines_(lines), field_(field) {}

  /// Reads a molecule, from its name to its `finish`.
  void read();
  /// Completes the field after the last molecule. If a molecule has angles, the molecules without
  /// angles get a kind of angle without energy, because in a scenario either all molecules or
  /// none have angles.
  void complete();

 private:
  /// A molecule as FIELD describes it, with beads counted from 0.
  struct Described {
    std::string name{};
    std::optional<std::int64_t> count{};
    BeadGraph graph{};
    std::vector<std::array<int, 3>> angles{};  ///< each with its ends in ascending order
    std::optional<int> bondKind{}, angleKind{};
    bool hasBonds = false, hasAngles = false;  ///< whether FIELD has the section
  };

  dpd::Fluid& fluid() const { return field_.scenario.fluid; }
  void note(const std::string& unused);
  void readBeadsOf(Described& molecule);
  void readBonds(Described& molecule);
  void readAngles(Described& molecule);
  dpd::BondKind readBondKind() const;
  dpd::AngleKind readAngleKind() const;
  /// Returns the beads of a bond or angle, which are the words of the line from word 1 on. The ends
  /// are in ascending order.
  template <std::size_t Count>
  std::array<int, Count> beadsOf(const Described& molecule) const;
  /// Completes a molecule, on the line of its `finish`.
  void finish(Described molecule);
  /// Fails unless the molecule has an angle at each bead with two bonds, or has no angles. Returns
  /// whether the molecule has a bead with two bonds.
  bool requireAnglesOf(const Described& molecule, const MoleculeText& text) const;

  Lines& lines_;
  Field& field_;
  /// For each molecule, whether it has beads with two bonds, but no angles.
  std::vector<bool> lacksAngles_;
};

}  // namespace gpubuck::scenario::dl_meso
