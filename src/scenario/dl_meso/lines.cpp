#include "scenario/dl_meso/lines.h"

#include <fmt/format.h>

namespace gpubuck::scenario::dl_meso {

double Lines::real(std::size_t i, const std::string& key, const Scenario& scenario) const {
  const double value = real(i);
  requireAllowed(key, scenario, value);
  return value;
}

void Lines::requireAllowed(const std::string& key, const Scenario& scenario,
                           const Value& value) const {
  const Key& row = keyAt(key);
  scenario::requireAllowed(row, scenario, value, row.name(),
                           [this](const std::string& path, const std::string& why) {
                             fail(fmt::format("{}: {}", path, why));
                           });
}

}  // namespace gpubuck::scenario::dl_meso
