#include "run/run_tables.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "dpd/simulation.h"

namespace gpubuck::run {
namespace {

std::string structureFactorHeader(const std::vector<std::string>& species) {
  std::string header = "step,time,k,S";
  for (const std::string& name : species) header += ",S_" + name;
  return header;
}

std::string surfaceOrderHeader(const std::vector<std::string>& species) {
  std::string header = "step,time";
  for (const std::string& name : species) {
    header += fmt::format(",area_{0},mu1_{0},mu2_{0},mu3_{0}", name);
  }
  return header;
}

std::string stressProfileHeader(const std::vector<std::string>&) {
  return "step,time,position,pressure_normal,pressure_tangential";
}

}  // namespace

const std::array<Table, kTableCount> kTables{
    {{"structure_factor", "structure_factor.csv", "--structure-factor-every", structureFactorHeader,
      dpd::requireStructureFactor,
      [](dpd::Simulation& simulation) { return rowsOf(simulation.structureFactor()); }},
     {"surface_order", "surface_order.csv", "--surface-order-every", surfaceOrderHeader,
      [](const cells::Box&) {},
      [](dpd::Simulation& simulation) { return rowsOf(simulation.surfaceOrder()); }},
     {"stress_profile", "stress_profile.csv", "--stress-profile-every", stressProfileHeader,
      dpd::requireStressProfile,
      [](dpd::Simulation& simulation) { return rowsOf(simulation.stressProfile()); }}}};

std::string rowsOf(const dpd::StructureFactor& measured) {
  std::string text;
  for (std::size_t shell = 0; shell < measured.k.size(); ++shell) {
    text += fmt::format("{},{},{},{}", measured.step, measured.time, measured.k[shell],
                        measured.total[shell]);
    for (const std::vector<double>& species : measured.species) {
      text += std::isnan(species[shell]) ? "," : fmt::format(",{}", species[shell]);
    }
    text += '\n';
  }
  return text;
}

std::string rowsOf(const dpd::SurfaceOrder& measured) {
  std::string text = fmt::format("{},{}", measured.step, measured.time);
  for (const dpd::Surface& surface : measured.species) {
    text += fmt::format(",{}", surface.area);
    for (std::size_t k = 0; k < 3; ++k) {
      text += surface.mu ? fmt::format(",{}", (*surface.mu)[k]) : ",";
    }
  }
  return text + '\n';
}

std::string rowsOf(const dpd::StressProfile& measured) {
  std::string text;
  for (std::size_t slab = 0; slab < measured.position.size(); ++slab) {
    const double normal = measured.normal[slab], tangential = measured.tangential[slab];
    if (!std::isfinite(normal + tangential)) {
      throw RunError(fmt::format("step {}", measured.step),
                     fmt::format("the pressure at {} is {}: velocities or forces are too large for "
                                 "floats",
                                 measured.position[slab], normal + tangential));
    }
    text += fmt::format("{},{},{},{},{}\n", measured.step, measured.time, measured.position[slab],
                        normal, tangential);
  }
  return text;
}

}  // namespace gpubuck::run
