#include "io/xyz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "base/id.h"
#include "io/particles.h"

namespace gpubuck::io {
namespace {

/// Species k is the element of atomic number k + 1.
constexpr std::array<std::string_view, dpd::kMaxSpecies> kSymbols{"H", "He", "Li", "Be",
                                                                  "B", "C",  "N",  "O"};

using SpeciesByWord = std::map<std::string, int, std::less<>>;

/// What a word in the species column of a frame means.
SpeciesByWord speciesWords(const XyzReader& frames, const dpd::Fluid& fluid) {
  SpeciesByWord byName;
  for (const dpd::Species& species : fluid.species) {
    byName.emplace(species.name, static_cast<int>(byName.size()));
  }
  const auto names = frames.value("species_names");
  if (!names) return byName;
  SpeciesByWord bySymbol;
  const std::vector<std::string_view> words = splitWords(*names, " ");
  for (std::size_t k = 0; k < std::min(words.size(), kSymbols.size()); ++k) {
    const auto known = byName.find(words[k]);
    if (known != byName.end()) bySymbol.emplace(kSymbols[k], known->second);
  }
  return bySymbol;
}

dpd::Particles readFrame(XyzReader& frames, const dpd::Fluid& fluid) {
  const bool hasVelocity = frames.has("velo");
  frames.require("species", 1);
  frames.require("pos", 3);
  if (hasVelocity) frames.require("velo", 3);
  const SpeciesByWord speciesOf = speciesWords(frames, fluid);
  const LineReader& lines = frames.lines();
  const auto requireInPlane = [&](const char* name, float across) {
    if (fluid.box.dimensions == 3 || across == 0.0f) return;
    lines.fail(fmt::format("{} {} is not 0 in two dimensions", name, across));
  };
  dpd::Particles particles;
  while (frames.nextElement()) {
    const std::string_view word = frames.word("species");
    const auto species = speciesOf.find(word);
    if (species == speciesOf.end()) {
      lines.fail(fmt::format("there is no species {}", inQuotes(word)));
    }
    particles.species.push_back(species->second);
    const glm::vec3& r = particles.position.emplace_back(frames.vector<float>("pos"));
    for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
      const double side = fluid.box.size[axis];
      if (r[axis] >= 0.0f && r[axis] < static_cast<float>(side)) continue;
      lines.fail(fmt::format("{0} {1} is outside of the box, 0 <= {0} < {2}",
                             search::kAxisNames[axis], r[axis], side));
    }
    requireInPlane("z", r.z);
    if (!hasVelocity) continue;
    particles.velocity.push_back(frames.vector<float>("velo"));
    requireInPlane("v_z", particles.velocity.back().z);
  }
  return particles;
}

}  // namespace

TrajectoryWriter::TrajectoryWriter(const std::filesystem::path& path, const dpd::Fluid& fluid,
                                   Opening opening)
    : file_(path, opening) {
  const search::Box& box = fluid.box;
  const auto periodic = [&](int axis) {
    return axis < box.dimensions && box.isPeriodic(axis) ? 'T' : 'F';
  };
  std::vector<std::string> names;
  for (const dpd::Species& species : fluid.species) names.push_back(species.name);
  lattice_ = fmt::format(
      "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 "
      "species_names=\"{}\" pbc=\"{} {} {}\"",
      box.size.x, box.size.y, box.size.z, fmt::join(names, " "), periodic(0), periodic(1),
      periodic(2));
}

void TrajectoryWriter::append(const dpd::Particles& particles, std::int64_t step, double time) {
  file_.print("{}\n{} Time={} Step={}\n", particles.count(), lattice_, time, step);
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const glm::vec3 &r = particles.position[i], &v = particles.velocity[i];
    file_.print("{} {} {} {} {} {} {} {}\n",
                kSymbols[static_cast<std::size_t>(particles.species[i])], r.x, r.y, r.z, v.x, v.y,
                v.z, i);
  }
  file_.flush();
}

dpd::Particles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid) {
  InputFile file(path);
  XyzReader frames(file, {.elements = "particles", .fewest = 1});
  dpd::Particles particles;
  while (frames.nextFrame()) particles = readFrame(frames, fluid);
  if (particles.count() == 0) file.fail("empty file, expected particles");
  return particles;
}

std::string_view XyzReader::nextLine() {
  std::string_view line;
  if (!lines_.next(line)) {
    file_.fail(fmt::format("ends after line {}, with {} of {} {}", lines_.number(), read_, count_,
                           rules_.elements));
  }
  return line;
}

bool XyzReader::nextFrame() {
  std::string_view line;
  do {
    if (!lines_.next(line)) return false;
    line = trimmed(line);
  } while (line.empty() && columns_ > 0);  // editors leave blank lines at the end
  const std::optional<std::int64_t> count = numberIn<std::int64_t>(line);
  if (!count || *count < rules_.fewest || *count > kMaxCount) {
    lines_.fail(fmt::format("{} is not a number of {} within {}..{}", inQuotes(line),
                            rules_.elements, rules_.fewest, kMaxCount));
  }
  count_ = *count;
  read_ = 0;
  header_ = nextLine();
  readProperties();
  return true;
}

std::optional<std::string_view> XyzReader::value(std::string_view key) const {
  std::string_view line = header_;
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
    const std::string_view text = line.substr(0, line.find(isQuoted ? '"' : ' '));
    if (name == key) return text;
    line.remove_prefix(std::min(text.size() + 1, line.size()));
  }
  return {};
}

void XyzReader::readProperties() {
  const auto given = value("Properties");
  properties_ = given.value_or("species:S:1:pos:R:3");
  moreMayFollow_ = rules_.moreColumns && !given;
  start_.clear();
  columns_ = 0;
  const std::vector<std::string_view> words = splitWords(properties_, ":");
  for (std::size_t i = 0; i < words.size(); i += 3) {
    const auto columns = numberIn<std::size_t>(i + 2 < words.size() ? words[i + 2] : "");
    if (!columns || *columns < 1 || *columns > 9) {
      lines_.fail(
          fmt::format("Properties {} is not a list of name:type:columns", inQuotes(properties_)));
    }
    start_[std::string(words[i])] = columns_;
    columns_ += *columns;
  }
}

void XyzReader::require(std::string_view property, std::size_t columns) const {
  if (has(property) && first(property) + columns <= columns_) return;
  lines_.fail(fmt::format("Properties {} has no {} of {} {}", inQuotes(properties_), property,
                          columns, columns == 1 ? "column" : "columns"));
}

bool XyzReader::nextElement() {
  if (read_ == count_) return false;
  words_ = splitWords(nextLine(), kBlanks);
  if (words_.size() < columns_ || (words_.size() > columns_ && !moreMayFollow_)) {
    lines_.fail(fmt::format("{} columns, expected {}", words_.size(), columns_));
  }
  ++read_;
  return true;
}

}  // namespace gpubuck::io
