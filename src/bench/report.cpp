#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpubuck::bench {
namespace {

using Json = nlohmann::ordered_json;

/// Digits that a median of a few runs supports.
std::string readable(const Json& value) {
  if (value.is_null()) return "-";
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fmt::format("{:.4g}", value.get<double>());
  return value.dump();
}

/// RFC 4180: a field with a comma, a quote or a line end is quoted.
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
  const Json stages = std::move(members["stages"]);
  members.erase("stages");
  for (const auto& [name, stage] : stages.items()) members["stage " + name] = stage["ms"];
  return members;
}

}  // namespace

Json toJson(const Row& row) {
  const Spread& spread = row.measured.spread;
  Json members{{"name", row.name},
               {"algorithm", row.algorithm},
               {"engine", row.engine},
               {"n", row.n},
               {"per_cell", row.perCell},
               {"median_ms", spread.median},
               {"min_ms", spread.least},
               {"lower_quartile_ms", spread.lowerQuartile},
               {"upper_quartile_ms", spread.upperQuartile},
               {"max_ms", spread.most},
               {"samples", spread.samples},
               {"memory_bytes", row.memory}};
  members.update(row.more);
  Json stages = Json::object();
  for (const Stage& stage : row.measured.stages) {
    stages[stage.name] = {{"runs", stage.runs}, {"ms", stage.milliseconds}};
  }
  members["stages"] = std::move(stages);
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
  const auto end = [&] { text.back() = '\n'; };
  for (const std::string& column : columns) text += csvField(column) + ',';
  if (!columns.empty()) end();
  for (const Json& line : lines) {
    for (const std::string& column : columns) text += csvField(line.value(column, Json())) + ',';
    end();
  }
  return text;
}

void Report::begin(const std::string& title, std::vector<Column> columns) {
  columns_ = std::move(columns);
  std::vector<std::string> headings;
  for (const Column& column : columns_) headings.push_back(column.heading);
  pending_ += fmt::format("\n{}\n{}", title, aligned(headings));
}

void Report::add(Row row) {
  rows_.push_back(std::move(row));
  const Json members = toJson(rows_.back());
  std::vector<std::string> cells;
  for (const Column& column : columns_) {
    cells.push_back(readable(members.value(column.member, Json())));
  }
  print(aligned(cells));
}

void Report::note(const std::string& text) { print(text + '\n'); }

std::string Report::aligned(const std::vector<std::string>& cells) const {
  std::string line;
  for (std::size_t k = 0; k < cells.size(); ++k) {
    // Columns are as wide as their headings, and at least as wide as most numbers.
    const std::size_t width = std::max<std::size_t>(columns_[k].heading.size(), 9);
    line += fmt::format("{}{:>{}}", k == 0 ? "" : "  ", cells[k], width);
  }
  return line + '\n';
}

void Report::print(const std::string& text) {
  if (table_ == nullptr) return;
  fmt::print(table_, "{}{}", pending_, text);
  pending_.clear();
  std::fflush(table_);
}

}  // namespace gpubuck::bench
