// What a benchmark found: rows as a table to read, as JSON and as CSV.
#pragma once

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "bench/benchmark.h"

namespace gpubuck::bench {

/// One figure with all that says what it is of.
struct Row {
  std::string name;       ///< of the benchmark: table1, sorts, ...
  std::string algorithm;  ///< the words of the command line
  std::string engine;     ///< paper or fast
  std::int64_t n = 0;     ///< elements or points
  double perCell = 0.0;   ///< elements per bucket; 0 if it does not apply
  Measured measured;
  std::int64_t memory = 0;  ///< bytes of GPU memory it takes, inputs included
  /// What else this benchmark knows of it, by name; numbers, words or null.
  nlohmann::ordered_json more = nlohmann::ordered_json::object();
};

/// {name, algorithm, engine, n, per_cell, median_ms, min_ms, lower_quartile_ms, upper_quartile_ms,
/// max_ms, samples, memory_bytes, the members of `more`, stages: {pass: {runs, ms}}}
nlohmann::ordered_json toJson(const Row& row);

/// All rows as CSV: the columns of every row in the order in which they first come up, a stage's as
/// `stage NAME`; empty where a row has no such.
std::string toCsv(const std::vector<Row>& rows);

/// The rows of a benchmark as they come.
class Report {
 public:
  /// A column of the table to read: the name of a member of the JSON and what stands above it.
  struct Column {
    std::string member;
    std::string heading;
  };

  /// Each row is printed to `table` when it is added; null: not at all. `preamble` is a line before
  /// everything else.
  explicit Report(std::FILE* table, std::string preamble = {})
      : table_(table), pending_(std::move(preamble)) {}

  /// Begins a table: a line that says what it is, then the headings. They are printed with its
  /// first row, so that nothing is where there are none.
  void begin(const std::string& title, std::vector<Column> columns);
  void add(Row row);
  /// A line below or between rows: a ratio, a reason.
  void note(const std::string& text);

  const std::vector<Row>& rows() const { return rows_; }

 private:
  std::string aligned(const std::vector<std::string>& cells) const;
  void print(const std::string& text);

  std::FILE* table_;
  std::string pending_;  ///< what is to be printed before the next row
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

}  // namespace gpubuck::bench
