// The results of a benchmark: rows as a table to read, as JSON and as CSV.
#pragma once

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "bench/benchmark.h"

namespace gpubuck::bench {

/// {name, algorithm, engine, n, per_cell, median_ms, min_ms, lower_quartile_ms, upper_quartile_ms,
/// max_ms, samples, memory_bytes, the members of `more`, stages: {pass: {runs, ms, bytes}}}
nlohmann::ordered_json toJson(const Row& row);

/// All rows as CSV: the columns of every row in the order in which they first come up, a stage's as
/// `stage NAME`; empty where a row has no such.
std::string toCsv(const std::vector<Row>& rows);

/// The rows of a benchmark as they come.
class Report {
 public:
  /// Prints each row to `table`, unless it is null, as it is added. The first line is `preamble`.
  explicit Report(std::FILE* table, std::string preamble = {})
      : table_(table), pending_(std::move(preamble)) {}

  /// Begins a table, whose rows get this name: a line that says what it is, then the headings. They
  /// are printed with its first row, so that nothing is where there are none. A column is a member
  /// of the JSON, "per_cell", perhaps with a heading other than its name, "median_ms: ms".
  void begin(const std::string& name, const std::string& title,
             const std::vector<std::string>& columns);
  void add(Row row);
  /// A line below or between rows: a ratio, a reason.
  void note(const std::string& text) { print(text + '\n'); }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  struct Column {
    std::string member;
    std::string heading;
  };

  /// A line of the table, with what `cell` has for each column.
  template <typename Cell>
  std::string line(const Cell& cell) const;
  void print(const std::string& text);

  std::FILE* table_;
  std::string pending_;  ///< what is to be printed before the next row
  std::string name_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace gpubuck::bench
