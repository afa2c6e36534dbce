// The reader of extended XYZ as particles (declared in particles.h).
#include <fmt/format.h>

#include <map>
#include <utility>

#include "base/error.h"
#include "io/input_file.h"
#include "io/particles.h"
#include "io/species_symbols.h"
#include "io/xyz_reader.h"

namespace gpubuck::io {
namespace {

using SpeciesByWord = std::map<std::string, int, std::less<>>;

/// What a word in the species column of a frame means.
SpeciesByWord speciesWords(const XyzReader& frames, const dpd::Fluid& fluid) {
  SpeciesByWord byName;
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    byName[fluid.species[k].name] = static_cast<int>(k);
  }
  const auto names = frames.value("species_names");
  if (!names) return byName;
  SpeciesByWord bySymbol;
  const std::vector<std::string_view> words = splitWords(*names, " ");
  for (std::size_t k = 0; k < words.size() && k < kSpeciesSymbols.size(); ++k) {
    const auto known = byName.find(words[k]);
    if (known != byName.end()) bySymbol[std::string(kSpeciesSymbols[k])] = known->second;
  }
  return bySymbol;
}

void checkPosition(const XyzReader& frames, const glm::vec3& r, const search::Box& box) {
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (r[axis] < 0.0f || r[axis] >= static_cast<float>(box.size[axis])) {
      frames.fail(fmt::format("{0} {1} is outside of the box, 0 <= {0} < {2}",
                              search::kAxisNames[axis], r[axis], box.size[axis]));
    }
  }
  if (box.dimensions == 2 && r.z != 0.0f) {
    frames.fail(fmt::format("z {} is not 0 in two dimensions", r.z));
  }
}

dpd::Particles readFrame(XyzReader& frames, const dpd::Fluid& fluid) {
  const bool hasVelocity = frames.has("velo");
  frames.require("species", 1);
  frames.require("pos", 3);
  if (hasVelocity) frames.require("velo", 3);
  const SpeciesByWord speciesOf = speciesWords(frames, fluid);
  dpd::Particles particles;
  for (std::int64_t i = 0; i < frames.count(); ++i) {
    frames.nextElement();
    const std::string_view word = frames.word("species");
    const auto species = speciesOf.find(word);
    if (species == speciesOf.end()) {
      frames.fail(fmt::format("there is no species {}", inQuotes(word)));
    }
    particles.species.push_back(species->second);
    particles.position.push_back(frames.vector<float>("pos"));
    checkPosition(frames, particles.position.back(), fluid.box);
    if (!hasVelocity) continue;
    particles.velocity.push_back(frames.vector<float>("velo"));
    const float across = particles.velocity.back().z;
    if (fluid.box.dimensions == 2 && across != 0.0f) {
      frames.fail(fmt::format("v_z {} is not 0 in two dimensions", across));
    }
  }
  return particles;
}

}  // namespace

dpd::Particles readExtendedXyz(const std::string& path, const dpd::Fluid& fluid) {
  InputFile file(path);
  XyzReader frames(file, {.elements = "particles", .fewest = 1});
  dpd::Particles particles;
  while (frames.nextFrame()) particles = readFrame(frames, fluid);
  if (particles.count() == 0) throw InputError(file.name(), "empty file, expected particles");
  return particles;
}

}  // namespace gpubuck::io
