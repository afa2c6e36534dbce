#include "io/extended_xyz.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "io/species_symbols.h"

namespace gpubuck::io {

TrajectoryWriter::TrajectoryWriter(const std::filesystem::path& path, const dpd::Fluid& fluid)
    : file_(path) {
  const auto periodic = [&](int axis) {
    return axis < fluid.box.dimensions && fluid.box.isPeriodic(axis) ? 'T' : 'F';
  };
  std::vector<std::string> names;
  for (const dpd::Species& species : fluid.species) names.push_back(species.name);
  lattice_ = fmt::format(
      "Lattice=\"{} 0 0 0 {} 0 0 0 {}\" Properties=species:S:1:pos:R:3:velo:R:3:id:I:1 "
      "species_names=\"{}\" pbc=\"{} {} {}\"",
      fluid.box.size.x, fluid.box.size.y, fluid.box.size.z, fmt::join(names, " "), periodic(0),
      periodic(1), periodic(2));
}

void TrajectoryWriter::append(const dpd::Particles& particles, std::int64_t step, double time) {
  std::string lines =
      fmt::format("{}\n{} Time={} Step={}\n", particles.count(), lattice_, time, step);
  constexpr std::size_t kWriteFrom = std::size_t{1} << 20;
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const glm::vec3 &r = particles.position[i], &v = particles.velocity[i];
    fmt::format_to(std::back_inserter(lines), "{} {} {} {} {} {} {} {}\n",
                   kSpeciesSymbols[static_cast<std::size_t>(particles.species[i])], r.x, r.y, r.z,
                   v.x, v.y, v.z, i);
    if (lines.size() >= kWriteFrom) {
      file_.write(lines);
      lines.clear();
    }
  }
  file_.write(lines);
  file_.flush();
}

}  // namespace gpubuck::io
