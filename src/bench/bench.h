// The benchmarks of `gpubuck bench`: the tables of the paper, with its figures and ours, and the
// comparisons of sorts and searches in related papers. Timing of jobs side by side.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "dpd/steps/step_settings.h"
#include "gl/context.h"
#include "texel/device.h"

namespace gpubuck::bench {

/// The distribution of the times of repeated runs, in milliseconds of wall clock.
struct Spread {
  double median = 0.0;
  double least = 0.0;
  double lowerQuartile = 0.0;
  double upperQuartile = 0.0;
  double most = 0.0;
  int samples = 0;
};
/// Returns the distribution of at least one sample. Quantiles between two samples are interpolated
/// linearly.
Spread spreadOf(std::vector<double> samples);

/// GPU time of one pass in one run of a job.
struct Stage {
  std::string name;
  double runs = 0.0;  ///< runs of the pass
  double milliseconds = 0.0;
  double bytes = 0.0;  ///< texel::PassTime::bytes
};

/// One measurement, with its benchmark, algorithm and sizes.
struct Row {
  std::string name{};       ///< name of the benchmark: table1, sorts, ...
  std::string algorithm{};  ///< the algorithm's name on the command line
  std::string engine{};     ///< paper or fast
  std::int64_t n = 0;       ///< elements or points
  double perCell = 0.0;     ///< elements per bucket; 0 if it does not apply
  Spread spread{};
  std::vector<Stage> stages{};  ///< passes in the order in which they first ran
  std::int64_t memory = 0;      ///< bytes of GPU memory that the job takes, inputs included
  /// Further values of the row by name: numbers, words or null.
  nlohmann::ordered_json more = nlohmann::ordered_json::object();
};

/// Returns the value that Row::more has for a number published in a paper. The number 0 stands for
/// a number that the paper does not give, and becomes null.
inline nlohmann::ordered_json published(double figure) {
  return figure > 0.0 ? nlohmann::ordered_json(figure) : nullptr;
}

/// Returns {name, algorithm, engine, n, per_cell, median_ms, min_ms, lower_quartile_ms,
/// upper_quartile_ms, max_ms, samples, memory_bytes, the members of `more`, stages: {pass: {runs,
/// ms, bytes}}}.
nlohmann::ordered_json toJson(const Row& row);

/// Returns all rows as CSV. The columns are in the order in which the rows first have them; a stage
/// has the column `stage NAME`. A cell is empty if the row lacks the column.
std::string toCsv(const std::vector<Row>& rows);

/// Collects the rows of a benchmark, and prints each row as it comes.
class Report {
 public:
  /// Prints each row to `table` when the row is added, unless `table` is null. The first line is
  /// `preamble`.
  explicit Report(std::FILE* table, std::string preamble = {})
      : table_(table), pending_(std::move(preamble)) {}

  /// Begins a table, whose rows get the name `name`. A line with the title and a line with the
  /// headings are printed with the first row, so that a table without rows prints nothing. A column
  /// is the name of a member of the JSON, such as "per_cell", or the name and another heading, such
  /// as "median_ms: ms".
  void begin(const std::string& name, const std::string& title,
             const std::vector<std::string>& columns);
  void add(Row row);
  /// Prints a line below or between rows, such as a ratio or a reason.
  void note(const std::string& text) { print(text + '\n'); }

  const std::vector<Row>& rows() const { return rows_; }

 private:
  struct Column {
    std::string member;
    std::string heading;
  };

  /// Returns a line of the table, with the text of `cell` for each column.
  template <typename Cell>
  std::string line(const Cell& cell) const;
  void print(const std::string& text);

  std::FILE* table_;
  std::string pending_;  ///< the text to be printed before the next row
  std::string name_;
  std::vector<Column> columns_;
  std::vector<Row> rows_;
};

/// Work on the GPU that is to be timed, such as one sort.
struct Job {
  const texel::Device* device;  ///< the device whose passes the job runs; null for other work,
                                ///< which has no stages
  std::function<void()> run;
  /// Describes the job in its row, after the last run.
  std::function<void(Row& row)> describe = [](Row&) {};
  std::function<void()> finish = gl::finish;  ///< waits until the GPU has done all work
};

/// The limits on the number of runs.
struct Effort {
  int samples = 21;  ///< maximum number of runs of each job
  /// Time limit of a benchmark in seconds. When it has passed, the benchmark ends with the present
  /// round, but not before kLeastSamples rounds.
  double seconds = 5.0;
};
inline constexpr int kLeastSamples = 3;

/// Runs one job after the other, round after round, so that a disturbance of the machine affects
/// all jobs alike, and returns a row for each job. A run is timed from an idle GPU until the GPU is
/// idle again, so that the time to launch passes counts. The first two rounds do not count (only
/// the first if there is one sample). On a GPU, no round counts until 0.3 s have passed. In these
/// rounds drivers compile shaders, and GPUs raise their clocks, fourfold on an H200. After the
/// samples, each job runs up to three times more, but at most as often as there are samples. In
/// these runs, timers around the passes measure the stages. Timers cost time, so the distribution
/// of times does not include these runs.
///
/// Throws RunError where OpenGL reports an error.
std::vector<Row> benchmark(const std::vector<Job>& jobs, const Effort& effort);

/// Number of elements of the largest case, a sort of a list of keys. A list may have more keys than
/// there are ids, since keys need no ids.
inline constexpr std::int64_t kLargestCase = std::int64_t{1} << 25;

/// The resources and limits of a benchmark.
struct Setup {
  /// The engines to be measured, at least one. A benchmark of the paper's method measures only the
  /// first engine.
  std::vector<texel::Engine> engines;
  gl::ShaderLibrary shaders{};
  std::shared_ptr<gl::ProgramCache> programs = std::make_shared<gl::ProgramCache>();
  Effort effort{};
  /// Cases with more elements, points or keys than this are left out.
  std::int64_t largest = kLargestCase;
  /// The method of the steps in the benchmark `dpd`. The method of 2007 runs only on the paper
  /// engine.
  dpd::StepMethod method = dpd::StepMethod::Today;

  /// Returns a device on the current context with rows that suit its largest array.
  texel::DeviceOptions deviceFor(texel::Engine engine, std::int64_t largestArray) const {
    return {
        .engine = engine, .shaders = shaders, .programs = programs, .largestArray = largestArray};
  }
};

/// A benchmark by its name on the command line.
struct Benchmark {
  const char* name;
  const char* what;  ///< a line for the help
  void (*run)(const Setup& setup, Report& report);
};

/// Returns all benchmarks. docs/benchmarks.md names the papers with which they are compared.
const std::vector<Benchmark>& benchmarks();

void table1(const Setup& setup, Report& report);
void table2(const Setup& setup, Report& report);
void table3(const Setup& setup, Report& report);
void sorts(const Setup& setup, Report& report);
void searches(const Setup& setup, Report& report);
void pairs(const Setup& setup, Report& report);
void neighbours(const Setup& setup, Report& report);
void radix(const Setup& setup, Report& report);
void fluidSteps(const Setup& setup, Report& report);
void pictures(const Setup& setup, Report& report);

}  // namespace gpubuck::bench
