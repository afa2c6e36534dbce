// The lines of FIELD and CONTROL, with values that keys of a scenario take.
#pragma once

#include <string>

#include "formats/dl_meso_lines.h"
#include "scenario/schema.h"

namespace gpubuck::scenario::dl_meso {

class Lines : public formats::DlMesoLines {
 public:
  using DlMesoLines::DlMesoLines;
  using DlMesoLines::real;

  /// A number that the key of a scenario takes, such as "bond.*.k". Throws InputError.
  double real(std::size_t i, const std::string& key, const Scenario& scenario) const;
  /// Throws InputError unless the key of a scenario takes this value.
  void requireAllowed(const std::string& key, const Scenario& scenario, const Value& value) const;
};

}  // namespace gpubuck::scenario::dl_meso
