#include "io/lammps_data.h"

#include <fmt/format.h>

#include <iterator>

#include "io/output_file.h"

namespace gpubuck::io {
namespace {

std::string header(const dpd::Fluid& fluid, std::size_t particles, const std::string& title) {
  const bool isFlat = fluid.box.dimensions == 2;
  std::string text = fmt::format(
      "{}\n\n{} atoms\n{} atom types\n\n0 {} xlo xhi\n0 {} ylo yhi\n{} {} zlo zhi\n\nMasses\n\n",
      title, particles, fluid.species.size(), fluid.box.size.x, fluid.box.size.y,
      isFlat ? -0.5 : 0.0, isFlat ? 0.5 : fluid.box.size.z);
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    text += fmt::format("{} {} # {}\n", k + 1, fluid.species[k].mass, fluid.species[k].name);
  }
  return text;
}

/// Writes a line for each particle; `append` adds that of particle `i` to the text.
template <typename Append>
void writeSection(FileWriter& file, const char* name, std::size_t particles, Append append) {
  std::string lines = fmt::format("\n{}\n\n", name);
  constexpr std::size_t kWriteFrom = std::size_t{1} << 20;
  for (std::size_t i = 0; i < particles; ++i) {
    append(lines, i);
    if (lines.size() < kWriteFrom) continue;
    file.write(lines);
    lines.clear();
  }
  file.write(lines);
}

}  // namespace

void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title) {
  PendingFile pending(path);
  FileWriter file(pending.temporary());
  file.write(header(fluid, particles.count(), title));
  writeSection(file, "Atoms # atomic", particles.count(), [&](std::string& lines, std::size_t i) {
    const glm::vec3& r = particles.position[i];
    fmt::format_to(std::back_inserter(lines), "{} {} {} {} {}\n", i + 1, particles.species[i] + 1,
                   r.x, r.y, r.z);
  });
  writeSection(file, "Velocities", particles.count(), [&](std::string& lines, std::size_t i) {
    const glm::vec3& v = particles.velocity[i];
    fmt::format_to(std::back_inserter(lines), "{} {} {} {}\n", i + 1, v.x, v.y, v.z);
  });
  file.close();
  pending.commit();
}

}  // namespace gpubuck::io
