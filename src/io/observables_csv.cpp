#include "io/observables_csv.h"

#include <fmt/format.h>

#include <stdexcept>

namespace gpubuck::io {
namespace {

/// A column whose value some fluids do not have is empty there.
using Value = std::optional<double>;

struct Column {
  const char* name;
  Value (*value)(const dpd::Observables&);
};

using O = dpd::Observables;
constexpr Column kColumns[] = {
    {"temperature", [](const O& o) -> Value { return o.temperature; }},
    {"pressure", [](const O& o) -> Value { return o.pressure; }},
    {"potential_energy", [](const O& o) -> Value { return o.potentialEnergy; }},
    {"kinetic_energy", [](const O& o) -> Value { return o.kineticEnergy; }},
    {"momentum_x", [](const O& o) -> Value { return o.momentum.x; }},
    {"momentum_y", [](const O& o) -> Value { return o.momentum.y; }},
    {"momentum_z", [](const O& o) -> Value { return o.momentum.z; }},
    {"pressure_total", [](const O& o) -> Value { return o.pressureTotal; }},
    {"gravity_energy", [](const O& o) -> Value { return o.gravityEnergy; }},
    {"mixing_width", [](const O& o) -> Value { return o.mixingWidth; }},
    {"domain_size", [](const O& o) -> Value { return o.domainSize; }},
    {"temperature_on_step", [](const O& o) -> Value { return o.temperatureOnStep; }},
    {"pressure_xx", [](const O& o) -> Value { return o.pressureTensor.x; }},
    {"pressure_yy", [](const O& o) -> Value { return o.pressureTensor.y; }},
    {"pressure_zz", [](const O& o) -> Value { return o.pressureTensor.z; }}};

/// Of each species; its name follows.
struct SpeciesColumn {
  const char* name;
  double (*value)(const dpd::SpeciesObservables&);
};

using S = dpd::SpeciesObservables;
constexpr SpeciesColumn kSpeciesColumns[] = {
    {"temperature_", [](const S& s) { return s.temperature; }},
    {"momentum_x_", [](const S& s) { return s.momentum.x; }},
    {"momentum_y_", [](const S& s) { return s.momentum.y; }},
    {"momentum_z_", [](const S& s) { return s.momentum.z; }}};

}  // namespace

ObservablesCsv::ObservablesCsv(const std::filesystem::path& path,
                               const std::vector<std::string>& species)
    : file_(path), speciesCount_(species.size()) {
  std::string header = "step,time";
  for (const Column& column : kColumns) header += fmt::format(",{}", column.name);
  for (const std::string& name : species) {
    for (const SpeciesColumn& column : kSpeciesColumns) {
      header += fmt::format(",{}{}", column.name, name);
    }
  }
  file_.write(header + "\n");
  file_.flush();
}

void ObservablesCsv::append(const dpd::Observables& row) {
  if (row.species.size() != speciesCount_) {
    throw std::invalid_argument(fmt::format("observables of {} species in a table of {}",
                                            row.species.size(), speciesCount_));
  }
  std::string line = fmt::format("{},{}", row.step, row.time);
  for (const Column& column : kColumns) {
    const Value value = column.value(row);
    line += value ? fmt::format(",{}", *value) : ",";
  }
  for (const dpd::SpeciesObservables& species : row.species) {
    for (const SpeciesColumn& column : kSpeciesColumns) {
      line += fmt::format(",{}", column.value(species));
    }
  }
  file_.write(line + "\n");
  file_.flush();
}

}  // namespace gpubuck::io
