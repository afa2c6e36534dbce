// The table of observables is complete, and hand-written types and pages agree with it.
#include "dpd/observables.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include "run/run_files.h"

namespace gpubuck::run {
namespace {

using dpd::kObservables;
using dpd::kSpeciesObservables;

std::string textOf(const std::string& path) {
  std::ifstream file(std::string(GPUBUCK_SOURCE_DIR) + "/" + path);
  return {std::istreambuf_iterator<char>(file), {}};
}

template <typename Of>
std::size_t bytesOf(const dpd::Observable<Of>& row) {
  return dpd::visitValue(row, {}, [](const auto& value) { return sizeof(value); });
}

// All members are of 8 bytes or several times 8, so there is no padding.
TEST(Observables, EachMember_HasARow) {
  std::size_t bytes = sizeof(dpd::Observables::species);
  for (const auto& row : kObservables) bytes += bytesOf(row);
  EXPECT_EQ(bytes, sizeof(dpd::Observables)) << "a member of dpd::Observables has no row";
  bytes = 0;
  for (const auto& row : kSpeciesObservables) bytes += bytesOf(row);
  EXPECT_EQ(bytes, sizeof(dpd::SpeciesObservables));
}

template <typename Of, std::size_t Count>
std::set<std::string> namesIn(const dpd::Observable<Of> (&table)[Count]) {
  std::set<std::string> names;
  for (const auto& row : table) {
    EXPECT_TRUE(std::regex_match(row.name, std::regex("[a-z]+(_[a-z]+)*"))) << row.name;
    EXPECT_TRUE(std::string(row.help).ends_with('.')) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name << " is there twice";
    // A vector names its columns; a member that may be missing has a condition.
    dpd::visitValue(row, {}, [&](const auto& value) {
      EXPECT_EQ(
          row.columns[0] != nullptr, requires { value.size(); })
          << row.name;
      EXPECT_EQ(
          *row.only != '\0', requires { value.has_value(); })
          << row.name;
    });
  }
  return names;
}

TEST(Observables, Rows_AreWellFormed) {
  EXPECT_FALSE(namesIn(kObservables).contains("species"));
  namesIn(kSpeciesObservables);
}

TEST(Observables, ReferencePage_IsUpToDate) {
  EXPECT_EQ(textOf("docs/observables.md"), observablesReference())
      << "make it anew: gpubuck info --observables > docs/observables.md";
}

std::string camelCase(const std::string& name) {
  std::string result;
  for (std::size_t k = 0; k < name.size(); ++k) {
    result += name[k] == '_' ? static_cast<char>(std::toupper(name[++k])) : name[k];
  }
  return result;
}

/// The members of an interface in TypeScript for the rows of a table, on one line.
template <typename Of, std::size_t Count>
std::string typesOf(const dpd::Observable<Of> (&table)[Count]) {
  std::string types;
  for (const auto& row : table) {
    types += fmt::format(
        " /** {}{}{} */ {}{}: number{};", *row.unit == '\0' ? "" : fmt::format("[{}] ", row.unit),
        row.help, *row.only == '\0' ? "" : fmt::format(" Only {}.", row.only), camelCase(row.name),
        *row.only == '\0' ? "" : "?", row.columns[0] == nullptr ? "" : "[]");
  }
  return types;
}

TEST(Observables, TypeScriptTypes_MatchTheTable) {
  std::string types = textOf("src/javascript/package/gpubuck.d.ts");
  types = std::regex_replace(types, std::regex(R"(\n +\*(?!/))"), " ");
  types = std::regex_replace(types, std::regex(R"(\s+)"), " ");
  for (const std::string& expected :
       {"interface Measurement {" + typesOf(kObservables),
        "interface SpeciesMeasurement {" + typesOf(kSpeciesObservables) + " }"}) {
    EXPECT_NE(types.find(expected), std::string::npos) << expected;
  }
}

}  // namespace
}  // namespace gpubuck::run
