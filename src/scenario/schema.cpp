#include "scenario/schema.h"

#include "base/id.h"
#include "dpd/model/fluid.h"
#include "formats/format.h"
#include "scenario/names.h"
#include "scenario/schema_row.h"
#include "scenario/shape_keys.h"
#include "sort/algorithms.h"

namespace gpubuck::scenario {
namespace {

using namespace schema_row;
using cells::Box;

std::string helpOfStrength() {
  std::string help;
  for (const dpd::EffectRow& row : dpd::kEffectKinds) {
    help += fmt::format("{}: {}. ", row.name, row.strength);
  }
  return help + "In a box or a layer, x is 0.";
}

std::vector<Key> makeOtherRows() {
  using dpd::AngleKind;
  using dpd::BondKind;
  using dpd::Effect;
  using dpd::EffectKind;
  using dpd::ManyBody;
  using dpd::Solid;
  using dpd::Species;
  using dpd::StepSettings;
  using sort::Settings;
  const auto species = [](auto part) { return entryPart(&Fluid::species, part); };
  const auto fluid = [](auto part) { return member(&Scenario::fluid, part); };
  const auto solid = [](auto part) { return entryPart(&Fluid::solids, part); };
  const auto ofBodies = [](Key key) {
    return ofKinds(
        "kind", dpd::kSolidKinds, std::vector{dpd::SolidKind::Body}, &Solid::kind,
        [](const Scenario& s, std::size_t k) -> const Solid& { return s.fluid.solids[k]; },
        std::move(key));
  };
  const auto effect = [](auto part) { return entryPart(&Fluid::effects, part); };
  const auto ofEffects = [](std::vector<EffectKind> kinds, Key key,
                            bool (*isSet)(const Effect&) = nullptr) {
    return ofKinds(
        "kind", dpd::kEffectKinds, std::move(kinds), &Effect::kind,
        [](const Scenario& s, std::size_t k) -> const Effect& { return s.fluid.effects[k]; },
        std::move(key), isSet);
  };
  const auto manyBody = [](auto part) { return member(&Scenario::fluid, &Fluid::manyBody, part); };
  const auto bond = [](auto part) { return entryPart(&Fluid::bondKinds, part); };
  const auto angle = [](auto part) { return entryPart(&Fluid::angleKinds, part); };
  const auto step = [](auto part) { return member(&Scenario::step, part); };
  const auto sort = [](auto part) { return member(&Scenario::step, &StepSettings::sort, part); };
  const auto initial = [](auto part) { return member(&Scenario::initial, part); };
  const auto view = [](auto part) { return member(&Scenario::view, part); };
  const auto camera = [](auto part) { return member(&Scenario::view, &dpd::View::camera, part); };
  const auto pan = [](auto& scenario, std::size_t i) -> auto& {
    return i == 0 ? scenario.view.camera.panX : scenario.view.camera.panY;
  };
  const auto axesAcross = [](const Scenario& scenario) { return dimensionsOf(scenario) - 1; };
  const auto two = [](const Scenario&) { return 2; };
  return {
      row("name", member(&Scenario::name),
          about(kShown, "The name of the scenario, and of files made from it.",
                "the file's name without its extension")),
      row("description", member(&Scenario::description),
          about(kShown, "A line for people, which the window shows.")),
      composing(row("method", step(&StepSettings::method),
                    about("Method", "", kSort, {}, {},
                          "The way in which neighbours are found and forces are summed. If a file "
                          "has the method 2007, the keys that this method sets must be left out or "
                          "have the method's values. If an override gives a method, as --set "
                          "method=2007 does, these keys of the file are ignored."),
                    Named{kStepMethodNames})),
      dimensions(row("box.dimensions", member(&Scenario::fluid, &Fluid::box, &Box::dimensions),
                     about("", "", kFixed, {2, 3}, {},
                           "Size, boundary and gravity have one entry per dimension."))),
      required(array("box.size", entryOf(&Scenario::fluid, &Fluid::box, &Box::size), dimensionsOf,
                     about("Box along", "r_c", kFixed, kAboveZero, {3.0, 100.0, "%.1f r_c"},
                           "The lengths of the sides. The search sets the least length of a "
                           "periodic side: 3 with cells27."))),
      array("box.boundary", entryOf(&Scenario::fluid, &Fluid::box, &Box::boundary), dimensionsOf,
            about(kFixed, "The boundary condition at the sides across each axis."),
            Named{kBoundaryNames}),
      required(checked(
          whyNotName,
          row("species.*.name", species(&Species::name),
              about(kLive,
                    "1 to 32 letters, digits, - and _; no two species have the same name.")))),
      row("species.*.mass", species(&Species::mass),
          about("Mass of", "mass", kFixed, kAboveZero, {0.5, 10.0},
                "The mass of one particle; the unit is usually the mass of the lightest species.")),
      writtenWhere(
          [](const Scenario& s, std::size_t) { return s.initial.kind != InitialKind::Regions; },
          row("species.*.fraction", species(&Species::fraction),
              about("Share of", "", kFixed, kShare, {0.05, 0.95},
                    "The share of this species in all particles except the beads of molecules; the "
                    "shares add up to 1. Not allowed with regions."))),
      writtenWhere(
          [](const Scenario& s, std::size_t k) { return !s.fluid.species[k].colour.empty(); },
          checked(whyNotColour,
                  row("species.*.colour", species(&Species::colour),
                      about(kLive, "\"#rrggbb\".", "the next colour of a colour-blind-safe map")))),
      row("fluid.density", fluid(&Fluid::density),
          about("Density n", "1 / r_c³", kFixed, kAboveZero, {1.0, 10.0},
                "Particles per unit of volume, or in two dimensions per unit of area. Regions "
                "without a density of their own have this density, too. A new density changes "
                "the pressure, but not the coefficients of the pairs.")),
      law(row("fluid.law", fluid(&Fluid::law),
              about("Force law", "", kLive, {}, {}, "The law of the force between two particles."),
              Named{dpd::kPairLaws})),
      row("fluid.kT", fluid(&Fluid::kT),
          about("Temperature kT", "energy", kLive, kNotBelowZero, {0.0, 4.0, "%.3f"},
                "The temperature, k_B T, at which friction and noise together hold the fluid. The "
                "noise of every pair follows from it by sigma² = 2 gamma kT.",
                "follows from gamma and sigma of a pair, else 1")),
      array("fluid.gravity", entryOf(&Scenario::fluid, &Fluid::gravity), dimensionsOf,
            about("Gravity", "r_c / time²", kLive, {}, {-1.0, 1.0, "%.3f"},
                  "Uniform acceleration. A fluid collapses on the floor if its pressure is too low "
                  "to carry its weight.")),
      row("fluid.poiseuille", fluid(&Fluid::poiseuille),
          about("Opposite streams", "r_c / time²", kLive, {}, {-0.5, 0.5, "%.3f"},
                "Acceleration along x in the lower half of the box, against x in the upper half; "
                "the last axis points up. In a periodic box it drives two parabolic streams "
                "(periodic Poiseuille flow), whose speed gives the viscosity.")),
      row("fluid.drag", fluid(&Fluid::drag),
          about("Langevin friction", "1 / time", kLive, kNotBelowZero, {0.0, 10.0, "%.2f"},
                "Friction and noise of every particle in a medium at rest. Momentum is then lost, "
                "and the domains of separating fluids grow by diffusion alone.")),
      row("solid.*.kind", solid(&Solid::kind),
          about(kLive, "The kind of the solid. While a fluid runs, only bodies can change."),
          Named{dpd::kSolidKinds}),
      ofBodies(
          place("solid.*.velocity", solid(&Solid::velocity),
                about("", "r_c / time", kLive, {}, {},
                      "The velocity of the body, at most 1/4 r_c per time step. A moving body "
                      "bounces off reflecting sides and other solids, and passes through periodic "
                      "sides. The whole body must be in the box, and apart from other solids."))),
      ofBodies(row("solid.*.period", solid(&Solid::period),
                   about("", "time", kLive, kNotBelowZero, {},
                         "If above 0, the body swings: its velocity is multiplied by cos(2π "
                         "time / period). A body that swings stops at walls."))),
      row("effect.*.kind", effect(&Effect::kind),
          about(kLive, "The action of the effect on the particles within its shape."),
          Named{dpd::kEffectKinds}),
      row("effect.*.strength", effect(&Effect::strength),
          about("", "by kind", kLive, {}, {}, helpOfStrength().c_str())),
      ofEffects({EffectKind::Accelerate},
                place("effect.*.direction", effect(&Effect::direction),
                      about("", "", kLive, {}, {}, "Direction of the acceleration, of any length.",
                            "must be given"))),
      ofEffects(dpd::kindsWithKick(),
                row("effect.*.period", effect(&Effect::period),
                    about("", "time", kLive, kNotBelowZero, {},
                          "If above 0, the strength is multiplied by cos(2π time / period)."))),
      ofEffects({EffectKind::Couple},
                row("effect.*.kT", effect(&Effect::kT),
                    about("", "energy", kLive, kNotBelowZero, {}, "The target temperature."))),
      ofEffects({EffectKind::Turn},
                checked(noSuchSpecies, row("effect.*.turns", effect(&Effect::turns),
                                           about(kLive, "Species before the turn.", "all species"),
                                           SpeciesName{})),
                [](const Effect& each) { return each.turns.has_value(); }),
      ofEffects({EffectKind::Turn},
                checked(noSuchSpecies, row("effect.*.into", effect(&Effect::into),
                                           about(kLive,
                                                 "Species after the turn. Particles that become "
                                                 "lighter rise.",
                                                 "the first one"),
                                           SpeciesName{}))),
      ofEffects({EffectKind::Turn},
                row("effect.*.back", effect(&Effect::back),
                    about("", "1 / time", kLive, kNotBelowZero, {},
                          "Probability per time that, outside of the shape, a particle of the "
                          "species \"into\" becomes the species \"turns\"."))),
      ofEffects({EffectKind::Move},
                place("effect.*.outlet", effect(&Effect::outlet),
                      about("", "r_c", kLive, {}, {},
                            "The place, in the box, where the particles come in again, at rest. "
                            "Along each axis they come in at most one radius away from this place; "
                            "for a box or a layer, half of the shortest side counts in place of "
                            "the radius. An effect that accelerates there makes a fountain that "
                            "never ends. Not allowed in a fluid with bonds."))),
      ofManyBody(
          row("many_body.b", manyBody(&ManyBody::b),
              about("Repulsion b", "energy r_c²", kLive, kNotBelowZero, {0.0, 80.0, "%.1f"},
                    "Strength of the repulsion b (ρ_i + ρ_j) w_d, which grows with the density "
                    "around both particles. There is one number for all pairs, since forces with "
                    "several numbers would not follow from an energy (Warren 2013)."))),
      ofManyBody(row("many_body.density_radius", manyBody(&ManyBody::densityRadius),
                     about("Density radius r_d", "r_c", kLive, {0.1, 1.0}, {0.5, 1.0, "%.2f"},
                           "Distance up to which neighbours add to the density at a particle."))),
      ofManyBody(row("many_body.kernel", manyBody(&ManyBody::kernel),
                     about("Density kernel", "", kLive, {}, {},
                           "Weight of a neighbour in the density, as a function of its distance."),
                     Named{dpd::kDensityKernels})),
      required(checked(
          noSuchSpecies,
          readApart(
              "pair.*.species", speciesOfPair,
              about(kFixed, "The two species, or one species twice. Each pair needs a table.")))),
      readApart("pair.*.sigma", sigmaOfPair,
                about("", "", kFixed, kNotBelowZero, {},
                      "The noise, sigma² = 2 gamma kT. It may be given in place of gamma, or of "
                      "kT; if all three are given, they must agree.",
                      "follows from gamma and kT")),
      readApart(
          "pair.*.pi", nullptr,
          about("", "", kFixed, kNotBelowZero, {},
                "Gives the pair in the paper's normalised form, in place of a. The fluid then has "
                "a = A pi, gamma is M B times the gamma that is given, and sigma is A times the "
                "sigma that is given, where A = 3 / (π density), B = 15 / (2 π density) or in "
                "two dimensions 6 / (π density), and M = 2 m₁ m₂ / (m₁ + m₂).",
                "none")),
      checked(whyNotName, required(row("bond.*.name", bond(&BondKind::name),
                                       about(kFixed, "The name of a kind of bonds.")))),
      row("bond.*.form", bond(&BondKind::form),
          about(kExchanged, "The energy of a bond of length r."), Named{dpd::kBondForms}),
      row("bond.*.k", bond(&BondKind::k),
          about("Stiffness k", "energy / r_c²", kLive, kNotBelowZero, {0.0, 200.0, "%.0f"},
                "Near its length, the force of a bond is k times its stretch.")),
      row("bond.*.length", bond(&BondKind::length),
          about("Length l", "r_c", kLive, kNotBelowZero, {0.0, 1.0, "%.2f"},
                "The length at which a bond has no energy.")),
      writtenWhere([](const Scenario& s,
                      std::size_t k) { return s.fluid.bondKinds[k].form == dpd::BondForm::Fene; },
                   row("bond.*.reach", bond(&BondKind::reach),
                       about("Reach R", "r_c", kLive, kAboveZero, {0.5, 3.0, "%.2f"},
                             "No bond can be longer than length + reach.")),
                   "with the form fene"),
      checked(whyNotName, required(row("angle.*.name", angle(&AngleKind::name),
                                       about(kFixed, "The name of a kind of angles.")))),
      row("angle.*.form", angle(&AngleKind::form),
          about(kExchanged, "The energy of the angle θ between two bonds."),
          Named{dpd::kAngleForms}),
      row("angle.*.k", angle(&AngleKind::k),
          about("Stiffness k", "energy", kLive, kNotBelowZero, {0.0, 50.0, "%.0f"},
                "The stiffness of a chain against bending.")),
      row("angle.*.degrees", angle(&AngleKind::degrees),
          about("Angle θ₀", "degrees", kLive, {0.0, 180.0}, {0.0, 180.0, "%.0f°"},
                "The angle without energy; at 180 the chain is straight.")),
      checked(whyNotName, required(row("molecule.*.name", moleculePart(&MoleculeKind::name),
                                       about(kFixed, "The name of a kind of molecules.")))),
      checked(whyNotBeads,
              required(row("molecule.*.beads", moleculePart(&MoleculeKind::beads),
                           about(kFixed,
                                 "The beads of a molecule, each bonded to the bead before: "
                                 "\"A5B5\" is a chain of ten, \"H3(T6)2\" a chain of three with "
                                 "two tails of six at its end, \"[A(B3)]10\" a comb, \"ring A10\" "
                                 "a ring. There is an angle at each bead with two bonds.")))),
      writtenWhere(
          [](const Scenario& s, std::size_t k) { return s.molecules[k].count.has_value(); },
          row("molecule.*.count", moleculePart(&MoleculeKind::count),
              about("", "", kFixed, {0, kMaxCount}, {},
                    "The number of molecules, in place of share.", "follows from share"),
              Optional{})),
      writtenWhere(
          [](const Scenario& s, std::size_t k) { return s.molecules[k].share.has_value(); },
          row("molecule.*.share", moleculePart(&MoleculeKind::share),
              about("", "", kFixed, kShare, {},
                    "The beads of these molecules as a share of all particles.",
                    "follows from count"),
              Optional{})),
      checked(noSuchKind<&Fluid::bondKinds>,
              row("molecule.*.bond", moleculePart(&MoleculeKind::bond),
                  about(kFixed, "The kind of the bonds.", "the first one"),
                  KindName<BondKind>{&Fluid::bondKinds})),
      writtenWhere([](const Scenario& s, std::size_t) { return !s.fluid.angleKinds.empty(); },
                   checked(noSuchKind<&Fluid::angleKinds>,
                           row("molecule.*.angle", moleculePart(&MoleculeKind::angle),
                               about(kFixed, "The kind of the angles.", "the first one"),
                               KindName<AngleKind>{&Fluid::angleKinds})),
                   "with any [[angle]]"),
      row("integrator.kind", fluid(&Fluid::integrator),
          about("Integrator", "", kLive, {}, {},
                "The way to predict the velocities for the friction. It decides how much a large "
                "time step heats or cools the fluid."),
          Named{kIntegratorNames}),
      row("integrator.dt", fluid(&Fluid::dt),
          about("Time step Δt", "time", kLive, kTimeStep, {0.001, 0.1, "%.4f", true},
                "The time step of the leap-frog: p(n + ½) = p(n − ½) + F(n) Δt. A larger step is "
                "faster, and heats the fluid or makes it fail. In a much smaller step, particles "
                "do not move, since positions have single precision.")),
      writtenWhere(
          [](const Scenario& s, std::size_t) {
            return s.fluid.integrator == dpd::Integrator::VelocityVerlet;
          },
          row("integrator.lambda", fluid(&Fluid::lambda),
              about("λ", "", kLive, kShare, {0.0, 1.0, "%.2f"},
                    "The predicted velocity is v(n − ½) + (½ + λ) (v(n + ½) − v(n − ½)). "
                    "Groot and Warren advise 0.65; lambda = 1 is the paper's integrator.")),
          "with the kind velocity-verlet"),
      row("noise.kind", fluid(&Fluid::noise),
          about("Noise θ", "", kExchanged, {}, {},
                "The generator of the random numbers in the pair force."),
          Named{dpd::kNoises}),
      row("noise.seed", fluid(&Fluid::seed),
          about("Seed", "", kFixed, {0, std::numeric_limits<std::uint32_t>::max()}, {},
                "The seed of the initial positions and velocities, and of the noise. The same "
                "seed gives the same run on the same machine.")),
      writtenWhere([](const Scenario& s, std::size_t) { return dpd::hasStates(s.fluid.noise); },
                   row("noise.start", initial(&Initial::noise),
                       about(kFixed, "The first number of each particle's sequence."),
                       Named{kNoiseStartNames}),
                   "with the kind karpinski-sequence"),
      row("sort.algorithm", sort(&Settings::algorithm),
          about("Algorithm", "", kSort, {}, {},
                "The algorithm that sorts the particles into the cells."),
          Named{sort::kAlgorithmNames}),
      row("sort.mode", step(&StepSettings::mode),
          about("Mode", "", kSort, {}, {},
                "A step sorts all particles, or only particles that have changed their cell."),
          Named{kSortModeNames}),
      row("sort.sub_buffers", sort(&Settings::subBuffers),
          about("Sub-buffers K", "", kSort, {1, kMaxCount}, {},
                "The bucket sort draws its points in this many equal parts, one after the other, "
                "so that fewer of them collide (section 2.1 of the paper, which does not say how "
                "many parts).")),
      row("sort.partition", sort(&Settings::partition),
          about("Partition", "", kSort, {}, {}, "The number of times that a sub-buffer is drawn."),
          Named{sort::kPartitionNames}),
      row("sort.threshold", sort(&Settings::threshold),
          about("Threshold", "", kSort, kShare, {0.0, 1.0, "%.2f"},
                "The paper's predefined threshold (section 2.1), for the partition contiguous: the "
                "next sub-buffer joins when the previous one draws at most this share of its "
                "particles as points. At 0 the next sub-buffer waits for the last particle, at 1 "
                "it joins after one round.")),
      row("sort.reorder_every", step(&StepSettings::reorderEvery),
          about("Reorder every (steps)", "", kSort, {0, std::numeric_limits<int>::max()}, {},
                "Time steps after which the particles are put into the order of their cells in "
                "memory, so that neighbours are read from nearby texels. 0 never reorders.")),
      checked(whyNotMethod,
              row("search.kind", member(&Scenario::search),
                  about("Search", "", kExchanged, {}, {},
                        "The cells that are searched for the neighbours of a particle. All kinds "
                        "find the same neighbours."),
                  MethodForm{})),
      row("search.traversal", step(&StepSettings::traversal),
          about(
              "Traversal", "", kSort, {}, {},
              "The way in which forces find the neighbours of a particle if particles are sorted: "
              "on the engine paper, and on the engine fast if the scenario names an algorithm."),
          Named{kTraversalNames}),
      row("initial.state", initial(&Initial::kind),
          about("Positions", "", kFixed, {}, {}, "The initial positions of the particles.",
                "\"random\"; with any [[region]] \"regions\""),
          Named{kInitialNames}),
      writtenWhere(
          [](const Scenario& s, std::size_t) { return !s.initial.file.empty(); },
          checked(whyNotPath,
                  row("initial.file", initial(&Initial::file),
                      about(kFixed,
                            "The file of positions, relative to this scenario. gpubuck reads " +
                                formats::particleFormatsHelp() +
                                ". A file of another name is recognised by its contents, and text "
                                "compressed as .gz is decompressed. Kinds of bonds and angles are "
                                "found by their names in GSD and H5MD, and by the order of types "
                                "in LAMMPS.",
                            "none")))),
      row("initial.axis", initial(&Initial::axis),
          about(kFixed, "With state = \"layers\": the axis along which the layers are stacked.",
                "\"z\", in two dimensions \"y\""),
          Named{kAxisNames}),
      speciesList(
          "initial.order",
          about(kFixed, "With state = \"layers\": the species, from the low end of the axis on.",
                "in the order of the file"),
          &Scenario::initial, &Initial::order),
      row("initial.perturbation", initial(&Initial::perturbation),
          about("Displacement", "r_c", kFixed, {}, {0.0, 5.0, "%.2f r_c"},
                "With state = \"layers\": the interfaces are raised and lowered by this length "
                "times the product of cos(2π mode x / L) over the other axes, or by random waves "
                "with this root mean square.")),
      writtenWhere(
          [](const Scenario& s, std::size_t) { return s.initial.spectrum[1] == 0; },
          array("initial.modes", entryOf(&Scenario::initial, &Initial::modes), axesAcross,
                about("Waves along", "", kFixed, {0, 1000}, {},
                      "The number of waves of the displaced interface along each axis other than "
                      "initial.axis."))),
      writtenWhere(
          [](const Scenario& s, std::size_t) { return s.initial.spectrum[1] > 0; },
          array("initial.spectrum", entryOf(&Scenario::initial, &Initial::spectrum), two,
                about("", "", kFixed, {1, 100}, {},
                      "In place of modes: the least and the largest number of waves along the "
                      "longest side across the axis. All waves in this range have random "
                      "amplitudes and phases.",
                      "none"))),
      checked(
          noSuchSpecies,
          row("region.*.species", regionPart(&Region::species),
              about(kFixed, "The species that fills the region.", "the first one"), SpeciesName{})),
      writtenWhere(
          [](const Scenario& s, std::size_t i) { return s.regions[i].bond.has_value(); },
          checked(
              noSuchKind<&Fluid::bondKinds>,
              row("region.*.bond", regionPart(&Region::bond),
                  about(
                      kFixed,
                      "A kind of bonds, which makes the region a body that keeps its shape, such "
                      "as a ball that floats. Its particles are on a lattice, and bonded to their "
                      "neighbours at the length of the bond. Their density is √2 / length³, in two "
                      "dimensions 1.15 / length². Not allowed with density or places. A body lies "
                      "inside the box, apart from other bodies and from its own image.",
                      "none"),
                  KindName<BondKind>{&Fluid::bondKinds}))),
      writtenWhere(
          [](const Scenario& s, std::size_t i) { return s.regions[i].density.has_value(); },
          row("region.*.density", regionPart(&Region::density),
              about("", "1 / r_c³", kFixed, kNotBelowZero, {},
                    "Particles per unit of volume, outside of later regions. The number of "
                    "particles is density times volume, rounded. 0 empties the region.",
                    "the density of the fluid"),
              Optional{})),
      writtenWhere(
          [](const Scenario& s, std::size_t i) { return s.regions[i].places != Places::Random; },
          row("region.*.places", regionPart(&Region::places),
              about(kFixed, "The placing of the particles."), Named{kPlacesNames})),
      row("view.azimuth", camera(&dpd::Camera::azimuth),
          about("Azimuth", "degrees", kShown, {-360.0, 360.0}, {-180.0, 180.0, "%.0f°"},
                "The angle of the camera about the z axis; at 0 the camera is on the low-y side.",
                "30, in two dimensions 0")),
      row("view.elevation", camera(&dpd::Camera::elevation),
          about("Elevation", "degrees", kShown, {-90.0, 90.0}, {-90.0, 90.0, "%.0f°"},
                "The angle of the camera above the x-y plane; at 90 the camera looks down.",
                "20, in two dimensions 90")),
      row("view.roll", camera(&dpd::Camera::roll),
          about("Roll", "degrees", kShown, {-360.0, 360.0}, {-180.0, 180.0, "%.0f°"},
                "The angle by which the box is turned clockwise in the picture.")),
      row("view.zoom", camera(&dpd::Camera::zoom),
          about("Zoom", "", kShown, kAboveZero, {0.25, 16.0, "%.2f", true},
                "At 1 the whole box just fits into the picture.")),
      array("view.pan", pan, two,
            about("Shift", "heights of the picture", kShown, {}, {-1.0, 1.0, "%.2f"},
                  "Shift of the picture to the right (x) and up (y).")),
      row("view.slice_axis", view(&dpd::View::sliceAxis),
          about("Slice across", "", kShown, {}, {},
                "Only the particles of a slice across this axis are drawn."),
          Named{kSliceAxisNames}),
      row("view.slice_centre", view(&dpd::View::sliceCentre),
          about("Slice middle", "", kShown, kShare, {0.0, 1.0, "%.2f"},
                "The middle of the slice as a share of the side.")),
      row("view.slice_thickness", view(&dpd::View::sliceThickness),
          about("Slice thickness", "r_c", kShown, kAboveZero, {0.2, 10.0, "%.2f r_c"},
                "The thickness of the slice.")),
      speciesList("view.hide", about(kShown, "Species that are not drawn."), &Scenario::view,
                  &dpd::View::hidden),
      row("view.particle_radius", view(&dpd::View::particleRadius),
          about("Particle radius", "", kShown, {0.01, 100.0}, {0.2, 2.0, "%.2f"},
                "Radius of the particles, relative to the radius at which no gaps are visible.")),
      row("view.bond_radius", view(&dpd::View::bondRadius),
          about("Bond radius", "", kShown, kShare, {0.05, 1.0, "%.2f"},
                "Radius of the bonds as a share of the particles' radius; at 0 they are not drawn. "
                "Each half of a bond is drawn only if the particle at its end is drawn.")),
      row("frames.style", view(&dpd::View::frameStyle),
          about(kShown, "Style of particles in a run's pictures. The window has its own style."),
          Named{kParticleStyleNames}),
      row("frames.background", view(&dpd::View::frameBackground),
          about(kShown, "The background of the pictures of a run."), Named{kFrameBackgroundNames})};
}

/// Returns all keys: inserts the coefficients of pairs and the keys of shapes at their places among
/// the other keys.
std::vector<Key> makeRows() {
  std::vector<Key> rows = makeOtherRows();
  const auto insertBefore = [&](std::string_view path, const std::vector<Key>& keys) {
    rows.insert(std::ranges::find(rows, path, &Key::path), keys.begin(), keys.end());
  };
  insertBefore("pair.*.sigma", coefficients());
  insertBefore("region.*.species",
               shapeKeys("region", regionPart(&Region::shape), kFixed,
                         "The shape of the region. Where regions overlap, the last of them in the "
                         "file counts; places outside of all regions are empty. A shape continues "
                         "across a periodic side and ends at a reflecting side."));
  insertBefore(
      "solid.*.velocity",
      shapeKeys("solid", entryPart(&Fluid::solids, &dpd::Solid::shape), kLive,
                "The shape of the solid at step 0; in a checkpoint, the shape at the checkpoint's "
                "step. A flat body is at least 1 thick. A vessel is at least 1 wide (if round, 2), "
                "and at least 1 away from its own image. A solid that ends at a reflecting side "
                "has no surface there."));
  insertBefore("effect.*.strength",
               shapeKeys("effect", entryPart(&Fluid::effects, &dpd::Effect::shape), kLive,
                         "The shape of the effect, which continues across periodic sides. The kind "
                         "pull needs a sphere or a cylinder. The kind stir needs a cylinder or, in "
                         "two dimensions, a sphere."));
  return rows;
}

}  // namespace

const std::vector<Key>& schema() {
  static const std::vector<Key> kRows = makeRows();
  return kRows;
}

}  // namespace gpubuck::scenario
