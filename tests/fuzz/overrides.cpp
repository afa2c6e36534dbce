#include "base/terminal.h"
#include "fuzz/scenario_round_trip.h"
#include "fuzz/targets.h"
#include "scenario/schema.h"
#include "scenario/two_species.h"

namespace gpubuck::fuzz {
void overrides(std::string_view input) {
  const std::vector<std::string> assignments = linesOf(input, 16);
  std::vector<std::string> sources{"override: ", "x.toml"};
  for (const std::string& assignment : assignments) {
    constexpr std::size_t kEnough = 100;  // bytes to compare, since errors shorten longer texts
    if (!assignment.empty()) sources.push_back(printable(assignment).substr(0, kEnough));
  }
  const auto parsed = taken(sources, [&] {
    return scenario::parseScenario(scenario::test::kTwoSpecies, "x.toml", "/", assignments);
  });
  if (parsed) requireRoundTrip(*parsed);
  if (assignments.empty()) return;
  for (const std::string& candidate : scenario::overrideCandidates(assignments[0])) {
    require(candidate.starts_with(assignments[0]), "a completion begins with what was typed");
  }
}

}  // namespace gpubuck::fuzz
