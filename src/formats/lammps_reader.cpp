#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>

#include "base/id.h"
#include "base/text.h"
#include "file/input_file.h"
#include "formats/particles.h"

namespace gpubuck::formats {
namespace {

/// A style of atoms. A line of Atoms has the id in column 0. The members are the columns of type
/// and position, and the number of columns without image flags.
struct AtomStyle {
  std::string_view name;
  std::size_t type, position, count;
};
constexpr std::array<AtomStyle, 7> kAtomStyles{{{"atomic", 1, 2, 5},
                                                {"charge", 1, 3, 6},
                                                {"bond", 2, 3, 6},
                                                {"angle", 2, 3, 6},
                                                {"molecular", 2, 3, 6},
                                                {"full", 2, 4, 7},
                                                {"mdpd", 1, 3, 6}}};

/// Styles of atoms of LAMMPS that this reader does not support.
constexpr std::array<std::string_view, 24> kOtherStyles{
    "amoeba",       "apip",      "body",   "bpm/sphere", "dielectric", "dipole", "dpd",      "edpd",
    "electron",     "ellipsoid", "hybrid", "line",       "mesont",     "oxdna",  "peri",     "rheo",
    "rheo/thermal", "smd",       "sph",    "sphere",     "spin",       "tdpd",   "template", "tri"};

/// Sections that are skipped, since a fluid has no such data. Coefficients, and labels of dihedrals
/// and impropers, are skipped, too.
constexpr std::array<std::string_view, 2> kPassedOver{"Dihedrals", "Impropers"};

/// Header lines that say nothing about a fluid, without the numbers in these lines.
constexpr std::array<std::string_view, 11> kOtherHeaders{"dihedrals",
                                                         "impropers",
                                                         "bond types",
                                                         "angle types",
                                                         "dihedral types",
                                                         "improper types",
                                                         "extra bond per atom",
                                                         "extra angle per atom",
                                                         "extra dihedral per atom",
                                                         "extra improper per atom",
                                                         "extra special per atom"};

/// The labels that a file uses in place of the numbers of types.
struct Labels {
  std::map<std::string, std::int64_t, std::less<>> types;
  /// The species or kind (counted from 1) that the label of each type names, or INT64_MAX for a
  /// label that names none. Empty if no label names a species or kind; then the number of a type is
  /// the number of its species or kind.
  std::map<std::int64_t, std::int64_t> meant;
};

class LammpsDataReader {
 public:
  LammpsDataReader(const std::string& path, const dpd::Fluid& fluid)
      : file_(path), lines_(file_), fluid_(fluid), box_(fluid.box) {}

  FileParticles read() {
    readHeader();
    while (!section_.empty()) {
      const std::string name = section_;
      if (name == "Masses") {
        readMasses();
      } else if (name == "Atoms") {
        readAtoms();
      } else if (name == "Velocities") {
        readVelocities();
      } else if (name == "Bonds") {
        readLinks("bond", fluid_.bondKinds.size(), bondLabels_, bondCount_, molecules_.bonds);
      } else if (name == "Angles") {
        readLinks("angle", fluid_.angleKinds.size(), angleLabels_, angleCount_, molecules_.angles);
      } else if (name == "Atom Type Labels") {
        readLabels(fluid_.species, atomLabels_);
      } else if (name == "Bond Type Labels") {
        readLabels(fluid_.bondKinds, bondLabels_);
      } else if (name == "Angle Type Labels") {
        readLabels(fluid_.angleKinds, angleLabels_);
      } else if (std::ranges::find(kPassedOver, name) != kPassedOver.end()) {
        if (passOver()) leftOut_.push_back(name);
      } else if (name.ends_with(" Coeffs") || name.ends_with(" Type Labels")) {
        passOver();
      } else {
        lines_.fail(fmt::format("unknown section {}", file::inQuotes(name)));
      }
    }
    if (particles_.empty()) file_.fail("has no section Atoms");
    requireAll("bonds", bondCount_, molecules_.bonds.size());
    requireAll("angles", angleCount_, molecules_.angles.size());
    FileParticles sorted;
    for (const auto& [id, particle] : particles_) {
      sorted.position.push_back(particle.position);
      if (particle.velocity) sorted.velocity.push_back(*particle.velocity);
      sorted.species.push_back(particle.species);
    }
    sorted.molecules = std::move(molecules_);
    sorted.leftOut = leftOutText(file_.name(), leftOut_);
    return sorted;
  }

 private:
  struct Particle {
    int species = 0;
    glm::vec3 position{0.0f};
    std::optional<glm::vec3> velocity{};
    std::uint32_t id = 0;  ///< place of the particle in the order of ids
  };

  /// Reads the section to its end. Returns whether it has any lines.
  bool passOver() {
    bool hasLines = false;
    while (nextData()) hasLines = true;
    return hasLines;
  }

  /// Reads the next line of a section. Returns false if another section begins, and at the end.
  bool nextData() {
    words_.clear();
    for (std::string_view line; words_.empty() && lines_.next(line);) {
      const std::size_t hash = std::min(line.find('#'), line.size());
      comment_ = line.substr(hash);
      words_ = file::splitWords(line.substr(0, hash), file::kBlanks);
    }
    // A line that begins with a letter is the name of a section.
    if (!words_.empty() && std::isalpha(static_cast<unsigned char>(words_[0][0])) == 0) return true;
    section_ = fmt::format("{}", fmt::join(words_, " "));
    return false;
  }

  void requireColumns(std::size_t count) const {
    if (words_.size() == count) return;
    lines_.fail(fmt::format("{}, expected {}", counted(std::ssize(words_), "column"), count));
  }

  double real(std::size_t column) const { return lines_.real<double>(words_[column]); }

  std::int64_t whole(std::size_t column, std::string_view what, std::int64_t most = INT64_MAX,
                     std::int64_t least = 1) const {
    const auto value = numberIn<std::int64_t>(file::withoutPlus(words_[column]));
    if (!value || *value < least || *value > most) {
      lines_.fail(fmt::format("{} is not a valid {} ({}..{})", file::inQuotes(words_[column]), what,
                              least, most));
    }
    return *value;
  }

  /// Returns the species or kind, counted from 1, whose type is in a column, as a number or as a
  /// label.
  std::int64_t typeIn(std::size_t column, const std::string& what, const Labels& labels,
                      std::int64_t most) const {
    const auto label = labels.types.find(words_[column]);
    const std::int64_t type = label != labels.types.end()
                                  ? label->second
                                  : whole(column, what, labels.meant.empty() ? most : INT32_MAX);
    const auto meant = labels.meant.find(type);
    if (!labels.meant.empty() && meant == labels.meant.end()) {
      lines_.fail(fmt::format("{} {} has no label", what, file::inQuotes(words_[column])));
    }
    const std::int64_t number = labels.meant.empty() ? type : meant->second;
    if (number <= most) return number;
    lines_.fail(fmt::format("{} {} has no counterpart; the fluid has types 1..{}", what,
                            file::inQuotes(words_[column]), most));
  }

  int species(std::size_t column) const {
    return static_cast<int>(typeIn(column, "atom type", atomLabels_, std::ssize(fluid_.species))) -
           1;
  }

  /// Reads the labels of types. A label that is the name of a species or kind of the fluid means
  /// this species or kind, whatever the number of the type. If no label is such a name, the numbers
  /// of the types count.
  template <typename Named>
  void readLabels(const std::vector<Named>& all, Labels& labels) {
    if (!particles_.empty()) lines_.fail(fmt::format("{} after Atoms", section_));
    bool hasNames = false;
    while (nextData()) {
      requireColumns(2);
      const std::int64_t type = whole(0, "type", INT32_MAX);
      labels.types.emplace(words_[1], type);
      const auto found = std::ranges::find(all, words_[1], &Named::name);
      hasNames = hasNames || found != all.end();
      labels.meant[type] = found == all.end() ? INT64_MAX : 1 + (found - all.begin());
    }
    if (!hasNames) return labels.meant.clear();
  }

  void readHeader() {
    std::string_view title;
    if (!lines_.next(title)) file_.fail("empty file, expected particles");
    // In some files, a header line that begins with "extra" has its number at the end of the line.
    while (nextData() || section_.starts_with("extra ")) {
      if (words_[0] == "extra") continue;
      const std::size_t count = words_.size();
      const std::string_view last = words_.back();
      const bool isVector = last == "avec" || last == "bvec" || last == "cvec";
      if (count == 2 && last == "atoms") {
        count_ = whole(0, "number of atoms", kMaxCount);
      } else if (count == 2 && last == "bonds") {
        bondCount_ = whole(0, "number of bonds", INT64_MAX, 0);
      } else if (count == 2 && last == "angles") {
        angleCount_ = whole(0, "number of angles", INT64_MAX, 0);
      } else if (count == 3 && words_[1] == "atom" && last == "types") {
        types_ = whole(0, "number of types", INT32_MAX);
        if (types_ < std::ssize(fluid_.species)) {
          lines_.fail(fmt::format("{} atom types, but the fluid has {} species", words_[0],
                                  fluid_.species.size()));
        }
      } else if (const std::optional<int> axis = axisOfSide()) {
        readSide(*axis);
      } else if ((count == 4 && isVector) ||
                 (count == 6 && last == "yz" &&
                  (real(0) != 0.0 || real(1) != 0.0 || real(2) != 0.0))) {
        lines_.fail("the box is tilted, which a scenario's box cannot be");
      } else if (!(count == 6 && last == "yz") && !isKnownHeader()) {
        lines_.fail(fmt::format("unknown header line {}",
                                file::inQuotes(fmt::format("{}", fmt::join(words_, " ")))));
      }
    }
    if (count_ == 0) file_.fail("has no line 'N atoms'");
    for (int axis = 0; axis < box_.dimensions; ++axis) {
      if (low_[static_cast<std::size_t>(axis)]) continue;
      file_.fail(fmt::format("has no line with {0}lo {0}hi", cells::kAxisNames[axis]));
    }
  }

  /// Returns whether this header line says nothing about a fluid (kOtherHeaders).
  bool isKnownHeader() const {
    const std::string rest = fmt::format("{}", fmt::join(words_.begin() + 1, words_.end(), " "));
    if (std::ranges::find(kOtherHeaders, rest) == kOtherHeaders.end()) return false;
    whole(0, "number of " + rest, INT64_MAX, 0);
    return true;
  }

  /// Returns the axis of a header line such as "0 8 xlo xhi", or nothing for other lines.
  std::optional<int> axisOfSide() const {
    if (words_.size() != 4) return {};
    for (int axis = 0; axis < 3; ++axis) {
      const char name = cells::kAxisNames[axis];
      if (words_[2] == fmt::format("{}lo", name) && words_[3] == fmt::format("{}hi", name)) {
        return axis;
      }
    }
    return {};
  }

  void readSide(int axis) {
    const double low = real(0), side = real(1) - low;
    const double expected = box_.size[axis];
    if (axis < box_.dimensions && !agree(side, expected)) {
      lines_.fail(fmt::format("the box is {} along {}, but the fluid's is {}", side,
                              cells::kAxisNames[axis], expected));
    }
    low_[static_cast<std::size_t>(axis)] = low;
  }

  void readMasses() {
    while (nextData()) {
      requireColumns(2);
      const bool isLabel = atomLabels_.types.contains(words_[0]);
      if (!isLabel && whole(0, "atom type", typeCount()) > std::ssize(fluid_.species)) {
        continue;  // a type that no atom can have
      }
      const int k = species(0);
      const double mass = real(1);
      const std::string why = whyNotMass(fluid_.species[static_cast<std::size_t>(k)], mass);
      if (!why.empty()) lines_.fail(why);
    }
  }

  static const AtomStyle& styleOf(std::string_view name) {
    return *std::ranges::find(kAtomStyles, name, &AtomStyle::name);
  }

  static std::string namesOfStyles() {
    std::vector<std::string_view> names;
    for (const AtomStyle& style : kAtomStyles) names.push_back(style.name);
    return fmt::format("{}", fmt::join(names, ", "));
  }

  /// Returns the style that the comment after the section's name gives, or null if the comment does
  /// not begin with a style.
  const AtomStyle* namedStyle() const {
    const auto words = file::splitWords(comment_, "# \t");
    if (words.empty()) return nullptr;
    const auto* const style = std::ranges::find(kAtomStyles, words[0], &AtomStyle::name);
    if (style != kAtomStyles.end()) return style;
    if (std::ranges::find(kOtherStyles, words[0]) == kOtherStyles.end()) return nullptr;
    lines_.fail(fmt::format("unknown atom style {}; known are {}", file::inQuotes(words[0]),
                            namesOfStyles()));
  }

  /// Returns the number of types of atoms in the header, or the number of species if the header has
  /// none.
  std::int64_t typeCount() const { return types_ > 0 ? types_ : std::ssize(fluid_.species); }

  /// Returns whether a column can be a type of atoms.
  bool canBeType(std::size_t column) const {
    const auto number = numberIn<std::int64_t>(words_[column]);
    return atomLabels_.types.contains(words_[column]) ||
           (number && *number >= 1 && *number <= typeCount());
  }

  /// Returns the style of a section that does not name its style. Fails unless the first atom
  /// allows only one style.
  const AtomStyle& guessedStyle() const {
    const std::size_t least = std::ranges::min_element(kAtomStyles, {}, &AtomStyle::count)->count;
    if (words_.size() < least) {
      lines_.fail(fmt::format("{}, but atoms have at least {}",
                              counted(std::ssize(words_), "column"), least));
    }
    const bool hasMolecules = bondCount_ > 0 || angleCount_ > 0;
    const bool hasImages =
        words_.size() >= 8 && std::all_of(words_.end() - 3, words_.end(), [](auto word) {
          return numberIn<std::int64_t>(file::withoutPlus(word)).has_value();
        });
    const std::size_t count = words_.size() - (hasImages ? 3 : 0);
    if (count == 5) return styleOf("atomic");
    // Styles that do not have the molecule in the second column have the type there, and no bonds.
    const bool hasMoleculeFirst = canBeType(2) && (hasMolecules || !canBeType(1));
    if (count == 7 && hasMoleculeFirst) return styleOf("full");
    if (count == 6 && hasMoleculeFirst) return styleOf("molecular");
    if (count == 6 && !canBeType(2) && !hasMolecules) return styleOf("charge");
    lines_.fail(fmt::format(
        "{} may be of several styles of atoms: name the style, such as 'Atoms # molecular'; known "
        "are {}",
        counted(std::ssize(words_), "column"), namesOfStyles()));
  }

  void readAtoms() {
    if (!particles_.empty()) lines_.fail("a second section Atoms");
    const AtomStyle* style = namedStyle();
    while (nextData()) {
      if (style == nullptr) style = &guessedStyle();
      if (words_.size() != style->count && words_.size() != style->count + 3) {
        lines_.fail(fmt::format("{}, but atoms of style {} have {} or {}",
                                counted(std::ssize(words_), "column"), style->name, style->count,
                                style->count + 3));
      }
      const std::int64_t id = whole(0, "atom id");
      Particle particle{.species = species(style->type)};
      for (int axis = 0; axis < 3; ++axis) {
        const double coordinate = real(style->position + static_cast<std::size_t>(axis));
        particle.position[axis] = place(axis, coordinate);
      }
      const std::size_t before = particles_.size();
      particles_.emplace_hint(particles_.end(), id, particle);
      if (particles_.size() == before) lines_.fail(fmt::format("atom {} is given twice", id));
      if (std::ssize(particles_) > count_) {
        lines_.fail(fmt::format("more than the {} atoms of the header", count_));
      }
    }
    requireAll("atoms", count_, particles_.size());
    std::uint32_t next = 0;
    for (auto& [id, particle] : particles_) particle.id = next++;
  }

  /// Returns a coordinate of the file as a coordinate of the box. In two dimensions z must be 0,
  /// whatever the box along z, which a file may leave out.
  float place(int axis, double coordinate) const {
    return placeAlong(box_, axis, coordinate, low_[static_cast<std::size_t>(axis)].value_or(0.0),
                      [&](const std::string& why) { lines_.fail(why); });
  }

  void readVelocities() {
    if (particles_.empty()) lines_.fail("Velocities before Atoms");
    std::size_t given = 0;
    for (; nextData(); ++given) {
      requireColumns(4);
      const std::int64_t id = whole(0, "atom id");
      const auto found = particles_.find(id);
      if (found == particles_.end()) lines_.fail(fmt::format("there is no atom {}", id));
      std::optional<glm::vec3>& velocity = found->second.velocity;
      if (velocity) lines_.fail(fmt::format("the velocity of atom {} is given twice", id));
      const glm::dvec3 v{real(1), real(2), real(3)};
      if (box_.dimensions == 2 && v.z != 0.0) {
        lines_.fail(fmt::format("v_z {} is not 0 in two dimensions", v.z));
      }
      velocity = glm::vec3(v);
      for (int axis = 0; axis < 3; ++axis) {
        if (std::isfinite((*velocity)[axis])) continue;
        lines_.fail(fmt::format("{} is not a finite number in single precision", v[axis]));
      }
    }
    if (given < particles_.size()) {
      file_.fail(fmt::format("has velocities of {} atoms, expected {}", given, particles_.size()));
    }
  }

  /// Reads the bonds or angles. `one` is "bond" or "angle", `count` is their number in the header.
  template <typename Link>
  void readLinks(const std::string& one, std::size_t kinds, const Labels& labels,
                 std::int64_t count, std::vector<Link>& links) {
    if (particles_.empty()) lines_.fail(fmt::format("{} before Atoms", section_));
    while (nextData()) {
      if (kinds == 0) {
        lines_.fail(
            fmt::format("the scenario has no [[{0}]]; add an entry for each {0} type", one));
      }
      Link link;
      requireColumns(2 + link.ids.size());
      whole(0, one + " id");
      link.kind =
          static_cast<int>(typeIn(1, one + " type", labels, static_cast<std::int64_t>(kinds))) - 1;
      for (std::size_t k = 0; k < link.ids.size(); ++k) {
        const std::int64_t id = whole(2 + k, "atom id");
        const auto found = particles_.find(id);
        if (found == particles_.end()) lines_.fail(fmt::format("there is no atom {}", id));
        const auto end = link.ids.begin() + static_cast<std::ptrdiff_t>(k);
        if (std::find(link.ids.begin(), end, found->second.id) != end) {
          lines_.fail(fmt::format("the {} has atom {} twice", one, id));
        }
        link.ids[k] = found->second.id;
      }
      if (std::ssize(links) == count) {
        lines_.fail(fmt::format("more than the {} {}s of the header", count, one));
      }
      links.push_back(link);
    }
  }

  void requireAll(const char* what, std::int64_t expected, std::size_t read) const {
    if (std::cmp_equal(read, expected)) return;
    file_.fail(fmt::format("has {} {}, but its header says {}", read, what, expected));
  }

  file::InputFile file_;
  file::LineReader lines_;
  const dpd::Fluid& fluid_;
  const cells::Box& box_;
  std::vector<std::string_view> words_;  ///< words of this line, before its comment
  std::string_view comment_;             ///< comment of this line, with its #
  std::vector<std::string> leftOut_;     ///< sections
  std::string section_;                  ///< name of the section that begins on the line at which
                                         ///< nextData() returned false
  std::int64_t count_ = 0, bondCount_ = 0, angleCount_ = 0;  ///< numbers of atoms, bonds and angles
                                                             ///< in the header
  std::int64_t types_ = 0;                                   ///< number of atom types in the header
  Labels atomLabels_, bondLabels_, angleLabels_;
  std::array<std::optional<double>, 3> low_;    ///< the corner of the box
  std::map<std::int64_t, Particle> particles_;  ///< particles by the file's id
  dpd::Molecules molecules_;
};

}  // namespace

bool beginsAsLammpsData(std::string_view begin) {
  // The first line is a title.
  while (true) {
    const std::size_t end = begin.find('\n');
    if (end == std::string_view::npos) return false;
    begin.remove_prefix(end + 1);
    const std::string_view line = begin.substr(0, begin.find_first_of("#\r\n"));
    const auto words = file::splitWords(line, file::kBlanks);
    if (words.size() == 2 && words[1] == "atoms" && numberIn<std::int64_t>(words[0])) return true;
    // The header has ended without a number of atoms.
    if (!words.empty() && words[0] == "Atoms") return false;
  }
}

FileParticles readLammpsData(const std::string& path, const dpd::Fluid& fluid) {
  return LammpsDataReader(path, fluid).read();
}

}  // namespace gpubuck::formats
