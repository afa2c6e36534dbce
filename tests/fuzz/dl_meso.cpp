#include <filesystem>

#include "fuzz/scenario_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void dlMeso(std::string_view input) {
  std::filesystem::create_directories(pathOf("dl_meso"));
  const std::size_t split = std::min(input.find('\f'), input.size());
  const std::string field = fileOf("dl_meso/FIELD", input.substr(0, split));
  const std::string control =
      fileOf("dl_meso/CONTROL", input.substr(std::min(split + 1, input.size())));
  const auto scenario = taken({field, control}, [&] { return scenario::loadScenario(field); });
  if (scenario) requireRoundTrip(*scenario);
}

}  // namespace gpubuck::fuzz
