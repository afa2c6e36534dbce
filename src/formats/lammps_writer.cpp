#include "formats/lammps.h"

#include <cstdint>
#include <vector>

namespace gpubuck::formats {
namespace {

template <typename Link>
void writeLinks(file::FileWriter& file, const char* section, const std::vector<Link>& links) {
  if (links.empty()) return;
  file.print("\n{}\n\n", section);
  for (std::size_t i = 0; i < links.size(); ++i) {
    file.print("{} {}", i + 1, links[i].kind + 1);
    for (const std::uint32_t id : links[i].ids) file.print(" {}", id + 1);
    file.write("\n");
  }
}

}  // namespace

std::string_view lammpsAtomStyle(const dpd::Fluid& fluid) {
  if (dpd::lawOf(fluid).lammpsStyle == "mdpd") return "mdpd";
  return fluid.hasMolecules() ? "molecular" : "atomic";
}

void writeLammpsData(file::FileWriter& file, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules) {
  const bool isFlat = fluid.box.dimensions == 2;
  file.print("{}\n\n{} atoms\n{} atom types\n", title, particles.count(), fluid.species.size());
  if (fluid.hasMolecules()) {
    file.print("{} bonds\n{} bond types\n{} angles\n{} angle types\n", molecules.bonds.size(),
               fluid.bondKinds.size(), molecules.angles.size(), fluid.angleKinds.size());
  }
  file.write("\n");
  file.print("0 {} xlo xhi\n0 {} ylo yhi\n{} {} zlo zhi\n", fluid.box.size.x, fluid.box.size.y,
             isFlat ? -0.5 : 0.0, isFlat ? 0.5 : fluid.box.size.z);
  file.write("\nMasses\n\n");
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    file.print("{} {} # {}\n", k + 1, fluid.species[k].mass, fluid.species[k].name);
  }
  const bool hasDensity = lammpsAtomStyle(fluid) == "mdpd";
  file.print("\nAtoms # {}\n\n", lammpsAtomStyle(fluid));
  const std::vector<std::uint32_t> moleculeOf =
      dpd::moleculeOfEach(molecules, fluid.hasMolecules() ? particles.count() : 0);
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const glm::vec3& r = particles.position[i];
    file.print("{} ", i + 1);
    if (fluid.hasMolecules()) file.print("{} ", moleculeOf[i] + 1);
    // LAMMPS finds the density, the third column, itself.
    file.print("{} {}{} {} {}\n", particles.species[i] + 1, hasDensity ? "0 " : "", r.x, r.y, r.z);
  }
  file.write("\nVelocities\n\n");
  for (std::size_t i = 0; i < particles.count(); ++i) {
    const glm::vec3& v = particles.velocity[i];
    file.print("{} {} {} {}\n", i + 1, v.x, v.y, v.z);
  }
  writeLinks(file, "Bonds", molecules.bonds);
  writeLinks(file, "Angles", molecules.angles);
}

void writeLammpsData(const std::filesystem::path& path, const dpd::Fluid& fluid,
                     const dpd::Particles& particles, const std::string& title,
                     const dpd::Molecules& molecules) {
  file::writeFile(path, [&](file::FileWriter& file) {
    writeLammpsData(file, fluid, particles, title, molecules);
  });
}

}  // namespace gpubuck::formats
