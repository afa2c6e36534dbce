// The writer; the reader is in lammps_data_reader.cpp.
#include "io/lammps_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>

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

}  // namespace

void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::ParticleState& state, const std::string& title) {
  std::vector<std::size_t> order(state.count());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) {
    return state.predicted[i].w < state.predicted[j].w;
  });
  std::string atoms = "\nAtoms # atomic\n\n", velocities = "\nVelocities\n\n";
  std::size_t number = 0;
  for (const std::size_t i : order) {
    const glm::vec4 &r = state.position[i], &v = state.velocity[i];
    ++number;
    fmt::format_to(std::back_inserter(atoms), "{} {} {} {} {}\n", number, static_cast<int>(r.w) + 1,
                   r.x, r.y, r.z);
    fmt::format_to(std::back_inserter(velocities), "{} {} {} {}\n", number, v.x, v.y, v.z);
  }
  writeFile(path, header(fluid, state.count(), title), atoms + velocities);
}

}  // namespace gpubuck::io
