#include "demo/fluid_controls.h"

#include <fmt/format.h>
#include <imgui.h>

#include "demo/actions.h"
#include "demo/form.h"
#include "demo/tooltip.h"
#include "demo/widget_map.h"

namespace gpubuck::demo {
namespace {

constexpr const char* kForce =
    "The force between two particles at a distance r < r_c = 1 is\n"
    "F = [a w − γ w² (e·v) + σ w θ / √Δt] e,   w = 1 − r,\n"
    "e: the direction between them, v: their relative velocity, θ: a random number.\n\n";

/// Whether the user has given `value` another.
bool slide(DemoState& state, const Field& field, const Limits& limits, double& value) {
  const auto given = slider(state, field, limits, value);
  if (given) value = *given;
  return given.has_value();
}

bool drawGravity(DemoState& state, dpd::Fluid& fluid) {
  bool changed = false;
  for (int axis = 0; axis < fluid.box.dimensions; ++axis) {
    const Field field{fmt::format("physics/gravity/{}", "xyz"[axis]),
                      fmt::format("Gravity {}", "xyz"[axis]),
                      "Uniform acceleration along this axis, in r_c / time². A fluid "
                      "that weighs more than its pressure collapses on the floor."};
    const Limits limits{
        .low = -1.0, .high = 1.0, .least = -1000.0, .most = 1000.0, .format = "%.3f"};
    changed |= slide(state, field, limits, fluid.gravity[axis]);
  }
  return changed;
}

bool drawThermostat(DemoState& state, dpd::Fluid& fluid) {
  bool changed = false;
  const Field temperature{"physics/kT", "Temperature kT",
                          "What friction and noise together hold the fluid at, as an energy: "
                          "k_B T. The noise of every pair follows it by σ² = 2 γ kT."};
  const Limits energies{.low = 0.0, .high = 4.0, .least = 0.0, .most = 1e6, .format = "%.3f"};
  changed |= slide(state, temperature, energies, fluid.kT);
  const Field step{"physics/dt", "Time step Δt",
                   "Of the leap-frog: p(n + ½) = p(n − ½) + F(n) Δt. In units of r_c √(mass / "
                   "energy). A larger one is faster, and heats the fluid or makes it fail."};
  const Limits times{.low = 0.001,
                     .high = 0.1,
                     .least = 1e-6,
                     .most = 10.0,
                     .format = "%.4f",
                     .logarithmic = true};
  changed |= slide(state, step, times, fluid.dt);
  return changed;
}

bool drawIntegrator(DemoState& state, dpd::Fluid& fluid) {
  const auto help = [](dpd::Integrator integrator) -> const char* {
    return integrator == dpd::Integrator::LeapfrogAb2
               ? "The paper's: leap-frog, and friction from the velocity that Adams and Bashforth "
                 "predict, (3 v(n − ½) − v(n − 3/2)) / 2."
               : "Groot and Warren's modified velocity-Verlet: the same, but friction from a "
                 "velocity that λ sets. It serves comparison with the literature.";
  };
  const Field kind{"physics/integrator", "Integrator",
                   "How the velocity that friction acts on is predicted; it decides how much a "
                   "large time step heats or cools the fluid."};
  bool changed = false;
  if (const auto chosen = combo(kind, scenario::kIntegratorWords, fluid.integrator, help,
                                [](dpd::Integrator) { return std::string(); })) {
    fluid.integrator = *chosen;
    changed = true;
  }
  if (fluid.integrator != dpd::Integrator::VelocityVerlet) return changed;
  const Field lambda{"physics/lambda", "λ",
                     "The predicted velocity is v(n − ½) + (½ + λ) times its change in a step. "
                     "Groot and Warren advise 0.65; at 1 it is the paper's integrator."};
  const Limits shares{.low = 0.0, .high = 1.0, .least = 0.0, .most = 1.0, .format = "%.2f"};
  changed |= slide(state, lambda, shares, fluid.lambda);
  return changed;
}

bool drawDrives(DemoState& state, dpd::Fluid& fluid) {
  bool changed = false;
  const Field poiseuille{"physics/poiseuille", "Opposite streams",
                         "Acceleration along x in the lower half of the box and against it in the "
                         "upper one. In a periodic box two parabolic streams follow, periodic "
                         "Poiseuille flow, whose speed tells the viscosity."};
  const Limits drives{.low = -0.5, .high = 0.5, .least = -1000.0, .most = 1000.0, .format = "%.3f"};
  changed |= slide(state, poiseuille, drives, fluid.poiseuille);
  const Field drag{"physics/drag", "Drag of a medium",
                   "Friction of every particle with a medium at rest, 1 / time, and its noise. "
                   "Momentum is then lost, and domains that part grow by diffusion alone."};
  const Limits drags{.low = 0.0, .high = 10.0, .least = 0.0, .most = 1e5, .format = "%.2f"};
  changed |= slide(state, drag, drags, fluid.drag);
  return changed;
}

std::string helpOnRepulsion(const dpd::Fluid& fluid, const dpd::PairCoefficients& pair) {
  const double weight = dpd::PaperWeights(fluid.density, fluid.box.dimensions).linear;
  return fmt::format(
      "{}a, energy / length: how strongly they repel each other. In the paper's normalised form\n"
      "a = π_kl A,\nA = 3 / (π n) = {:.4g},\nso that here π_kl = {:.4g}",
      kForce, weight, pair.a / weight);
}

std::string helpOnFriction(const dpd::Fluid& fluid, const dpd::Species& one,
                           const dpd::Species& other, const dpd::PairCoefficients& pair) {
  const double weight = dpd::PaperWeights(fluid.density, fluid.box.dimensions).square;
  const double mass = dpd::PaperWeights::mass(one.mass, other.mass);
  return fmt::format(
      "{}γ, mass / time: how strongly they brake each other; 0 switches friction and noise off. In "
      "the paper's normalised form\n"
      "γ = γ_kl M_kl B,\nM_kl = 2 M_k M_l / (M_k + M_l) = {:.4g},\nB = {} / (π n) = {:.4g},\n"
      "so that here γ_kl = {:.4g}",
      kForce, mass, fluid.box.dimensions == 2 ? "6" : "7.5", weight, pair.gamma / (mass * weight));
}

bool drawPair(DemoState& state, dpd::Fluid& fluid, int k, int l) {
  const dpd::Species& one = fluid.species[static_cast<std::size_t>(k)];
  const dpd::Species& other = fluid.species[static_cast<std::size_t>(l)];
  const std::string mark = fmt::format("physics/pair/{}-{}", one.name, other.name);
  const bool fewPairs = fluid.species.size() <= 2;
  const bool open =
      ImGui::TreeNodeEx(fmt::format("{} and {}###{}", one.name, other.name, mark).c_str(),
                        fewPairs ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  markWidget(mark.c_str());
  if (!open) return false;

  bool changed = false;
  dpd::PairCoefficients pair = fluid.pair(k, l);
  const Field repulsion{mark + "/a", "Repulsion a", helpOnRepulsion(fluid, pair)};
  const Limits repulsions{.low = 0.0, .high = 150.0, .least = 0.0, .most = 1e5, .format = "%.1f"};
  changed |= slide(state, repulsion, repulsions, pair.a);
  const Field friction{mark + "/gamma", "Friction γ", helpOnFriction(fluid, one, other, pair)};
  const Limits frictions{.low = 0.0, .high = 40.0, .least = 0.0, .most = 1e5, .format = "%.2f"};
  changed |= slide(state, friction, frictions, pair.gamma);
  ImGui::TextDisabled("Noise σ = √(2 γ kT) = %.3f", pair.sigma(fluid.kT));
  tooltip(std::string(kForce) +
          "σ follows from γ and kT: only with σ² = 2 γ kT do friction and noise hold the "
          "temperature kT.");
  ImGui::TreePop();

  const std::size_t species = fluid.species.size();
  fluid.pairs[static_cast<std::size_t>(k) * species + static_cast<std::size_t>(l)] = pair;
  fluid.pairs[static_cast<std::size_t>(l) * species + static_cast<std::size_t>(k)] = pair;
  return changed;
}

void drawNoise(DemoState& state) {
  const auto help = [](dpd::NoiseKind noise) -> const char* {
    switch (noise) {
      case dpd::NoiseKind::Karpinski:
        return "The paper's map r → frac(1.000005 (r + √3)⁵), here to mix the ids of the two "
               "particles, the step and the seed.";
      case dpd::NoiseKind::KarpinskiSequence:
        return "The paper to the letter: the map as a sequence, one for each particle. It repeats "
               "itself within a few hundred steps.";
      case dpd::NoiseKind::Philox:
        return "Philox-4x32-10, a generator of proven quality, for comparison.";
    }
    return "";
  };
  const Field field{"physics/noise", "Noise θ",
                    "Where the random numbers of the pair force come from. A change takes effect "
                    "at once: the shaders are compiled anew."};
  if (const auto chosen = combo(field, scenario::kNoiseWords, state.session.scenario().fluid.noise,
                                help, [](dpd::NoiseKind) { return std::string(); })) {
    state.later([&state, noise = *chosen] { setNoise(state, noise); });
  }
}

}  // namespace

void drawFluidControls(DemoState& state) {
  dpd::Fluid fluid = state.session.scenario().fluid;
  bool changed = drawGravity(state, fluid);
  changed |= drawDrives(state, fluid);
  changed |= drawThermostat(state, fluid);
  changed |= drawIntegrator(state, fluid);
  drawNoise(state);
  heading("Forces between species");
  const int species = static_cast<int>(fluid.species.size());
  for (int k = 0; k < species; ++k) {
    for (int l = k; l < species; ++l) changed |= drawPair(state, fluid, k, l);
  }
  if (changed) state.later([&state, fluid] { setFluid(state, fluid); });
}

}  // namespace gpubuck::demo
