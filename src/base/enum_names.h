// Names and help of the values of an enum: tables of rows with `value`, `name` and `help`. The
// order of the rows is the order in which a user sees the names. Scenarios, command line, window
// and logs use these names.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace gpubuck {

template <typename T>
struct EnumName {
  T value;
  const char* name;
  const char* help = "";
};

/// Returns the row of a value, which the table must hold.
template <typename Row>
const Row& rowOf(const std::vector<Row>& table, decltype(Row::value) value) {
  return *std::ranges::find(table, value, &Row::value);
}

template <typename Row>
std::string nameOf(const std::vector<Row>& table, decltype(Row::value) value) {
  return rowOf(table, value).name;
}

/// Returns the row of a name, or null for any other text.
template <typename Row>
const Row* findName(const std::vector<Row>& table, const std::string& name) {
  const auto row = std::ranges::find(table, name, &Row::name);
  return row != table.end() ? &*row : nullptr;
}

template <typename Row>
std::vector<std::string> namesOf(const std::vector<Row>& table) {
  std::vector<std::string> names;
  for (const Row& row : table) names.emplace_back(row.name);
  return names;
}

}  // namespace gpubuck
