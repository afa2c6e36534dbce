// The files of a run: observables.csv and other tables, and run.json, which records the fluid, the
// device, the options and the status of the run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dpd/model/fluid.h"
#include "dpd/observables.h"
#include "file/output_file.h"

namespace gpubuck::run {

inline constexpr const char* kObservablesFile = "observables.csv";

/// Returns the names of a fluid's species, in their order.
std::vector<std::string> speciesNames(const dpd::Fluid& fluid);

/// Writes one row per call and flushes it to the operating system, so that a run that dies keeps
/// its rows. The columns are the quantities of dpd::kObservables, then for each species the
/// quantities of dpd::kSpeciesObservables with the name of the species, such as temperature_NAME.
/// Numbers have the fewest digits that reproduce the same double; a quantity that does not exist is
/// an empty field.
class ObservablesCsv {
 public:
  /// Creates the file with its header. Replaces an older file of this name, or continues it if
  /// `opening` says so and the file is not empty. Throws RunError, and InputError if the older file
  /// has another header.
  ObservablesCsv(const std::filesystem::path& path, const std::vector<std::string>& species,
                 file::Opening opening = file::Opening::Replace);

  /// Throws InputError if a file has rows with other columns. Does nothing for a missing or empty
  /// file.
  static void requireColumns(const std::filesystem::path& path,
                             const std::vector<std::string>& species);

  /// Appends a row. The observables must have as many species as the header. Throws RunError if the
  /// row cannot be written. Also throws RunError, and writes no row, if an observable is not
  /// finite.
  void append(const dpd::Observables& row);
  /// Waits until all rows are on the disk. Throws RunError.
  void sync() { file_.sync(); }

 private:
  file::FileWriter file_;
  std::size_t speciesCount_;
};

/// Writes a table in the same way as ObservablesCsv. The rows come from run/run_tables.h.
class TableCsv {
 public:
  /// `header` names the columns, with commas in between.
  TableCsv(const std::filesystem::path& path, const std::string& header,
           file::Opening opening = file::Opening::Replace);

  static void requireColumns(const std::filesystem::path& path, const std::string& header);

  /// Writes whole lines and flushes them together.
  void append(const std::string& rows);
  void sync() { file_.sync(); }

 private:
  file::FileWriter file_;
};

/// Returns the step in the first column of a table's last whole row, or -1 if there is no such row,
/// as in an absent file.
std::int64_t lastRowStep(const std::filesystem::path& path);

/// Returns docs/observables.md: all observables with their columns, units and meanings.
std::string observablesReference();

/// In names from drivers and command lines, bytes that are not UTF-8 become U+FFFD, since JSON with
/// this mark is better than no JSON.
inline constexpr auto kReplaceBadText = nlohmann::ordered_json::error_handler_t::replace;

/// Writes run.json as indented JSON. The file is complete at any time. All functions throw
/// RunError.
class RunRecord {
 public:
  /// Takes the folder of the run, and writes nothing.
  explicit RunRecord(const std::filesystem::path& folder) : path_(folder / "run.json") {}

  /// Writes the record of a run that begins. A second file, run.json.part, reserves the space that
  /// the last record will take.
  void begin(const nlohmann::ordered_json& record);
  /// Writes the last record into the reserved space, and puts it in place of the first record. Thus
  /// the last record is written on a full disk, too. Does nothing unless the run has begun.
  void end(const nlohmann::ordered_json& record);

 private:
  std::filesystem::path path_;
  std::optional<file::PendingFile> last_;
};

/// Returns the contents of a folder's run.json. Throws InputError if the file is missing or is not
/// a JSON object.
nlohmann::json readRunRecord(const std::filesystem::path& folder);

}  // namespace gpubuck::run
