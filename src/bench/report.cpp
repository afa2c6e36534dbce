#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/terminal.h"

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

}  // namespace gpubuck::bench
