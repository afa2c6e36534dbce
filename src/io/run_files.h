// The files of a run: observables.csv, and run.json: what was run, on which device, and how.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "dpd/observables.h"
#include "io/output_file.h"

namespace gpubuck::io {

/// Writes one row per call and flushes it to the operating system, so that a run that dies keeps
/// its rows. Columns: step, time, temperature, pressure, potential_energy, kinetic_energy,
/// momentum_x, _y, _z, pressure_total, gravity_energy, mixing_width, domain_size,
/// temperature_on_step, pressure_xx, _yy, _zz, then for each species temperature_NAME,
/// momentum_x_NAME, _y_NAME, _z_NAME. Numbers have the fewest digits that reproduce the same
/// double; a quantity that does not exist is an empty field.
class ObservablesCsv {
 public:
  /// Creates the file with its header; an older file of that name is replaced, or continued if it
  /// is not empty. Throws RunError, and InputError where that has another header.
  ObservablesCsv(const std::filesystem::path& path, const std::vector<std::string>& species,
                 Opening opening = Opening::Replace);

  /// The observables must have as many species as the header. Throws RunError, also for one that is
  /// not finite: no such row is written.
  void append(const dpd::Observables& row);
  /// Waits until all rows are on the disk. Throws RunError.
  void sync() { file_.sync(); }

 private:
  FileWriter file_;
  std::size_t speciesCount_;
};

/// Bytes of names from drivers and command lines that are not UTF-8 become U+FFFD: JSON with such a
/// mark is better than none.
inline constexpr auto kReplaceBadText = nlohmann::ordered_json::error_handler_t::replace;

/// Writes `folder`/run.json, indented, complete or not at all. Throws RunError.
void writeRunRecord(const std::filesystem::path& folder, const nlohmann::ordered_json& record);

/// What a folder's run.json holds. Throws InputError where there is none, or it is no JSON object.
nlohmann::json readRunRecord(const std::filesystem::path& folder);

}  // namespace gpubuck::io
