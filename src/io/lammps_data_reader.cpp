// The reader of data files of LAMMPS as particles (declared in particles.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <unordered_map>

#include "base/error.h"
#include "base/id.h"
#include "base/number.h"
#include "io/input_file.h"
#include "io/particles.h"

namespace gpubuck::io {
namespace {

using Words = std::vector<std::string_view>;

/// Where the columns of a line of Atoms are, after the id in column 0 and without image flags.
struct AtomStyle {
  std::string_view name;
  std::size_t type, position, count;
};
constexpr std::array<AtomStyle, 6> kAtomStyles{{{"atomic", 1, 2, 5},
                                                {"charge", 1, 3, 6},
                                                {"bond", 2, 3, 6},
                                                {"angle", 2, 3, 6},
                                                {"molecular", 2, 3, 6},
                                                {"full", 2, 4, 7}}};

/// Sections without positions, velocities or masses, besides all those of coefficients and of
/// labels.
constexpr std::array<std::string_view, 4> kPassedOver{"Bonds", "Angles", "Dihedrals", "Impropers"};

/// Relative difference up to which a number written with six digits counts as the same.
bool agree(double value, double expected) {
  return std::abs(value - expected) <= 1e-6 * std::abs(expected);
}

class LammpsDataReader {
 public:
  LammpsDataReader(const std::string& path, const dpd::Fluid& fluid)
      : file_(path), lines_(file_), fluid_(fluid) {}

  dpd::Particles read() {
    readHeader();
    while (!section_.empty()) {
      const std::string name = section_;
      if (name == "Masses") {
        readMasses();
      } else if (name == "Atoms") {
        readAtoms();
      } else if (name == "Velocities") {
        readVelocities();
      } else if (name.ends_with(" Coeffs") || name.ends_with(" Type Labels") ||
                 std::find(kPassedOver.begin(), kPassedOver.end(), name) != kPassedOver.end()) {
        while (nextData()) continue;
      } else {
        fail(fmt::format("unknown section {}", inQuotes(name)));
      }
    }
    if (particles_.empty()) throw InputError(file_.name(), "has no section Atoms");
    return byId();
  }

 private:
  struct Particle {
    std::int64_t id;
    int species;
    glm::vec3 position{0.0f};
    glm::vec3 velocity{0.0f};
    bool hasVelocity = false;
  };

  [[noreturn]] void fail(const std::string& why) const { throw InputError(lines_.where(), why); }

  /// The next line with words before its comment; false at the end of the file.
  bool nextLine() {
    for (std::string_view line; lines_.next(line);) {
      const std::size_t hash = line.find('#');
      comment_ = hash == std::string_view::npos ? "" : line.substr(hash + 1);
      words_ = splitWords(line.substr(0, hash), kBlanks);
      if (!words_.empty()) return true;
    }
    words_.clear();
    return false;
  }

  /// Whether this line is the name of a section, which is the only one to begin with a letter.
  bool isName() const {
    const char first = words_[0][0];
    return (first >= 'A' && first <= 'Z') || (first >= 'a' && first <= 'z');
  }

  /// The next line of a section; false if another section begins, or at the end.
  bool nextData() {
    if (nextLine() && !isName()) return true;
    section_ = fmt::format("{}", fmt::join(words_, " "));
    return false;
  }

  double real(std::string_view word) const {
    const std::optional<double> value = numberIn<double>(withoutPlus(word));
    if (!value) fail(fmt::format("{} is not a finite number", inQuotes(word)));
    return *value;
  }

  std::int64_t whole(std::string_view word, const char* what, std::int64_t most) const {
    const std::optional<std::int64_t> value = numberIn<std::int64_t>(withoutPlus(word));
    if (!value || *value < 1 || *value > most)
      fail(fmt::format("{} is not a valid {} (1..{})", inQuotes(word), what, most));
    return *value;
  }

  std::int64_t types() const { return static_cast<std::int64_t>(fluid_.species.size()); }

  void readHeader() {
    std::string_view title;
    if (!lines_.next(title)) throw InputError(file_.name(), "empty file, expected particles");
    while (nextData()) readHeaderLine();
    if (count_ == 0) throw InputError(file_.name(), "has no line 'N atoms'");
    for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
      if (!low_[static_cast<std::size_t>(axis)])
        throw InputError(file_.name(),
                         fmt::format("has no line with {0}lo {0}hi", search::kAxisNames[axis]));
    }
  }

  void readHeaderLine() {
    if (words_.size() == 2 && words_[1] == "atoms") {
      count_ = whole(words_[0], "number of atoms", kMaxCount);
    } else if (words_.size() == 3 && words_[1] == "atom" && words_[2] == "types") {
      if (whole(words_[0], "number of types", INT64_MAX) != types())
        fail(fmt::format("{} atom types, but the fluid has {} species", words_[0], types()));
    } else if (words_.size() == 4 && words_[2].ends_with("lo") && words_[3].ends_with("hi")) {
      readSide();
    } else if (isTilt()) {
      fail("the box is tilted, which no scenario's is");
    }
  }

  /// Refuses a header line of a box that is not along the axes.
  bool isTilt() const {
    const std::string_view last = words_.back();
    if (words_.size() == 4 && (last == "avec" || last == "bvec" || last == "cvec")) return true;
    if (words_.size() != 6 || last != "yz") return false;
    return real(words_[0]) != 0.0 || real(words_[1]) != 0.0 || real(words_[2]) != 0.0;
  }

  void readSide() {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (words_[2] != fmt::format("{}lo", search::kAxisNames[axis])) continue;
      const double low = real(words_[0]), side = real(words_[1]) - low;
      const double expected = fluid_.box.size[static_cast<int>(axis)];
      if (static_cast<int>(axis) < fluid_.box.dimensions && !agree(side, expected)) {
        fail(fmt::format("the box is {} along {}, but the fluid's is {}", side,
                         search::kAxisNames[axis], expected));
      }
      low_[axis] = low;
    }
  }

  void readMasses() {
    while (nextData()) {
      if (words_.size() != 2) fail(fmt::format("{} columns, expected 2", words_.size()));
      const std::int64_t type = whole(words_[0], "atom type", types());
      const double mass = real(words_[1]);
      const double expected = fluid_.species[static_cast<std::size_t>(type - 1)].mass;
      if (!agree(mass, expected))
        fail(fmt::format("mass {} of type {}, but the fluid's is {}", mass, type, expected));
    }
  }

  const AtomStyle& atomStyle() const {
    const Words named = splitWords(comment_, kBlanks);
    if (named.empty()) return kAtomStyles[0];
    for (const AtomStyle& style : kAtomStyles) {
      if (named.size() == 1 && named[0] == style.name) return style;
    }
    fail(fmt::format("unknown atom style {}", inQuotes(fmt::format("{}", fmt::join(named, " ")))));
  }

  void readAtoms() {
    if (!particles_.empty()) fail("a second section Atoms");
    const AtomStyle& style = atomStyle();
    while (nextData()) {
      if (words_.size() != style.count && words_.size() != style.count + 3) {
        fail(fmt::format("{} columns, but atoms of style {} have {} or {}", words_.size(),
                         style.name, style.count, style.count + 3));
      }
      Particle particle{whole(words_[0], "atom id", INT64_MAX),
                        static_cast<int>(whole(words_[style.type], "atom type", types())) - 1};
      for (int axis = 0; axis < 3; ++axis) {
        particle.position[axis] =
            place(axis, real(words_[style.position + static_cast<std::size_t>(axis)]));
      }
      if (!placeOf_.emplace(particle.id, particles_.size()).second)
        fail(fmt::format("atom {} is given twice", particle.id));
      particles_.push_back(particle);
      if (std::ssize(particles_) > count_)
        fail(fmt::format("more than the {} atoms of the header", count_));
    }
    if (std::ssize(particles_) < count_) {
      throw InputError(file_.name(), fmt::format("has {} atoms, but its header says {}",
                                                 particles_.size(), count_));
    }
  }

  /// A coordinate of the file as one of the box.
  float place(int axis, double coordinate) const {
    if (axis >= fluid_.box.dimensions) {
      if (coordinate != 0.0) fail(fmt::format("z {} is not 0 in two dimensions", coordinate));
      return 0.0f;
    }
    const double side = fluid_.box.size[axis], low = *low_[static_cast<std::size_t>(axis)];
    const auto end = static_cast<float>(side);
    double r = coordinate - low;
    if (fluid_.box.isPeriodic(axis)) {
      r = std::fmod(r, side);
      if (r < 0.0) r += side;
      const auto rounded = static_cast<float>(r);
      return rounded < end ? rounded : 0.0f;
    }
    if (r < 0.0 || r >= side) {
      fail(fmt::format("{0} {1} is outside of the box, {2} <= {0} < {3}", search::kAxisNames[axis],
                       coordinate, low, low + side));
    }
    return std::min(static_cast<float>(r), std::nextafter(end, 0.0f));
  }

  void readVelocities() {
    if (particles_.empty()) fail("Velocities before Atoms");
    std::size_t given = 0;
    for (; nextData(); ++given) {
      if (words_.size() != 4) fail(fmt::format("{} columns, expected 4", words_.size()));
      const std::int64_t id = whole(words_[0], "atom id", INT64_MAX);
      const auto place = placeOf_.find(id);
      if (place == placeOf_.end()) fail(fmt::format("there is no atom {}", id));
      Particle& particle = particles_[place->second];
      if (particle.hasVelocity) fail(fmt::format("the velocity of atom {} is given twice", id));
      particle.hasVelocity = true;
      for (int axis = 0; axis < 3; ++axis) {
        const double v = real(words_[static_cast<std::size_t>(axis) + 1]);
        if (axis >= fluid_.box.dimensions && v != 0.0)
          fail(fmt::format("v_z {} is not 0 in two dimensions", v));
        particle.velocity[axis] = static_cast<float>(v);
        if (!std::isfinite(particle.velocity[axis]))
          fail(fmt::format("{} is not a finite number in single precision", v));
      }
    }
    if (given < particles_.size()) {
      throw InputError(file_.name(), fmt::format("has velocities of {} atoms, expected {}", given,
                                                 particles_.size()));
    }
    hasVelocities_ = true;
  }

  dpd::Particles byId() {
    std::sort(particles_.begin(), particles_.end(),
              [](const Particle& a, const Particle& b) { return a.id < b.id; });
    dpd::Particles sorted;
    for (const Particle& particle : particles_) {
      sorted.position.push_back(particle.position);
      if (hasVelocities_) sorted.velocity.push_back(particle.velocity);
      sorted.species.push_back(particle.species);
    }
    return sorted;
  }

  InputFile file_;
  LineReader lines_;
  const dpd::Fluid& fluid_;
  Words words_;               ///< of this line, before its comment
  std::string_view comment_;  ///< of this line
  std::string section_;       ///< the name on this line where nextData() was false
  std::int64_t count_ = 0;
  std::array<std::optional<double>, 3> low_;  ///< the corner of the box
  std::vector<Particle> particles_;
  std::unordered_map<std::int64_t, std::size_t> placeOf_;
  bool hasVelocities_ = false;
};

}  // namespace

dpd::Particles readLammpsData(const std::string& path, const dpd::Fluid& fluid) {
  return LammpsDataReader(path, fluid).read();
}

}  // namespace gpubuck::io
