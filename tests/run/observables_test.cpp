// The table of observables is complete.
#include "dpd/observables.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

namespace gpubuck::run {
namespace {

using dpd::kObservables;
using dpd::kSpeciesObservables;

template <typename Of>
std::size_t bytesOf(const dpd::Observable<Of>& row) {
  return dpd::visitValue(row, {}, [](const auto& value) { return sizeof(value); });
}

// The size of each member is a multiple of 8 bytes, so that there is no padding.
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
    // The row of a vector names its columns, and the row of a member that may be missing has a
    // condition.
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

}  // namespace
}  // namespace gpubuck::run
