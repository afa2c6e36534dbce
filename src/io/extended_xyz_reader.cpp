#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "base/error.h"
#include "base/id.h"
#include "io/extended_xyz.h"
#include "io/input_file.h"
#include "io/species_symbols.h"

namespace gpubuck::io {
namespace {

std::vector<std::string_view> split(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(separators), text.size()));
    if (text.empty()) return words;
    const std::size_t length = std::min(text.find_first_of(separators), text.size());
    words.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

/// The value of `key` on a frame's second line, without its quotes.
std::optional<std::string_view> valueOf(std::string_view line, std::string_view key) {
  while (!line.empty()) {
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    const std::size_t equals = line.find_first_of("= ");
    if (equals >= line.size() || line[equals] == ' ') {  // a word without a value
      line.remove_prefix(std::min(equals, line.size()));
      continue;
    }
    const std::string_view name = line.substr(0, equals);
    line.remove_prefix(equals + 1);
    const bool isQuoted = line.starts_with('"');
    if (isQuoted) line.remove_prefix(1);
    const std::string_view value = line.substr(0, line.find(isQuoted ? '"' : ' '));
    if (name == key) return value;
    line.remove_prefix(std::min(value.size() + 1, line.size()));
  }
  return {};
}

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
    const std::vector<std::string_view> words = split(line, " \t");
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
    const std::string_view properties = valueOf(line, "Properties").value_or("species:S:1:pos:R:3");
    const std::vector<std::string_view> words = split(properties, ":");
    columns_ = 0;
    start_.clear();
    for (std::size_t i = 0; i < words.size(); i += 3) {
      const bool isWhole = i + 2 < words.size() && words[i + 2].size() == 1 &&
                           words[i + 2][0] >= '1' && words[i + 2][0] <= '9';
      if (!isWhole)
        fail(fmt::format("Properties {} is not a list of name:type:columns", inQuotes(properties)));
      start_[std::string(words[i])] = columns_;
      columns_ += static_cast<std::size_t>(words[i + 2][0] - '0');
    }
    for (const char* needed : {"species", "pos"}) {
      if (start_.count(needed) == 0)
        fail(fmt::format("Properties {} has no {}", inQuotes(properties), needed));
    }
    if (columns_ < start_["pos"] + 3 ||
        (start_.count("velo") != 0 && columns_ < start_["velo"] + 3)) {
      fail(fmt::format("Properties {} gives pos or velo fewer than 3 columns",
                       inQuotes(properties)));
    }
  }

  /// What a word in the species column means.
  void readSpeciesNames(std::string_view line) {
    speciesOf_.clear();
    for (std::size_t k = 0; k < fluid_.species.size(); ++k) {
      speciesOf_[fluid_.species[k].name] = static_cast<float>(k);
    }
    const auto names = valueOf(line, "species_names");
    if (!names) return;
    std::map<std::string, float, std::less<>> bySymbol;
    const std::vector<std::string_view> words = split(*names, " ");
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
    const bool hasVelocity = start_.count("velo") != 0;
    dpd::ParticleState state;
    for (std::int64_t i = 0; i < particles; ++i) {
      const std::vector<std::string_view> words = split(nextLine("a particle"), " \t");
      if (words.size() != columns_)
        fail(fmt::format("{} columns, expected {}", words.size(), columns_));
      const auto species = speciesOf_.find(words[start_["species"]]);
      if (species == speciesOf_.end())
        fail(fmt::format("there is no species {}", inQuotes(words[start_["species"]])));
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
      const std::string_view word = words[start_[property] + static_cast<std::size_t>(axis)];
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
  std::map<std::string, std::size_t, std::less<>> start_;  ///< first column of each property
  std::size_t columns_ = 0;
  std::map<std::string, float, std::less<>> speciesOf_;
};

}  // namespace

dpd::ParticleState readExtendedXyz(const std::string& path, const dpd::Fluid& fluid) {
  return Reader(path, fluid).lastFrame();
}

}  // namespace gpubuck::io
