#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>

#include "base/error.h"
#include "base/id.h"
#include "io/extended_xyz.h"
#include "io/input_file.h"
#include "io/species_symbols.h"
#include "io/xyz_columns.h"

namespace gpubuck::io {
namespace {

class Reader {
 public:
  Reader(const std::string& path, const dpd::Fluid& fluid)
      : file_(path), lines_(file_), fluid_(fluid) {}

  dpd::ParticleState lastFrame() {
    dpd::ParticleState state;
    bool hasFrame = false;
    for (std::string_view line; lines_.next(line);) {
      if (line.empty() && hasFrame) continue;  // editors leave blank lines at the end
      state = frame(count(line));
      hasFrame = true;
    }
    if (!hasFrame) throw InputError(file_.name(), "empty file, expected particles");
    return state;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw InputError(lines_.where(), why); }

  std::int64_t count(std::string_view line) const {
    const std::vector<std::string_view> words = splitWords(line, " \t");
    std::int64_t value = 0;
    bool isGood = words.size() == 1;
    if (isGood) {
      const char* const end = words[0].data() + words[0].size();
      const auto [next, error] = std::from_chars(words[0].data(), end, value);
      isGood = error == std::errc{} && next == end && value > 0 && value <= kMaxCount;
    }
    if (!isGood)
      fail(fmt::format("{} is no number of particles in 1..{}", inQuotes(line), kMaxCount));
    return value;
  }

  std::string_view nextLine(const char* expected) {
    std::string_view line;
    if (!lines_.next(line)) {
      throw InputError(file_.name(),
                       fmt::format("ends after line {}, expected {}", lines_.number(), expected));
    }
    return line;
  }

  void readProperties(std::string_view line) {
    columns_ = readXyzColumns(line, lines_.where());
    for (const char* needed : {"species", "pos"}) {
      if (!columns_.has(needed))
        fail(fmt::format("Properties {} has no {}", inQuotes(columns_.properties), needed));
    }
    if (columns_.count < columns_.first("pos") + 3 ||
        (columns_.has("velo") && columns_.count < columns_.first("velo") + 3)) {
      fail(fmt::format("Properties {} gives pos or velo fewer than 3 columns",
                       inQuotes(columns_.properties)));
    }
  }

  /// What a word in the species column means.
  void readSpeciesNames(std::string_view line) {
    speciesOf_.clear();
    for (std::size_t k = 0; k < fluid_.species.size(); ++k) {
      speciesOf_[fluid_.species[k].name] = static_cast<float>(k);
    }
    const auto names = xyzValue(line, "species_names");
    if (!names) return;
    std::map<std::string, float, std::less<>> bySymbol;
    const std::vector<std::string_view> words = splitWords(*names, " ");
    for (std::size_t k = 0; k < words.size() && k < kSpeciesSymbols.size(); ++k) {
      const auto known = speciesOf_.find(words[k]);
      if (known != speciesOf_.end()) bySymbol[std::string(kSpeciesSymbols[k])] = known->second;
    }
    speciesOf_ = bySymbol;
  }

  dpd::ParticleState frame(std::int64_t particles) {
    const std::string_view header = nextLine("a line of properties");
    readProperties(header);
    readSpeciesNames(header);
    const bool hasVelocity = columns_.has("velo");
    dpd::ParticleState state;
    for (std::int64_t i = 0; i < particles; ++i) {
      const std::vector<std::string_view> words = splitWords(nextLine("a particle"), " \t");
      if (words.size() != columns_.count)
        fail(fmt::format("{} columns, expected {}", words.size(), columns_.count));
      const auto species = speciesOf_.find(words[columns_.first("species")]);
      if (species == speciesOf_.end())
        fail(fmt::format("there is no species {}", inQuotes(words[columns_.first("species")])));
      const glm::vec3 r = vectorAt(words, "pos");
      checkPosition(r);
      state.position.emplace_back(r, species->second);
      if (hasVelocity) {
        const glm::vec3 v = vectorAt(words, "velo");
        if (fluid_.box.dimensions == 2 && v.z != 0.0f)
          fail(fmt::format("v_z {} is not 0 in two dimensions", v.z));
        state.velocity.emplace_back(v, 0.0f);
      }
    }
    return state;
  }

  glm::vec3 vectorAt(const std::vector<std::string_view>& words, const char* property) {
    glm::vec3 vector(0.0f);
    for (int axis = 0; axis < 3; ++axis) {
      const std::string_view word =
          words[columns_.first(property) + static_cast<std::size_t>(axis)];
      const char* const end = word.data() + word.size();
      const auto [next, error] = std::from_chars(word.data(), end, vector[axis]);
      if (error != std::errc{} || next != end || !std::isfinite(vector[axis])) {
        fail(fmt::format("{} is not a finite number", inQuotes(word)));
      }
    }
    return vector;
  }

  void checkPosition(const glm::vec3& r) const {
    constexpr char kAxisName[] = {'x', 'y', 'z'};
    for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
      const float side = static_cast<float>(fluid_.box.size[axis]);
      if (r[axis] < 0.0f || r[axis] >= side) {
        fail(fmt::format("{} {} is outside of the box, 0 <= {} < {}", kAxisName[axis], r[axis],
                         kAxisName[axis], fluid_.box.size[axis]));
      }
    }
    if (fluid_.box.dimensions == 2 && r.z != 0.0f)
      fail(fmt::format("z {} is not 0 in two dimensions", r.z));
  }

  InputFile file_;
  LineReader lines_;
  const dpd::Fluid& fluid_;
  XyzColumns columns_;
  std::map<std::string, float, std::less<>> speciesOf_;
};

}  // namespace

dpd::ParticleState readExtendedXyz(const std::string& path, const dpd::Fluid& fluid) {
  return Reader(path, fluid).lastFrame();
}

}  // namespace gpubuck::io
