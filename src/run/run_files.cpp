#include "run/run_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>

#include "base/error.h"
#include "base/number.h"
#include "file/input_file.h"
#include "file/presence.h"

namespace gpubuck::run {
namespace {

/// Calls `use` with name and value of each field of a row; a value may be an optional.
template <typename Of, std::size_t Count, typename Use>
void visitFields(const dpd::Observable<Of> (&table)[Count], const Of& row, const Use& use) {
  for (const dpd::Observable<Of>& each : table) {
    if (!each.isInCsv) continue;
    dpd::visitValue(each, row, [&](const auto& value) {
      if constexpr (requires { value.size(); }) {
        for (std::size_t k = 0; k < value.size(); ++k) use(each.columns[k], value[k]);
      } else {
        use(each.name, value);
      }
    });
  }
}

void requireFinite(const dpd::Observables& row) {
  visitFields(dpd::kObservables, row, [&](const char* column, std::optional<double> value) {
    if (!value || std::isfinite(*value)) return;
    throw RunError(
        fmt::format("step {}", row.step),
        fmt::format("{} is {}: velocities, forces or their sums are too large for floats", column,
                    *value));
  });
}

std::string observablesHeader(const std::vector<std::string>& species) {
  std::vector<std::string> columns;
  visitFields(dpd::kObservables, {},
              [&](const char* column, const auto&) { columns.emplace_back(column); });
  for (const std::string& name : species) {
    visitFields(dpd::kSpeciesObservables, {}, [&](const char* column, const auto&) {
      columns.push_back(fmt::format("{}_{}", column, name));
    });
  }
  return fmt::format("{}", fmt::join(columns, ","));
}

std::string fieldText(double value) { return fmt::format("{}", value); }
std::string fieldText(std::int64_t value) { return fmt::format("{}", value); }
std::string fieldText(std::optional<double> value) { return value ? fieldText(*value) : ""; }

/// Returns the first line of a file, or an empty line for an absent file.
std::string firstLine(const std::filesystem::path& path) {
  if (!file::isThere(path)) return {};
  file::InputFile file(path.string());
  file::LineReader lines(file);
  std::string_view line;
  return lines.next(line) ? std::string(line) : std::string();
}

void requireHeader(const std::filesystem::path& path, const std::string& header) {
  const std::string held = firstLine(path);
  if (held.empty() || held == header) return;
  throw InputError(path.string(),
                   "has other columns than this run: it belongs to another scenario");
}

/// Writes the header of a table, or checks the header of a table that is continued.
void beginTable(file::FileWriter& file, const std::filesystem::path& path,
                const std::string& header, file::Opening opening) {
  if (opening == file::Opening::Append && !firstLine(path).empty()) {
    return requireHeader(path, header);
  }
  file.write(header + "\n");
  file.flush();
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
  beginTable(file_, path, observablesHeader(species), opening);
}

void ObservablesCsv::requireColumns(const std::filesystem::path& path,
                                    const std::vector<std::string>& species) {
  requireHeader(path, observablesHeader(species));
}

void ObservablesCsv::append(const dpd::Observables& row) {
  if (row.species.size() != speciesCount_) {
    throw std::invalid_argument(fmt::format("observables of {} species in a table of {}",
                                            row.species.size(), speciesCount_));
  }
  requireFinite(row);
  std::vector<std::string> fields;
  const auto add = [&](const char*, const auto& value) { fields.push_back(fieldText(value)); };
  visitFields(dpd::kObservables, row, add);
  for (const auto& species : row.species) visitFields(dpd::kSpeciesObservables, species, add);
  file_.write(fmt::format("{}\n", fmt::join(fields, ",")));
  file_.flush();
}

TableCsv::TableCsv(const std::filesystem::path& path, const std::string& header,
                   file::Opening opening)
    : file_(path, opening) {
  beginTable(file_, path, header, opening);
}

void TableCsv::requireColumns(const std::filesystem::path& path, const std::string& header) {
  requireHeader(path, header);
}

void TableCsv::append(const std::string& rows) {
  file_.write(rows);
  file_.flush();
}

void RunRecord::begin(const nlohmann::ordered_json& record) {
  const std::string text = textOf(record);
  // The last record also has a step, and an error if the run failed.
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

std::int64_t lastRowStep(const std::filesystem::path& path) {
  if (!file::isFile(path)) return -1;
  file::InputFile file(path.string());
  constexpr std::uint64_t kTail = 64 * 1024;  // bytes; every row is shorter
  const std::uint64_t size = file.size();
  std::string tail(static_cast<std::size_t>(std::min(size, kTail)), '\0');
  file.seek(size - tail.size());
  tail.resize(file.read(tail.data(), tail.size()));
  tail.resize(tail.rfind('\n') == std::string::npos ? 0 : tail.rfind('\n'));
  const std::string row = tail.substr(tail.rfind('\n') + 1);
  return numberIn<std::int64_t>(row.substr(0, row.find(','))).value_or(-1);
}

nlohmann::json readRunRecord(const std::filesystem::path& folder) {
  const std::string path = (folder / "run.json").string();
  if (!file::isThere(path)) throw InputError(path, "cannot be read: the folder holds no run");
  nlohmann::json record = nlohmann::json::parse(file::wholeFile(path), nullptr, false);
  if (!record.is_object()) throw InputError(path, "is not the record of a run");
  return record;
}

namespace {

constexpr const char* kHead = R"(# Observables

An observable is a measured quantity of a fluid, such as its temperature or pressure. A run writes observables as the
columns of a table, for example every 20 steps:

```sh
gpubuck run equilibrium --steps 200 --observe-every 20 --out eq
cut -d, -f1-4 eq/observables.csv       # step, time, temperature, pressure
```

All observables are measured at the same step. Every part of gpubuck offers all of them: a run as columns of
`observables.csv`, the window as plots, Python as `fluid.measure()` with the names below, C++ and JavaScript with these
names in camelCase, such as `pressureTotal`. If a fluid does not have a quantity, its field in `observables.csv` is
empty; it is `None` in Python, an empty `std::optional` in C++, and missing in JavaScript. This file is made by
`gpubuck info --observables`.

Units: r_c is the cut-off radius of the forces, m the mass of the lightest species, ε the energy k_B T = 1 of the usual
temperature, τ = r_c √(m/ε), and D the number of dimensions. E is the mean of the kinetic energies half a step before
and half a step after the measured step, N the number of particles, and V the volume of the box outside of solids. The
velocity half a step after the measured step is the velocity that forces and effects give a particle; a solid or an
outlet may change it afterwards.
)";

template <typename Of, std::size_t Count>
std::string tableOf(const dpd::Observable<Of> (&table)[Count]) {
  std::string text = "\n| name | columns | unit | meaning |\n|---|---|---|---|\n";
  for (const dpd::Observable<Of>& row : table) {
    std::string columns = row.isInCsv ? fmt::format("`{}`", row.name) : "-";
    if (row.columns[0] != nullptr) columns = fmt::format("`{}`", fmt::join(row.columns, "`, `"));
    text += fmt::format("| `{}` | {} | {} | {}{} |\n", row.name, columns,
                        *row.unit == '\0' ? "-" : row.unit, row.help,
                        *row.only == '\0' ? "" : fmt::format(" Only {}.", row.only));
  }
  return text;
}

}  // namespace

std::string observablesReference() {
  return kHead + tableOf(dpd::kObservables) +
         "\n## Of each species\n\n"
         "The list `species` has these observables of each species, in the order of the scenario. "
         "In `observables.csv` their names end with the name of the species: "
         "`temperature_water`.\n" +
         tableOf(dpd::kSpeciesObservables);
}

}  // namespace gpubuck::run
