#include "demo/fluid_controls.h"

#include <fmt/format.h>
#include <imgui.h>

#include "demo/actions.h"
#include "demo/scenario_form.h"
#include "demo/tooltip.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kForce =
    "\n\nThe force between two particles at a distance r < r_c = 1 is\n"
    "F = [a w − γ w² (e·v) + σ w θ / √Δt] e,   w = 1 − r,\n"
    "e: the direction between them, v: their relative velocity, θ: a random number. "
    "Only with σ² = 2 γ kT do friction and noise hold the temperature kT.";

/// What follows from the coefficients of a pair.
void drawDerived(const dpd::Fluid& fluid, int k, int l) {
  const dpd::PairCoefficients& pair = fluid.pair(k, l);
  const dpd::PaperWeights weights(fluid.density, fluid.box.dimensions);
  const double mass = dpd::PaperWeights::mass(fluid.species[static_cast<std::size_t>(k)].mass,
                                              fluid.species[static_cast<std::size_t>(l)].mass);
  ImGui::TextDisabled("σ = √(2 γ kT) = %.3f; π = %.4g, γ = %.4g in the paper's form",
                      pair.sigma(fluid.kT), pair.a / weights.linear,
                      pair.gamma / (mass * weights.square));
  tooltip(
      fmt::format("The paper's normalised form: a = π_kl A, γ = γ_kl M_kl B with\n"
                  "A = 3 / (π n) = {:.4g},\nB = {} / (π n) = {:.4g},\n"
                  "M_kl = 2 M_k M_l / (M_k + M_l) = {:.4g}.",
                  weights.linear, fluid.box.dimensions == 2 ? "6" : "7.5", weights.square, mass));
}

void drawPair(ScenarioForm& form, int k, int l) {
  const dpd::Fluid& fluid = form.scenario().fluid;
  const std::string& one = fluid.species[static_cast<std::size_t>(k)].name;
  const std::string& other = fluid.species[static_cast<std::size_t>(l)].name;
  const std::string mark = fmt::format("physics/pair/{}-{}", one, other);
  const bool fewPairs = fluid.species.size() <= 2;
  const bool open = ImGui::TreeNodeEx(fmt::format("{} and {}###{}", one, other, mark).c_str(),
                                      fewPairs ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  markWidget(mark.c_str());
  if (!open) return;
  const std::size_t entry =
      fluid.species.size() * static_cast<std::size_t>(k) + static_cast<std::size_t>(l);
  for (const scenario::Key& key : scenario::schema()) {
    if (key.table() != "pair.*" || key.about.label.empty()) continue;
    form.draw(key.path, mark + "/" + key.name(), {.entry = entry, .help = kForce});
  }
  drawDerived(fluid, k, l);
  ImGui::TreePop();
}

}  // namespace

void drawFluidControls(DemoState& state) {
  scenario::Scenario edited = state.session.scenario();
  ScenarioForm form(state, edited);
  form.draw("fluid.gravity", "physics/gravity");
  form.draw("fluid.poiseuille", "physics/poiseuille");
  form.draw("fluid.drag", "physics/drag");
  form.draw("fluid.kT", "physics/kT");
  form.draw("integrator.dt", "physics/dt");
  form.draw("integrator.kind", "physics/integrator");
  if (edited.fluid.integrator == dpd::Integrator::VelocityVerlet) {
    form.draw("integrator.lambda", "physics/lambda");
  }
  if (form.draw("noise.kind", "physics/noise")) {
    state.later([&state, noise = edited.fluid.noise] { setNoise(state, noise); });
    return;
  }
  heading("Forces between species");
  const int species = static_cast<int>(edited.fluid.species.size());
  for (int k = 0; k < species; ++k) {
    for (int l = k; l < species; ++l) drawPair(form, k, l);
  }
  if (form.changed()) state.later([&state, fluid = edited.fluid] { setFluid(state, fluid); });
}

}  // namespace gpubuck::demo
