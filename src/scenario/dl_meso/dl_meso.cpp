#include "scenario/dl_meso/dl_meso.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <numeric>

#include "base/error.h"
#include "base/id.h"
#include "base/terminal.h"
#include "file/presence.h"
#include "formats/particles.h"
#include "scenario/dl_meso/control.h"
#include "scenario/dl_meso/field.h"

namespace gpubuck::scenario::dl_meso {
namespace {

namespace fs = std::filesystem;

/// "FILE: without effect here: ...", or an empty string.
std::string unusedText(const std::string& path, const std::vector<std::string>& parts) {
  return parts.empty() ? ""
                       : fmt::format("{}: without effect here: {}", path, fmt::join(parts, ", "));
}

/// The shares of the particles, which give their numbers back, and the density.
void setNumbers(const Field& field, Scenario& scenario) {
  dpd::Fluid& fluid = scenario.fluid;
  const std::int64_t unbonded =
      std::accumulate(field.unbonded.begin(), field.unbonded.end(), std::int64_t{0});
  for (std::size_t k = 0; k < fluid.species.size(); ++k) {
    fluid.species[k].fraction =
        unbonded > 0 ? static_cast<double>(field.unbonded[k]) / static_cast<double>(unbonded)
        : k == 0     ? 1.0
                     : 0.0;
  }
  fluid.density = static_cast<double>(unbonded + field.beads) / fluid.box.volume();
}

}  // namespace

bool isInput(const fs::path& path) {
  return path.filename() == "FIELD" || (file::isFolder(path) && file::isThere(path / "FIELD"));
}

Input readInput(const fs::path& path) {
  const fs::path fieldPath = path.filename() == "FIELD" ? path : path / "FIELD";
  const fs::path folder = fieldPath.parent_path();
  Input input{.field = fieldPath.string()};
  Field field = readField(input.field);
  Scenario& scenario = input.scenario = std::move(field.scenario);
  const fs::path control = folder / "CONTROL", config = folder / "CONFIG";
  if (!file::isThere(control)) {
    throw InputError(control.string(), "missing; it has box, temperature and time step of FIELD");
  }
  bool hasBox = false;
  if (file::isThere(config)) {
    if (!scenario.molecules.empty()) {
      throw InputError(config.string(),
                       "places of molecules are not read from it; without it they are random");
    }
    const auto box = formats::boxOfDlMesoConfig(config.string());
    hasBox = box.has_value();
    if (hasBox) scenario.fluid.box.size = *box;
    scenario.initial.kind = InitialKind::File;
    scenario.initial.file = fs::absolute(config).lexically_normal().string();
  }
  const std::vector<std::string> unused = readControl(control.string(), hasBox, scenario);
  setNumbers(field, scenario);
  const fs::path whole = fs::absolute(fieldPath).lexically_normal();
  const std::string name = whole.parent_path().filename().string();
  scenario.name = printable(name.empty() ? "FIELD" : name);
  scenario.description = printable(scenario.description);
  scenario.initial.order.resize(scenario.fluid.species.size());
  std::iota(scenario.initial.order.begin(), scenario.initial.order.end(), 0);
  const std::string ofField = unusedText(input.field, field.unused);
  const std::string ofControl = unusedText(control.string(), unused);
  input.unused = ofField + (ofField.empty() || ofControl.empty() ? "" : "; ") + ofControl;
  return input;
}

}  // namespace gpubuck::scenario::dl_meso
