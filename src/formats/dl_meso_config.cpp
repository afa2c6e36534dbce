#include "formats/dl_meso_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <optional>

#include "base/enum_names.h"
#include "base/id.h"
#include "base/text.h"
#include "formats/particles.h"

namespace gpubuck::formats {

std::string DlMesoLines::title() {
  std::string_view line;
  if (!lines_.next(line)) file_.fail("empty file, expected a title");
  return std::string(file::trimmed(line));
}

bool DlMesoLines::next() {
  words_.clear();
  for (std::string_view line; words_.empty() && lines_.next(line);) {
    words_ = file::splitWords(line, " \t,");
  }
  return !words_.empty();
}

void DlMesoLines::require(std::string_view what) {
  if (!next()) file_.fail(fmt::format("ends early, expected {}", what));
}

bool DlMesoLines::is(std::string_view stem, std::size_t i) const {
  const std::string_view here = word(i).substr(0, stem.size());
  return std::ranges::equal(here, stem, [](char c, char of) {
    return std::tolower(static_cast<unsigned char>(c)) == of;
  });
}

void DlMesoLines::requireWords(std::size_t least, std::size_t most, std::string_view form) const {
  if (count() >= least && count() <= most) return;
  fail(fmt::format("{}, expected {}", counted(static_cast<std::int64_t>(count()), "word"), form));
}

void DlMesoLines::requireNoMore(std::size_t i) const {
  for (; i < count(); ++i) {
    if (real(i) != 0.0) fail(fmt::format("{} must be 0 or left out", file::inQuotes(word(i))));
  }
}

int DlMesoLines::species(std::size_t i, const dpd::Fluid& fluid) const {
  const std::vector<std::string> names = namesOf(fluid.species);
  const auto found = std::ranges::find(names, word(i));
  if (found != names.end()) return static_cast<int>(found - names.begin());
  const auto number = numberIn<int>(word(i));
  if (number && *number >= 1 && *number <= std::ssize(names)) return *number - 1;
  fail(fmt::format("{} is not one of the species {}", file::inQuotes(word(i)),
                   fmt::join(names, ", ")));
}

std::int64_t DlMesoLines::whole(std::size_t i, std::string_view what, std::int64_t least,
                                std::int64_t most) const {
  const auto value = numberIn<std::int64_t>(file::withoutPlus(word(i)));
  if (value && *value >= least && *value <= most) return *value;
  fail(fmt::format("{} is not a valid {} ({}..{})", file::inQuotes(word(i)), what, least, most));
}

std::int64_t DlMesoLines::announced(std::string_view what, std::int64_t most) const {
  requireWords(2, 2, "a keyword and a number");
  return whole(1, what, 0, most);
}

namespace {

/// CONFIG has a title, a line with levcfg and imcon, and the vectors of the box unless imcon is 0.
/// For each particle it has a line with species and number, a line with the position, with levcfg 1
/// or 2 a line with the velocity, and with levcfg 2 a line with the force. The origin is the middle
/// of the box.
class ConfigReader {
 public:
  explicit ConfigReader(const std::string& path) : lines_(path) {
    lines_.title();
    lines_.require("levcfg and imcon");
    lines_.requireWords(2, kMostWords, "levcfg and imcon");
    level_ = static_cast<int>(lines_.whole(0, "levcfg", 0, 2));
    if (lines_.whole(1, "imcon", 0, 9) > 0) readBox();
  }

  const std::optional<glm::dvec3>& box() const { return box_; }

  FileParticles read(const dpd::Fluid& fluid) {
    if (fluid.box.dimensions == 2) lines_.failFile("has three dimensions, but the fluid has two");
    for (int axis = 0; box_ && axis < 3; ++axis) {
      if (agree((*box_)[axis], fluid.box.size[axis])) continue;
      lines_.failFile(fmt::format("the box is {} along {}, but the fluid's is {}", (*box_)[axis],
                                  cells::kAxisNames[axis], fluid.box.size[axis]));
    }
    while (lines_.next()) readParticle(fluid);
    if (particles_.empty()) lines_.failFile("has no particles");
    if (particles_.rbegin()->first != std::ssize(particles_)) {
      lines_.failFile(fmt::format("has {}, but also a particle of the number {}",
                                  counted(std::ssize(particles_), "particle"),
                                  particles_.rbegin()->first));
    }
    FileParticles all;
    for (const auto& [number, particle] : particles_) {
      all.species.push_back(particle.species);
      all.position.push_back(particle.position);
      if (level_ > 0) all.velocity.push_back(particle.velocity);
    }
    return all;
  }

 private:
  struct Particle {
    int species = 0;
    glm::vec3 position{0.0F}, velocity{0.0F};
  };

  glm::dvec3 vector(const char* what) {
    lines_.require(what);
    lines_.requireWords(3, kMostWords, what);
    return {lines_.real(0), lines_.real(1), lines_.real(2)};
  }

  void readBox() {
    glm::dvec3 sides(0.0);
    for (int axis = 0; axis < 3; ++axis) {
      const glm::dvec3 side = vector("a vector of the box");
      for (int other = 0; other < 3; ++other) {
        if (other != axis && side[other] != 0.0) {
          lines_.fail("the box is tilted, which a scenario's box cannot be");
        }
      }
      sides[axis] = side[axis];
    }
    box_ = sides;
  }

  void readParticle(const dpd::Fluid& fluid) {
    const std::int64_t given = lines_.count() > 1 ? lines_.whole(1, "number", 0, kMaxCount) : 0;
    const std::int64_t number = given > 0 ? given : std::ssize(particles_) + 1;
    if (std::ssize(particles_) == kMaxCount) {
      lines_.fail(fmt::format("more than the {} particles that a fluid can have", kMaxCount));
    }
    Particle particle{.species = lines_.species(0, fluid)};
    if (particles_.contains(number)) {
      lines_.fail(fmt::format("particle {} is given twice", number));
    }
    const glm::dvec3 place = vector("the place of a particle");
    for (int axis = 0; axis < 3; ++axis) {
      particle.position[axis] =
          placeAlong(fluid.box, axis, place[axis], -0.5 * fluid.box.size[axis],
                     [&](const std::string& why) { lines_.fail(why); });
    }
    if (level_ > 0) {
      particle.velocity = glm::vec3(vector("the velocity of a particle"));
      for (int axis = 0; axis < 3; ++axis) {
        if (!std::isfinite(particle.velocity[axis])) {
          lines_.fail(fmt::format("{} is not a finite number in single precision",
                                  file::inQuotes(lines_.word(static_cast<std::size_t>(axis)))));
        }
      }
    }
    if (level_ > 1) vector("the force on a particle");
    particles_.emplace(number, particle);
  }

  /// DL_MESO ignores words after the expected words.
  static constexpr std::size_t kMostWords = 32;

  DlMesoLines lines_;
  int level_ = 0;  ///< levcfg
  std::optional<glm::dvec3> box_;
  std::map<std::int64_t, Particle> particles_;  ///< by their numbers
};

}  // namespace

std::optional<glm::dvec3> boxOfDlMesoConfig(const std::string& path) {
  return ConfigReader(path).box();
}

FileParticles readDlMesoConfig(const std::string& path, const dpd::Fluid& fluid) {
  return ConfigReader(path).read(fluid);
}

}  // namespace gpubuck::formats
