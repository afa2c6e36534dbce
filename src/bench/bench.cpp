#include "bench/bench.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/progress.h"
#include "base/terminal.h"
#include "gl/debug.h"

namespace gpubuck::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Returns a value as text, with as many digits as the median of a few runs supports.
std::string readable(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  return value.dump();
}

/// Returns a value as a field of CSV, quoted if it has a comma, a quote or a line end (RFC 4180).
std::string csvField(const Json& value) {
  if (value.is_null()) return "";
  std::string text = value.is_string() ? value.get<std::string>() : value.dump();
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

Json flat(const Row& row) {
  Json members = toJson(row);
  members.erase("stages");
  for (const Stage& stage : row.stages) members["stage " + stage.name] = stage.milliseconds;
  return members;
}

}  // namespace

Json toJson(const Row& row) {
  Json members{{"name", row.name},
               {"algorithm", row.algorithm},
               {"engine", row.engine},
               {"n", row.n},
               {"per_cell", row.perCell},
               {"median_ms", row.spread.median},
               {"min_ms", row.spread.least},
               {"lower_quartile_ms", row.spread.lowerQuartile},
               {"upper_quartile_ms", row.spread.upperQuartile},
               {"max_ms", row.spread.most},
               {"samples", row.spread.samples},
               {"memory_bytes", row.memory}};
  members.update(row.more);
  Json& stages = members["stages"] = Json::object();
  for (const Stage& stage : row.stages) {
    stages[stage.name] = {{"runs", stage.runs}, {"ms", stage.milliseconds}, {"bytes", stage.bytes}};
  }
  return members;
}

std::string toCsv(const std::vector<Row>& rows) {
  std::vector<std::string> columns;
  std::vector<Json> lines;
  for (const Row& row : rows) {
    lines.push_back(flat(row));
    for (const auto& [name, value] : lines.back().items()) {
      if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
    }
  }
  std::string text;
  const auto addLine = [&](const auto& fieldOf) {
    for (const std::string& column : columns) text += csvField(fieldOf(column)) + ',';
    if (!columns.empty()) text.back() = '\n';
  };
  addLine([](const std::string& column) { return Json(column); });
  for (const Json& line : lines) {
    addLine([&](const std::string& column) { return line.value(column, Json()); });
  }
  return text;
}

void Report::begin(const std::string& name, const std::string& title,
                   const std::vector<std::string>& columns) {
  name_ = name;
  columns_.clear();
  for (const std::string& column : columns) {
    const std::size_t colon = column.find(": ");
    std::string heading = colon == std::string::npos ? column : column.substr(colon + 2);
    if (colon == std::string::npos) std::replace(heading.begin(), heading.end(), '_', ' ');
    columns_.push_back({column.substr(0, colon), heading});
  }
  pending_ += fmt::format("\n{}\n{}", title, line([](const Column& c) { return c.heading; }));
}

void Report::add(Row row) {
  row.name = name_;
  rows_.push_back(std::move(row));
  const Json members = toJson(rows_.back());
  print(line([&](const Column& c) { return readable(members.value(c.member, Json())); }));
}

template <typename Cell>
std::string Report::line(const Cell& cell) const {
  std::string text;
  for (const Column& column : columns_) {
    // Columns are as wide as their headings, and at least as wide as most numbers.
    const std::size_t width = std::max<std::size_t>(column.heading.size(), 9);
    text += fmt::format("{}{:>{}}", text.empty() ? "" : "  ", cell(column), width);
  }
  return text + '\n';
}

void Report::print(const std::string& text) {
  if (table_ == nullptr) return;
  writeTo(table_, pending_ + text);
  pending_.clear();
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr int kWarmUps = 2;
constexpr double kClockMilliseconds = 300.0;
constexpr int kStageRuns = 3;

double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

double timed(const Job& job) {
  job.finish();
  const Clock::time_point start = Clock::now();
  job.run();
  job.finish();
  return millisecondsSince(start);
}

std::vector<Stage> stagesOf(const Job& job, int runs) {
  if (job.device == nullptr) return {};
  texel::Profiler& profiler = job.device->profiler();
  profiler.enable(true);
  profiler.waitForPasses(job.device->capabilities().software);
  profiler.reset();
  for (int run = 0; run < runs; ++run) job.run();
  std::vector<Stage> stages;
  for (const texel::PassTime& pass : profiler.times()) {
    stages.push_back({pass.name, static_cast<double>(pass.runs) / runs, pass.milliseconds / runs,
                      static_cast<double>(pass.bytes) / runs});
  }
  profiler.enable(false);
  profiler.reset();
  return stages;
}

}  // namespace

Spread spreadOf(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  const auto quantile = [&](double share) {
    const double place = share * static_cast<double>(samples.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, samples.size() - 1);
    const double part = place - static_cast<double>(below);
    return samples[below] + part * (samples[above] - samples[below]);
  };
  return {.median = quantile(0.5),
          .least = samples.front(),
          .lowerQuartile = quantile(0.25),
          .upperQuartile = quantile(0.75),
          .most = samples.back(),
          .samples = static_cast<int>(samples.size())};
}

std::vector<Row> benchmark(const std::vector<Job>& jobs, const Effort& effort) {
  Status status(fmt::format("{} cases: warming up", jobs.size()));
  const double warmUp = gl::isSoftware() ? 0.0 : kClockMilliseconds;
  Clock::time_point start = Clock::now();
  for (int round = 0;
       round < std::min(kWarmUps, effort.samples) || millisecondsSince(start) < warmUp; ++round) {
    for (const Job& job : jobs) timed(job);
  }
  std::vector<std::vector<double>> samples(jobs.size());
  start = Clock::now();
  for (int round = 0; round < effort.samples; ++round) {
    if (round >= kLeastSamples && millisecondsSince(start) > effort.seconds * 1e3) break;
    status.show(fmt::format("{} cases: round {} of at most {}, {:.0f} s at most", jobs.size(),
                            round + 1, effort.samples, effort.seconds));
    for (std::size_t k = 0; k < jobs.size(); ++k) samples[k].push_back(timed(jobs[k]));
  }
  std::vector<Row> rows(jobs.size());
  for (std::size_t k = 0; k < jobs.size(); ++k) {
    if (jobs[k].device != nullptr) rows[k].engine = texel::engineName(jobs[k].device->engine());
    rows[k].spread = spreadOf(samples[k]);
    rows[k].stages = stagesOf(jobs[k], std::min(kStageRuns, effort.samples));
  }
  for (std::size_t k = 0; k < jobs.size(); ++k) jobs[k].describe(rows[k]);
  gl::throwOnError("bench");
  return rows;
}

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> kAll{
      {"table1", "the paper's table 1: sorts by number of elements and elements per cell", table1},
      {"table2", "the paper's table 2: re-sorts by number of moved elements", table2},
      {"table3", "the paper's table 3: bucket sort, re-sort, merge sort", table3},
      {"sorts", "all sorts except abisort, 65,536 to 16,777,215 elements, 1 to 16 per cell", sorts},
      {"searches", "all searches by number of points and density, and the gain of octant search",
       searches},
      {"pairs", "the pair list of 1,000,000 points, radius 0.03", pairs},
      {"neighbours", "lists of neighbours in a periodic cell, 1,000 to 1,000,000 points",
       neighbours},
      {"radix", "the radix sort of random lists and of particles in cells", radix},
      {"dpd", "whole time steps of a fluid, 16,384 to 16,777,215 particles", fluidSteps},
      {"pictures", "pictures of 16,384 to 3,000,000 particles, as spheres and as a surface",
       pictures},
  };
  return kAll;
}

}  // namespace gpubuck::bench
