#include "fuzz/scenario_round_trip.h"
#include "fuzz/targets.h"
#include "scenario/schema.h"

namespace gpubuck::fuzz {
namespace {

constexpr const char* kFluid = R"(
[box]
size = [8, 8, 10]
[[species]]
name = "light"
fraction = 0.5
[[species]]
name = "heavy"
mass = 3
fraction = 0.5
[[pair]]
species = ["light", "light"]
a = 25
gamma = 4.5
[[pair]]
species = ["light", "heavy"]
a = 40
sigma = 3
[[pair]]
species = ["heavy", "heavy"]
a = 25
gamma = 4.5
)";

}  // namespace

void overrides(std::string_view input) {
  const std::vector<std::string> assignments = linesOf(input, 16);
  const auto parsed = taken({"--set", "x.toml"}, [&] {
    return scenario::parseScenario(kFluid, "x.toml", "/", assignments);
  });
  if (parsed) requireRoundTrip(*parsed);
  if (assignments.empty()) return;
  for (const std::string& candidate : scenario::overrideCandidates(assignments[0])) {
    require(candidate.starts_with(assignments[0]), "a completion begins with what was typed");
  }
}

}  // namespace gpubuck::fuzz
