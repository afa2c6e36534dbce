// The writer; the reader is in lammps_data_reader.cpp.
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

/// Writes a line for each particle; `append` adds that of particle `i`, atom `number`, to the text.
template <typename Append>
void writeSection(FileWriter& file, const char* name, const std::vector<std::size_t>& order,
                  Append append) {
  std::string lines = fmt::format("\n{}\n\n", name);
  constexpr std::size_t kWriteFrom = std::size_t{1} << 20;
  for (std::size_t k = 0; k < order.size(); ++k) {
    append(lines, k + 1, order[k]);
    if (lines.size() < kWriteFrom) continue;
    file.write(lines);
    lines.clear();
  }
  file.write(lines);
}

}  // namespace

void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::ParticleState& state, const std::string& title) {
  const std::vector<std::size_t> order = dpd::placesById(state);
  PendingFile pending(path);
  FileWriter file(pending.temporary());
  file.write(header(fluid, state.count(), title));
  writeSection(file, "Atoms # atomic", order,
               [&](std::string& lines, std::size_t number, std::size_t i) {
                 const glm::vec4& r = state.position[i];
                 fmt::format_to(std::back_inserter(lines), "{} {} {} {} {}\n", number,
                                static_cast<int>(r.w) + 1, r.x, r.y, r.z);
               });
  writeSection(file, "Velocities", order,
               [&](std::string& lines, std::size_t number, std::size_t i) {
                 const glm::vec4& v = state.velocity[i];
                 fmt::format_to(std::back_inserter(lines), "{} {} {} {}\n", number, v.x, v.y, v.z);
               });
  file.close();
  pending.commit();
}

}  // namespace gpubuck::io
