#include "fuzz/scenario_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void scenario(std::string_view input) {
  const auto parsed =
      taken({"x.toml"}, [&] { return scenario::parseScenario(std::string(input), "x.toml", "/"); });
  if (parsed) requireRoundTrip(*parsed);
}

}  // namespace gpubuck::fuzz
