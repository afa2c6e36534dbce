#include "io/observables_csv.h"

#include <fmt/format.h>

#include <stdexcept>

namespace gpubuck::io {
namespace {

std::string field(const std::optional<double>& value) {
  return value ? fmt::format("{}", *value) : std::string();
}

std::string fields(const glm::dvec3& vector) {
  return fmt::format("{},{},{}", vector.x, vector.y, vector.z);
}

}  // namespace

ObservablesCsv::ObservablesCsv(const std::filesystem::path& path,
                               const std::vector<std::string>& species)
    : file_(path), speciesCount_(species.size()) {
  std::string header =
      "step,time,temperature,pressure,potential_energy,kinetic_energy,momentum_x,momentum_y,"
      "momentum_z,pressure_total,gravity_energy,mixing_width,domain_size,temperature_on_step,"
      "pressure_xx,pressure_yy,pressure_zz";
  for (const std::string& name : species) {
    header += fmt::format(",temperature_{0},momentum_x_{0},momentum_y_{0},momentum_z_{0}", name);
  }
  file_.write(header + "\n");
  file_.flush();
}

void ObservablesCsv::append(const dpd::Observables& row) {
  if (row.species.size() != speciesCount_) {
    throw std::invalid_argument(fmt::format("observables of {} species in a table of {}",
                                            row.species.size(), speciesCount_));
  }
  std::string line =
      fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{}", row.step, row.time, row.temperature,
                  row.pressure, row.potentialEnergy, row.kineticEnergy, fields(row.momentum),
                  row.pressureTotal, row.gravityEnergy, field(row.mixingWidth),
                  field(row.domainSize), row.temperatureOnStep, fields(row.pressureTensor));
  for (const dpd::SpeciesObservables& species : row.species) {
    line += fmt::format(",{},{}", species.temperature, fields(species.momentum));
  }
  file_.write(line + "\n");
  file_.flush();
}

}  // namespace gpubuck::io
