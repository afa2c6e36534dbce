#include "run/run_files.h"

#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "base/error.h"
#include "file/input_file.h"

namespace gpubuck::run {
namespace {

/// A field that some fluids do not have is empty there.
using Field = std::optional<double>;

template <typename Row>
struct Column {
  const char* name;
  Field (*field)(const Row&);
};

using O = dpd::Observables;
constexpr Column<O> kColumns[] = {
    {"temperature", [](const O& o) -> Field { return o.temperature; }},
    {"pressure", [](const O& o) -> Field { return o.pressure; }},
    {"potential_energy", [](const O& o) -> Field { return o.potentialEnergy; }},
    {"kinetic_energy", [](const O& o) -> Field { return o.kineticEnergy; }},
    {"momentum_x", [](const O& o) -> Field { return o.momentum.x; }},
    {"momentum_y", [](const O& o) -> Field { return o.momentum.y; }},
    {"momentum_z", [](const O& o) -> Field { return o.momentum.z; }},
    {"pressure_total", [](const O& o) -> Field { return o.pressureTotal; }},
    {"gravity_energy", [](const O& o) -> Field { return o.gravityEnergy; }},
    {"mixing_width", [](const O& o) -> Field { return o.mixingWidth; }},
    {"domain_size", [](const O& o) -> Field { return o.domainSize; }},
    {"temperature_on_step", [](const O& o) -> Field { return o.temperatureOnStep; }},
    {"pressure_xx", [](const O& o) -> Field { return o.pressureTensor.x; }},
    {"pressure_yy", [](const O& o) -> Field { return o.pressureTensor.y; }},
    {"pressure_zz", [](const O& o) -> Field { return o.pressureTensor.z; }}};

/// Of each species; its name follows.
using S = dpd::SpeciesObservables;
constexpr Column<S> kSpeciesColumns[] = {
    {"temperature_", [](const S& s) -> Field { return s.temperature; }},
    {"momentum_x_", [](const S& s) -> Field { return s.momentum.x; }},
    {"momentum_y_", [](const S& s) -> Field { return s.momentum.y; }},
    {"momentum_z_", [](const S& s) -> Field { return s.momentum.z; }}};

template <typename Row, std::size_t Count>
void requireFinite(const Column<Row> (&columns)[Count], const Row& row, std::int64_t step) {
  for (const Column<Row>& column : columns) {
    const Field field = column.field(row);
    if (!field || std::isfinite(*field)) continue;
    throw RunError(
        fmt::format("step {}", step),
        fmt::format("{} is {}: velocities, forces or their sums are too large for floats",
                    column.name, *field));
  }
}

template <typename Row, std::size_t Count>
void writeFields(file::FileWriter& file, const Column<Row> (&columns)[Count], const Row& row) {
  for (const Column<Row>& column : columns) {
    file.write(",");
    if (const Field field = column.field(row)) file.print("{}", *field);
  }
}

std::string headerOf(const std::vector<std::string>& species) {
  std::string header = "step,time";
  for (const auto& column : kColumns) header += fmt::format(",{}", column.name);
  for (const std::string& name : species) {
    for (const auto& column : kSpeciesColumns) header += fmt::format(",{}{}", column.name, name);
  }
  return header;
}

/// The first line of a file; empty where there is none.
std::string firstLine(const std::filesystem::path& path) {
  std::string line;
  std::getline(std::ifstream(path), line);
  return line;
}

std::string textOf(const nlohmann::ordered_json& record) {
  return record.dump(2, ' ', false, kReplaceBadText) + "\n";
}

}  // namespace

std::vector<std::string> speciesNames(const dpd::Fluid& fluid) {
  std::vector<std::string> names;
  for (const dpd::Species& species : fluid.species) names.push_back(species.name);
  return names;
}

ObservablesCsv::ObservablesCsv(const std::filesystem::path& path,
                               const std::vector<std::string>& species, file::Opening opening)
    : file_(path, opening), speciesCount_(species.size()) {
  if (opening == file::Opening::Append && !firstLine(path).empty()) {
    requireColumns(path, species);
    return;
  }
  file_.write(headerOf(species) + "\n");
  file_.flush();
}

void ObservablesCsv::requireColumns(const std::filesystem::path& path,
                                    const std::vector<std::string>& species) {
  const std::string held = firstLine(path);
  if (held.empty() || held == headerOf(species)) return;
  throw InputError(path.string(), "has other columns than this run: it is of another scenario");
}

void ObservablesCsv::append(const dpd::Observables& row) {
  if (row.species.size() != speciesCount_) {
    throw std::invalid_argument(fmt::format("observables of {} species in a table of {}",
                                            row.species.size(), speciesCount_));
  }
  requireFinite(kColumns, row, row.step);
  file_.print("{},{}", row.step, row.time);
  writeFields(file_, kColumns, row);
  for (const S& species : row.species) writeFields(file_, kSpeciesColumns, species);
  file_.write("\n");
  file_.flush();
}

void RunRecord::begin(const nlohmann::ordered_json& record) {
  const std::string text = textOf(record);
  // The last record has a step and perhaps an error more.
  constexpr std::size_t kMore = 8192;
  last_.emplace(path_);
  file::reserveSpace(last_->temporary(), text.size() + kMore);
  try {
    file::writeFile(path_, text);
  } catch (...) {
    last_.reset();
    throw;
  }
}

void RunRecord::end(const nlohmann::ordered_json& record) {
  if (!last_) return;
  const std::string text = textOf(record);
  file::FileWriter file(last_->temporary(), file::Opening::Change);
  file.seek(0);
  file.write(text);
  file.close();
  file::resizeFile(last_->temporary(), text.size());
  last_->commit();
}

nlohmann::json readRunRecord(const std::filesystem::path& folder) {
  const std::string path = (folder / "run.json").string();
  file::requireRegularFile(path);
  std::ifstream file(path);
  if (!file) throw InputError(path, "cannot be read: the folder holds no run");
  nlohmann::json record = nlohmann::json::parse(file, nullptr, false);
  if (!record.is_object()) throw InputError(path, "is not the record of a run");
  return record;
}

}  // namespace gpubuck::run
