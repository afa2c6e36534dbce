// The parameters of the fluid: parameters that take effect at once, and parameters that need a
// restart.
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "base/error.h"
#include "base/number.h"
#include "base/text.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/widgets/form.h"
#include "dpd/model/pair_law.h"
#include "scenario/initial/regions.h"

namespace gpubuck::demo {
namespace {

using scenario::Scenario;

std::string forceText(const dpd::Fluid& fluid) {
  return fmt::format("\n\nThe force between two particles at a distance r < r_c = 1 is\n{};\n{}.",
                     dpd::lawOf(fluid).formula, dpd::kPairSymbols);
}

/// Draws the noise amplitude that follows from the coefficients of a pair, and the coefficients in
/// the paper's form if they have one.
void drawDerived(const dpd::Fluid& fluid, std::size_t k, std::size_t l) {
  const dpd::PairCoefficients& pair = fluid.pairs[k * fluid.species.size() + l];
  if (pair.weightExponent != 1.0) {  // the paper's form has no such exponent
    dimParagraph(fmt::format("σ = √(2 γ kT) = {:.3f}", pair.sigma(fluid.kT)));
    return;
  }
  const dpd::PaperWeights weights(fluid.density, fluid.box.dimensions);
  const double mass = dpd::PaperWeights::mass(fluid.species[k].mass, fluid.species[l].mass);
  dimParagraph(fmt::format("σ = √(2 γ kT) = {:.3f}; π = {:.4g}, γ = {:.4g} in the paper's form",
                           pair.sigma(fluid.kT), pair.a / weights.linear,
                           pair.gamma / (mass * weights.square)));
  tooltip(
      fmt::format("The paper's normalised form: a = π_kl A, γ = γ_kl M_kl B with\n"
                  "A = 3 / (π n) = {:.4g},\nB = {} / (π n) = {:.4g},\n"
                  "M_kl = 2 M_k M_l / (M_k + M_l) = {:.4g}.",
                  weights.linear, fluid.box.dimensions == 2 ? "6" : "7.5", weights.square, mass));
}

/// Draws the widgets of an entry of a table, such as "pair.*": a widget for each key that the entry
/// has.
void drawKeys(Form& form, Scenario& edited, const std::string& table, const std::string& mark,
              const KeyUse& use) {
  for (const scenario::Key& key : scenario::schema()) {
    if (key.table() != table || key.about.label.empty()) continue;
    if (key.isWritten && !key.isWritten(edited, use.entry)) continue;
    keyWidget(form, edited, key.path, mark + "/" + key.name(), use);
  }
}

void drawPair(Form& form, Scenario& edited, std::size_t k, std::size_t l) {
  const dpd::Fluid& fluid = edited.fluid;
  const std::string& one = fluid.species[k].name;
  const std::string& other = fluid.species[l].name;
  const std::string mark = fmt::format("physics/pair/{}-{}", one, other);
  const bool fewPairs = fluid.species.size() <= 2;
  const bool open = ImGui::TreeNodeEx(fmt::format("{} and {}###{}", one, other, mark).c_str(),
                                      fewPairs ? ImGuiTreeNodeFlags_DefaultOpen : 0);
  markWidget(mark);
  if (!open) return;
  const std::size_t entry = k * fluid.species.size() + l;
  drawKeys(form, edited, "pair.*", mark, {.entry = entry, .help = forceText(fluid)});
  drawDerived(fluid, k, l);
  ImGui::TreePop();
}

/// Draws the widgets of a kind of bonds or angles.
void drawKind(Form& form, Scenario& edited, const std::string& table, std::size_t entry) {
  const std::string name =
      std::get<std::string>(scenario::keyAt(table + ".*.name").get(edited, entry));
  const std::string mark = fmt::format("physics/{}/{}", table, name);
  const bool open = ImGui::TreeNodeEx(fmt::format("{} {}###{}", table, name, mark).c_str(),
                                      ImGuiTreeNodeFlags_DefaultOpen);
  markWidget(mark);
  if (!open) return;
  drawKeys(form, edited, table + ".*", mark, {.entry = entry});
  ImGui::TreePop();
}

void drawMolecules(Form& form, Scenario& edited) {
  const dpd::Fluid& fluid = edited.fluid;
  if (!fluid.hasMolecules()) return;
  heading("Molecules");
  for (std::size_t k = 0; k < fluid.bondKinds.size(); ++k) drawKind(form, edited, "bond", k);
  for (std::size_t k = 0; k < fluid.angleKinds.size(); ++k) drawKind(form, edited, "angle", k);
}

/// Draws the widgets of the first sphere.
void drawSphere(Workspace& state) {
  constexpr double kUsual = 0.6;  // share of the largest radius
  constexpr const char* kResizing = "sphere radius";
  const std::vector<dpd::Solid>& solids = state.session.simulation().solids();
  const std::optional<std::size_t> sphere = sphereIn(solids);
  const double largest = largestSphere(state);
  bool isThere = sphere.has_value();
  if (checkbox({"physics/sphere", "Sphere in the fluid",
                "A sphere that no particle enters. Drag it with the tool Hand.",
                !isThere && solids.size() >= dpd::kMaxSolids
                    ? "the fluid has the maximum number of solids"
                    : ""},
               isThere)) {
    setSphere(state, isThere ? std::min(3.0, kUsual * largest) : 0.0);
  }
  double radius = sphere ? solids[*sphere].shape.radius : 0.0;
  if (slider(
          state,
          {"physics/sphere/radius", "Sphere radius", "In r_c.", sphere ? "" : "there is no sphere"},
          {0.2, largest, "%.2f"}, {.least = 0.05, .most = largest}, radius)) {
    if (state.stroke.empty()) beginStroke(state, kResizing);
    setSphere(state, radius);
  } else if (state.stroke == kResizing && !ImGui::IsAnyItemActive()) {
    endStroke(state);
  }
}

void drawLive(Workspace& state) {
  Scenario edited = state.session.scenario();
  keyWidget(state, edited, "fluid.gravity", "physics/gravity");
  keyWidget(state, edited, "fluid.kT", "physics/kT");
  drawSphere(state);
  heading("Forces between species");
  keyWidget(state, edited, "fluid.law", "physics/law");
  drawKeys(state, edited, "many_body", "physics/many_body", {.help = forceText(edited.fluid)});
  const std::size_t species = edited.fluid.species.size();
  for (std::size_t k = 0; k < species; ++k) {
    for (std::size_t l = k; l < species; ++l) drawPair(state, edited, k, l);
  }
  drawMolecules(state, edited);
  heading("Flow, friction and time step");
  keyWidget(state, edited, "fluid.poiseuille", "physics/poiseuille");
  keyWidget(state, edited, "fluid.drag", "physics/drag");
  keyWidget(state, edited, "integrator.dt", "physics/dt");
  keyWidget(state, edited, "integrator.kind", "physics/integrator");
  if (edited.fluid.integrator == dpd::Integrator::VelocityVerlet) {
    keyWidget(state, edited, "integrator.lambda", "physics/lambda");
  }
  keyWidget(state, edited, "noise.kind", "physics/noise");
  change(state, edited);
}

/// Sets the share of one species, and scales the shares of the other species.
void setFraction(std::vector<dpd::Species>& all, std::size_t species, double fraction) {
  const double others = 1.0 - all[species].fraction;
  for (dpd::Species& each : all) {
    // If all other species had the share 0, they get equal shares.
    each.fraction = others > 0.0 ? each.fraction * (1.0 - fraction) / others
                                 : (1.0 - fraction) / static_cast<double>(all.size() - 1);
  }
  all[species].fraction = fraction;
}

void drawSpecies(Form& form, Scenario& draft) {
  std::vector<dpd::Species>& all = draft.fluid.species;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string mark = "physics/start/species/" + all[k].name;
    Scenario given = draft;
    if (keyWidget(form, given, "species.*.fraction", mark + "/fraction",
                  {.entry = k,
                   .suffix = " " + all[k].name,
                   .help = " The other species keep their proportions.",
                   .whyNot = draft.initial.kind == scenario::InitialKind::Regions
                                 ? "set by the regions of the scenario"
                             : all.size() == 1 ? "there is only one species"
                                               : ""})) {
      setFraction(all, k, given.fluid.species[k].fraction);
    }
    keyWidget(form, draft, "species.*.mass", mark + "/mass",
              {.entry = k, .suffix = " " + all[k].name});
  }
}

/// Draws the expected times to start and to measure a fluid of this many particles, if the two
/// times together are at least a second.
void drawExpected(const FluidSession& session, std::int64_t particles) {
  constexpr double kLong = 1.0;  // seconds
  const double start = session.expectedStart(particles);
  const double measurement = session.measuring().expected(particles);
  if (start + measurement < kLong) return;
  paragraph(fmt::format(
      "Takes about {} to start and {} for the first measurement. Both can be cancelled.",
      secondsText(start), secondsText(measurement)));
}

/// Tries the largest sphere about the middle of the box and of each region, and returns the sphere
/// that holds most of the fluid. Throws InputError if none of these spheres can hold the fluid.
dpd::Solid fullestVessel(Scenario draft) {
  const cells::Box box = draft.fluid.box;
  const cells::Shape largest = cells::largestSphere(box, dpd::kLeastSolid);
  std::vector<glm::dvec3> middles{largest.centre};
  for (const cells::ShapeInBox& shape : scenario::shapesOf(draft)) {
    glm::dvec3& middle = middles.emplace_back(largest.centre);
    for (int axis = 0; axis < box.dimensions; ++axis) {
      const double size = box.size[axis];
      double along = shape.begin(axis) + shape.width(axis) / 2.0;
      if (box.isPeriodic(axis)) along = cells::wrapped(along, size);
      middle[axis] = std::clamp(along, largest.radius, size - largest.radius);
    }
  }
  draft.fluid.solids.push_back({.kind = dpd::SolidKind::Vessel, .shape = largest});
  dpd::Solid& vessel = draft.fluid.solids.back();
  std::optional<dpd::Solid> fullest;
  std::int64_t most = 0;
  std::optional<InputError> refused;
  for (const glm::dvec3& middle : middles) {
    vessel.shape.centre = middle;
    try {
      requireValid(draft);
    } catch (const InputError& error) {
      refused = error;
      continue;
    }
    if (const std::int64_t held = scenario::particleCount(draft); held > most) {
      most = held;
      fullest = vessel;
    }
  }
  if (!fullest) throw InputError(*refused);
  return *fullest;
}

/// Puts the fluid of the draft into a sphere (fullestVessel), or shows why no sphere can hold it.
void addVessel(Form& form, Scenario& draft) {
  try {
    draft.fluid.solids.push_back(fullestVessel(draft));
  } catch (const InputError& error) {
    form.journal.error(fmt::format("Fluid in a sphere: {}", error.what()));
  }
}

/// Draws the widgets of a vessel: a sphere that is kept within the box of the draft.
void drawVessel(Form& form, Scenario& draft) {
  const cells::Box& box = draft.fluid.box;
  std::vector<dpd::Solid>& solids = draft.fluid.solids;
  const auto vessel = std::ranges::find(solids, dpd::SolidKind::Vessel, &dpd::Solid::kind);
  const bool isSphere = vessel != solids.end() && vessel->shape.kind == cells::ShapeKind::Sphere;
  const cells::Shape most = cells::largestSphere(box, dpd::kLeastSolid);
  const char* const why = vessel != solids.end() && !isSphere ? "the fluid is in another vessel"
                          : most.radius < dpd::kLeastSolid    ? "the box is too small"
                          : vessel == solids.end() && solids.size() >= dpd::kMaxSolids
                              ? "the fluid has the maximum number of solids"
                              : "";
  bool isThere = isSphere;
  if (checkbox({"physics/start/vessel", "Fluid in a sphere",
                "Puts the fluid into a hollow sphere (in two dimensions a circle), at the place "
                "where the sphere holds most of the fluid.",
                why},
               isThere)) {
    if (isThere) {
      addVessel(form, draft);
    } else {
      solids.erase(vessel);
    }
    return;
  }
  double radius = isSphere ? vessel->shape.radius : 0.0;
  slider(form,
         {"physics/start/vessel/radius", "Radius of the sphere", "In r_c.",
          isSphere ? "" : "the fluid is not in a sphere"},
         {dpd::kLeastSolid, most.radius, "%.2f"}, {.least = dpd::kLeastSolid, .most = most.radius},
         radius);
  if (!isSphere) return;
  vessel->shape.radius = std::min(radius, most.radius);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    double& centre = vessel->shape.centre[axis];
    centre = std::clamp(centre, vessel->shape.radius, box.size[axis] - vessel->shape.radius);
  }
}

/// Returns why the density of the fluid has no effect on the next start, or an empty string.
std::string whyNoDensity(const Scenario& draft) {
  const auto hasOwn = [](const scenario::Region& region) { return region.density || region.bond; };
  return draft.initial.kind == scenario::InitialKind::Regions &&
                 std::ranges::all_of(draft.regions, hasOwn)
             ? "set by the regions of the scenario"
             : "";
}

/// Draws the values that need a restart.
void drawStart(Workspace& state) {
  const Scenario& scenario = state.session.scenario();
  Scenario& draft = state.startDraft.of(scenario);

  heading("Needs a restart");
  keyWidget(state, draft, "fluid.density", "physics/start/density",
            {.whyNot = whyNoDensity(draft)});
  keyWidget(state, draft, "box.size", "physics/start/size");
  drawVessel(state, draft);
  dimParagraph(fmt::format("{} {} after the restart, now {}.",
                           groupDigits(scenario::particleCount(draft)),
                           plural(scenario::particleCount(draft), "particle"),
                           groupDigits(state.session.simulation().count())));
  drawExpected(state.session, scenario::particleCount(draft));

  keyWidget(state, draft, "initial.state", "physics/start/state",
            {.whyNotWord = [&](const std::string& word) -> std::string {
              const bool isRegions = word == "regions", hasRegions = !scenario.regions.empty();
              if (isRegions && !hasRegions) return "only a scenario file can define regions";
              if (!isRegions && hasRegions) return "the scenario has regions";
              return word == "file" && scenario.initial.file.empty()
                         ? "only a scenario file can name a file of positions"
                         : "";
            }});
  const std::string notLayers = draft.initial.kind == scenario::InitialKind::Layers
                                    ? ""
                                    : "only layers have interfaces that can be displaced";
  keyWidget(state, draft, "initial.perturbation", "physics/start/perturbation",
            {.whyNot = notLayers});
  const auto [fewest, most] = scenario.initial.spectrum;
  const std::string allWaves = fmt::format(
      "the scenario displaces interfaces by all waves with {} to {} periods along the longest side "
      "of the box across the axis",
      fewest, most);
  keyWidget(state, draft, "initial.modes", "physics/start/mode",
            {.whyNot = most > 0 && notLayers.empty() ? allWaves : notLayers,
             .skippedAxis = draft.initial.axis});
  drawSpecies(state, draft);

  const std::string unchanged =
      state.startDraft.isChanged(scenario) ? "" : "no value has been changed";
  if (button({"physics/start/apply", "Restart with these values",
              "Restarts at step 0 with the values above (R).", unchanged})) {
    restart(state);
  }
  sameLineIfFits("Discard");
  if (button({"physics/start/discard", "Discard",
              "Resets the values to the values of the running fluid.", unchanged})) {
    state.startDraft.discard();
  }
}

}  // namespace

void drawPhysicsPanel(Workspace& state) {
  drawLive(state);
  drawStart(state);
}

}  // namespace gpubuck::demo
