// The tables of a run other than observables.csv. Each table has its own steps and its own kind of
// rows.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "cells/box.h"
#include "dpd/observables.h"

namespace gpubuck::dpd {
class Simulation;
}

namespace gpubuck::run {

/// A table. All code that writes, continues or removes files of a run takes the tables from
/// kTables.
struct Table {
  const char* key;     ///< in run.json
  const char* file;    ///< in the folder of the run
  const char* option;  ///< option of `gpubuck run` that sets the number of steps between rows
  /// Returns the columns, with commas in between, of a fluid with these species.
  std::string (*header)(const std::vector<std::string>& species);
  /// Throws InputError if a fluid in this box cannot have this table.
  void (*require)(const cells::Box& box);
  /// Measures the present state and returns the rows of the measurement. Throws RunError.
  std::string (*measure)(dpd::Simulation& simulation);
};

inline constexpr std::size_t kTableCount = 3;

/// structure_factor.csv, surface_order.csv, stress_profile.csv.
extern const std::array<Table, kTableCount> kTables;

/// A value for each table, in the order of kTables.
template <typename T>
using PerTable = std::array<T, kTableCount>;

/// Returns the rows of a measurement, with the fewest digits that reproduce the same doubles.
/// A structure factor has a row per shell; the field of a species without particles is empty.
std::string rowsOf(const dpd::StructureFactor& measured);
/// Returns one row, with empty fields of mu for a species without a surface.
std::string rowsOf(const dpd::SurfaceOrder& measured);
/// Returns a row per slab. Throws RunError for a number that is not finite.
std::string rowsOf(const dpd::StressProfile& measured);

}  // namespace gpubuck::run
