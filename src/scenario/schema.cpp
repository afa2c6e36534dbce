#include "scenario/schema.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/id.h"
#include "dpd/noise.h"
#include "scenario/names.h"
#include "sort/names.h"

namespace gpubuck::scenario {
namespace {

using dpd::Fluid;

constexpr Limits kAboveZero{.least = 0.0, .isOpen = true};
constexpr Limits kNotBelowZero{.least = 0.0};
constexpr Limits kShare{.least = 0.0, .most = 1.0};

/// A member of a member ... of the scenario.
template <typename... Members>
auto member(Members... members) {
  return [=](auto& scenario, std::size_t) -> auto& { return (scenario.*....*members); };
}

template <typename T>
using Stored = std::conditional_t<std::is_same_v<T, std::string>, std::string,
                                  std::conditional_t<std::is_integral_v<T>, std::int64_t, double>>;

template <typename Access>
Key row(std::string path, Access access, About about) {
  using Member = std::remove_cvref_t<decltype(access(std::declval<Scenario&>(), 0))>;
  Key key{.path = std::move(path), .about = std::move(about)};
  key.get = [access](const Scenario& scenario, std::size_t entry) -> Value {
    return static_cast<Stored<Member>>(access(scenario, entry));
  };
  key.set = [access](Scenario& scenario, std::size_t entry, const Value& value) {
    access(scenario, entry) = static_cast<Member>(std::get<Stored<Member>>(value));
  };
  return key;
}

template <typename Row>
std::vector<Word> wordsOf(const std::vector<Row>& table) {
  std::vector<Word> words;
  for (const Row& row : table) words.push_back({row.name, row.help});
  return words;
}

template <typename Row, typename Access>
Key choice(std::string path, const std::vector<Row>& table, Access access, About about) {
  Key key{.path = std::move(path), .about = std::move(about), .words = wordsOf(table)};
  key.get = [access, &table](const Scenario& scenario, std::size_t entry) -> Value {
    return nameOf(table, access(scenario, entry));
  };
  key.set = [access, &table](Scenario& scenario, std::size_t entry, const Value& value) {
    access(scenario, entry) = findName(table, std::get<std::string>(value))->value;
  };
  return key;
}

/// An array with an entry of a member for each of the first axes, as many as `count(scenario)`.
template <typename Access, typename Count>
Key perAxis(std::string path, Access access, Count count, About about) {
  using Member = std::remove_cvref_t<decltype(access(std::declval<Scenario&>(), 0)[0])>;
  using List = std::vector<Stored<Member>>;
  Key key{.path = std::move(path), .about = std::move(about)};
  key.get = [access, count](const Scenario& scenario, std::size_t) -> Value {
    List list;
    for (int i = 0; i < count(scenario); ++i) {
      using Index = std::conditional_t<std::is_integral_v<Member>, std::size_t, int>;
      list.push_back(access(scenario, 0)[static_cast<Index>(i)]);
    }
    return list;
  };
  key.set = [access](Scenario& scenario, std::size_t, const Value& value) {
    const List& list = std::get<List>(value);
    for (std::size_t i = 0; i < list.size(); ++i) {
      using Index = std::conditional_t<std::is_integral_v<Member>, std::size_t, int>;
      access(scenario, 0)[static_cast<Index>(i)] = static_cast<Member>(list[i]);
    }
  };
  return key;
}

int dimensionsOf(const Scenario& scenario) { return scenario.fluid.box.dimensions; }
int axesAcross(const Scenario& scenario) { return dimensionsOf(scenario) - 1; }

std::string noSuchSpecies(const Scenario& scenario, const std::string& name) {
  for (const dpd::Species& species : scenario.fluid.species) {
    if (species.name == name) return {};
  }
  return fmt::format("there is no species '{}'", name);
}

std::vector<std::string> speciesNames(const Scenario& scenario, const std::vector<int>& list) {
  std::vector<std::string> names;
  for (const int species : list) {
    names.push_back(scenario.fluid.species[static_cast<std::size_t>(species)].name);
  }
  return names;
}

/// An array of names of species, kept as their numbers.
template <typename Access>
Key speciesList(std::string path, Access access, About about) {
  Key key{.path = std::move(path), .about = std::move(about), .isList = true};
  key.get = [access](const Scenario& scenario, std::size_t) -> Value {
    return speciesNames(scenario, access(scenario, 0));
  };
  key.set = [access](Scenario& scenario, std::size_t, const Value& value) {
    std::vector<int> list;
    for (const std::string& name : std::get<std::vector<std::string>>(value)) {
      int species = 0;
      while (scenario.fluid.species[static_cast<std::size_t>(species)].name != name) ++species;
      list.push_back(species);
    }
    access(scenario, 0) = std::move(list);
  };
  key.whyNotText = noSuchSpecies;
  return key;
}

Key required(Key key) {
  key.isRequired = true;
  return key;
}

template <typename Predicate>
Key writtenWhere(Predicate predicate, Key key, const char* only = "") {
  key.isWritten = predicate;
  key.only = only;
  return key;
}

Key checked(std::string (*whyNotText)(const Scenario&, const std::string&), Key key) {
  key.whyNotText = whyNotText;
  return key;
}

/// A key that is read in its own way.
Key readApart(std::string path, Value (*get)(const Scenario&, std::size_t), About about) {
  return {.path = std::move(path), .about = std::move(about), .get = get};
}

std::string whyNotName(const Scenario&, const std::string& name) {
  const bool isGood =
      !name.empty() && name.size() <= 32 && std::all_of(name.begin(), name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_';
      });
  return isGood ? "" : fmt::format("'{}' is not 1 to 32 of a-z, A-Z, 0-9, - and _", name);
}

std::string whyNotColour(const Scenario&, const std::string& colour) {
  const bool isGood = colour.size() == 7 && colour[0] == '#' &&
                      colour.find_first_not_of("0123456789abcdefABCDEF", 1) == std::string::npos;
  return isGood ? "" : fmt::format("'{}' is not of the form #rrggbb", colour);
}

std::string whyNotMethod(const Scenario&, const std::string& word) {
  if (search::parseMethod(word)) return {};
  return fmt::format("'{}' is not one of {}", word, search::kMethodWords);
}

using Rows = std::vector<Key>;

constexpr bool kLive = true, kFixed = false;

About about(bool isLive, const char* help, const char* initial = "") {
  return {.help = help, .initial = initial, .isLive = isLive};
}

About about(const char* label, const char* unit, bool isLive, const Limits& limits,
            const Span& span, const char* help, const char* initial = "") {
  return {label, unit, help, initial, isLive, limits, span};
}

Rows topKeys() {
  return {row("name", member(&Scenario::name),
              about(kLive, "Names what is made of the scenario.",
                    "the file's name without its extension")),
          row("description", member(&Scenario::description),
              about(kLive, "A line for people: the window shows it."))};
}

Key dimensionsKey() {
  Key key =
      row("box.dimensions", member(&Scenario::fluid, &Fluid::box, &search::Box::dimensions),
          about("", "", kFixed, {2, 3}, {}, "Size, boundary and gravity have as many entries."));
  key.set = [](Scenario& scenario, std::size_t, const Value& value) {
    scenario.fluid.box.dimensions = static_cast<int>(std::get<std::int64_t>(value));
    if (scenario.fluid.box.dimensions == 3) return;
    scenario.initial.axis = 1;
    scenario.view.azimuth = 0.0;
    scenario.view.elevation = 90.0;
  };
  return key;
}

Key boundaryKey() {
  Key key{.path = "box.boundary",
          .about = about(kFixed, "What happens at the sides across each axis."),
          .words = wordsOf(kBoundaryNames)};
  key.get = [](const Scenario& scenario, std::size_t) -> Value {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < static_cast<std::size_t>(dimensionsOf(scenario)); ++i) {
      names.push_back(nameOf(kBoundaryNames, scenario.fluid.box.boundary[i]));
    }
    return names;
  };
  key.set = [](Scenario& scenario, std::size_t, const Value& value) {
    const auto& names = std::get<std::vector<std::string>>(value);
    for (std::size_t i = 0; i < names.size(); ++i) {
      scenario.fluid.box.boundary[i] = findName(kBoundaryNames, names[i])->value;
    }
  };
  return key;
}

Rows boxKeys() {
  return {dimensionsKey(),
          required(perAxis("box.size", member(&Scenario::fluid, &Fluid::box, &search::Box::size),
                           dimensionsOf,
                           about("Box along", "r_c", kFixed, kAboveZero, {3.0, 100.0, "%.1f r_c"},
                                 "The lengths of the sides. The search says how long a "
                                 "periodic side must be: at least 3 with cells27."))),
          boundaryKey()};
}

template <typename T>
auto ofSpecies(T dpd::Species::*member) {
  return [member](auto& scenario, std::size_t k) -> auto& {
    return scenario.fluid.species[k].*member;
  };
}

Rows speciesKeys() {
  return {
      required(
          checked(whyNotName, row("species.*.name", ofSpecies(&dpd::Species::name),
                                  about(kLive,
                                        "1 to 32 letters, digits, - and _; no two species have the "
                                        "same name.")))),
      row("species.*.mass", ofSpecies(&dpd::Species::mass),
          about("Mass of", "mass", kFixed, kAboveZero, {0.5, 10.0},
                "Of one particle; the unit is usually the mass of the lightest species.")),
      row("species.*.fraction", ofSpecies(&dpd::Species::fraction),
          about("Share of", "", kFixed, {0.0, 1.0, true}, {0.05, 0.95},
                "The share of all particles that are of this species; the shares add up to 1.")),
      writtenWhere(
          [](const Scenario& scenario, std::size_t k) {
            return !scenario.fluid.species[k].colour.empty();
          },
          checked(whyNotColour, row("species.*.colour", ofSpecies(&dpd::Species::colour),
                                    about(kLive, "\"#rrggbb\".",
                                          "the next of a map that the colour-blind can read"))))};
}

Rows fluidKeys() {
  const auto fluid = [](auto part) { return member(&Scenario::fluid, part); };
  return {row("fluid.density", fluid(&Fluid::density),
              about("Density n", "1 / r_c³", kFixed, kAboveZero, {1.0, 10.0},
                    "Particles per unit of volume, in two dimensions of area. The coefficients "
                    "of the pairs stay as they are; the pressure does not.")),
          row("fluid.kT", fluid(&Fluid::kT),
              about("Temperature kT", "energy", kLive, kNotBelowZero, {0.0, 4.0, "%.3f"},
                    "What friction and noise together hold the fluid at: k_B T. The noise of "
                    "every pair follows it by sigma² = 2 gamma kT.",
                    "what gamma and sigma of a pair give, or 1")),
          perAxis("fluid.gravity", fluid(&Fluid::gravity), dimensionsOf,
                  about("Gravity", "r_c / time²", kLive, {}, {-1.0, 1.0, "%.3f"},
                        "Uniform acceleration. A fluid that weighs more than its pressure "
                        "collapses on the floor.")),
          row("fluid.poiseuille", fluid(&Fluid::poiseuille),
              about("Opposite streams", "r_c / time²", kLive, {}, {-0.5, 0.5, "%.3f"},
                    "Acceleration along x where the last coordinate is in the lower half of the "
                    "box, and against x in the upper half. In a periodic box two parabolic "
                    "streams follow, periodic Poiseuille flow, whose speed tells the viscosity.")),
          row("fluid.drag", fluid(&Fluid::drag),
              about("Langevin friction", "1 / time", kLive, kNotBelowZero, {0.0, 10.0, "%.2f"},
                    "Friction of every particle with a medium at rest, and its noise. Momentum "
                    "is then lost, and domains that part grow by diffusion alone."))};
}

/// A coefficient of a pair, the same for (k, l) and (l, k).
Key coefficient(std::string path, double dpd::PairCoefficients::*part, About about) {
  const auto access = [part](auto& scenario, std::size_t entry) -> auto& {
    return scenario.fluid.pairs[entry].*part;
  };
  Key key = row(std::move(path), access, std::move(about));
  key.set = [access](Scenario& scenario, std::size_t entry, const Value& value) {
    const std::size_t count = scenario.fluid.species.size();
    for (const std::size_t either : {entry, entry % count * count + entry / count}) {
      access(scenario, either) = std::get<double>(value);
    }
  };
  return key;
}

Rows pairKeys() {
  return {
      required(checked(
          noSuchSpecies,
          readApart(
              "pair.*.species",
              [](const Scenario& scenario, std::size_t entry) -> Value {
                const auto count = scenario.fluid.species.size();
                return speciesNames(
                    scenario, {static_cast<int>(entry / count), static_cast<int>(entry % count)});
              },
              about(kFixed, "The two species, or one of them twice. Every pair has its table.")))),
      coefficient("pair.*.a", &dpd::PairCoefficients::a,
                  about("Repulsion a", "energy / r_c", kLive, kNotBelowZero, {0.0, 150.0, "%.1f"},
                        "How strongly they repel each other: a w. 75 kT / density is as "
                        "compressible as water.",
                        "must be given, or pi; 25 without any [[pair]]")),
      coefficient("pair.*.gamma", &dpd::PairCoefficients::gamma,
                  about("Friction γ", "mass / time", kLive, kNotBelowZero, {0.0, 40.0, "%.2f"},
                        "How strongly they brake each other: gamma w² (e·v); 0 switches friction "
                        "and noise off.",
                        "what sigma and kT give; 4.5 without any [[pair]]")),
      readApart(
          "pair.*.sigma",
          [](const Scenario& scenario, std::size_t entry) -> Value {
            return scenario.fluid.pairs[entry].sigma(scenario.fluid.kT);
          },
          about("", "", kFixed, kNotBelowZero, {},
                "The noise, sigma² = 2 gamma kT. It may stand for gamma, or for kT; where "
                "all three are given they must agree.",
                "what gamma and kT give")),
      readApart("pair.*.pi", nullptr,
                about("", "", kFixed, kNotBelowZero, {},
                      "In place of a: the pair is then given in the paper's normalised "
                      "form. With A = 3 / (π density), B = 15 / (2 π density), in two "
                      "dimensions 6 / (π density), and M = 2 m₁ m₂ / (m₁ + m₂), a is pi A, "
                      "and gamma and sigma are M B and A times what stands here.",
                      "none"))};
}

Rows integratorKeys() {
  const auto fluid = [](auto part) { return member(&Scenario::fluid, part); };
  return {choice("integrator.kind", kIntegratorNames, fluid(&Fluid::integrator),
                 about("Integrator", "", kLive, {}, {},
                       "How the velocity that friction acts on is predicted; it decides how "
                       "much a large time step heats or cools the fluid.")),
          row("integrator.dt", fluid(&Fluid::dt),
              about("Time step Δt", "time", kLive, kAboveZero, {0.001, 0.1, "%.4f", true},
                    "Of the leap-frog: p(n + ½) = p(n − ½) + F(n) Δt. A larger one is faster, "
                    "and heats the fluid or makes it fail.")),
          writtenWhere(
              [](const Scenario& scenario, std::size_t) {
                return scenario.fluid.integrator == dpd::Integrator::VelocityVerlet;
              },
              row("integrator.lambda", fluid(&Fluid::lambda),
                  about("λ", "", kLive, kShare, {0.0, 1.0, "%.2f"},
                        "The predicted velocity is v(n − ½) + (½ + λ) times its change in a "
                        "step. Groot and Warren advise 0.65; at 1 it is the paper's "
                        "integrator.")),
              "with the kind velocity-verlet")};
}

Rows noiseKeys() {
  return {
      choice(
          "noise.kind", dpd::kNoises, member(&Scenario::fluid, &Fluid::noise),
          about("Noise θ", "", kFixed, {}, {},
                "Where the random numbers of the pair force come from. The window exchanges it at "
                "once.")),
      row("noise.seed", member(&Scenario::fluid, &Fluid::seed),
          about("Seed", "", kFixed, {0, std::numeric_limits<std::uint32_t>::max()}, {},
                "Of the positions and velocities at the start, and of the noise. The same "
                "seed gives the same run on the same machine."))};
}

Rows sortKeys() {
  using dpd::StepSettings;
  using sort::Settings;
  const auto step = [](auto part) { return member(&Scenario::step, part); };
  const auto sort = [](auto part) { return member(&Scenario::step, &StepSettings::sort, part); };
  return {
      choice("sort.algorithm", sort::kAlgorithmNames, sort(&Settings::algorithm),
             about("Algorithm", "", kLive, {}, {}, "How the particles are sorted into the cells.")),
      choice("sort.mode", kSortModeNames, step(&StepSettings::mode),
             about("Mode", "", kLive, {}, {},
                   "Whether a time step sorts all particles or only those that moved.")),
      row("sort.sub_buffers", sort(&Settings::subBuffers),
          about("Sub-buffers K", "", kLive, {1, kMaxCount}, {},
                "Parts the points of the bucket sort are drawn in, one after the other, so that "
                "fewer of them fall onto each other (section 2.1 of the paper). With the "
                "grouped partition: how many particles make a group.")),
      row("sort.threshold", sort(&Settings::threshold),
          about("Threshold", "", kLive, kShare, {0.0, 1.0, "%.2f"},
                "A sub-buffer joins in once the one before it draws no more than this share of "
                "its points.")),
      choice("sort.partition", sort::kPartitionNames, sort(&Settings::partition),
             about("Partition", "", kLive, {}, {}, "Which particles form a sub-buffer.")),
      choice("sort.point_source", sort::kPointSourceNames, sort(&Settings::pointSource),
             about("Point source", "", kLive, {}, {},
                   "Where the points of the bucket sort find their cells.")),
      row("sort.reorder_every", step(&StepSettings::reorderEvery),
          about("Reorder every (steps)", "", kLive, {0, std::numeric_limits<int>::max()}, {},
                "Time steps after which the particles are put into the order of their cells in "
                "memory, so that neighbours are read from nearby texels; 0: never."))};
}

Rows searchKeys() {
  Key key{.path = "search.kind",
          .about = about("Search", "", kLive, {}, {},
                         "Which cells are searched for the neighbours of a particle. All "
                         "methods find the same neighbours."),
          .words = {{"cells27",
                     "Cells of edge 1, the particle's own and the 26 around it (in two "
                     "dimensions 9). A periodic side is at least 3."},
                    {"cells-per-cutoff=K",
                     "Cells of edge 1/K and (2K + 1)³ of them, K in 1..4. A periodic side is at "
                     "least 2 + 1/K."},
                    {"octant", "The same as octant=2."},
                    {"octant=F",
                     "Cells of edge F >= 2 and the 8 that meet in the corner nearest to the "
                     "particle (in two dimensions 4). A periodic side is at least F."}}};
  key.get = [](const Scenario& scenario, std::size_t) -> Value {
    return search::methodWord(scenario.search);
  };
  key.set = [](Scenario& scenario, std::size_t, const Value& value) {
    scenario.search = *search::parseMethod(std::get<std::string>(value));
  };
  return {checked(whyNotMethod, key)};
}

Rows initialKeys() {
  const auto initial = [](auto part) { return member(&Scenario::initial, part); };
  const auto two = [](const Scenario&) { return 2; };
  return {
      choice("initial.state", kInitialNames, initial(&Initial::kind),
             about("Positions", "", kFixed, {}, {}, "Where the particles begin.")),
      writtenWhere([](const Scenario& s, std::size_t) { return !s.initial.file.empty(); },
                   row("initial.file", initial(&Initial::file),
                       about(kFixed, "State file: the file, relative to this scenario.", "none"))),
      choice("initial.axis", kAxisNames, initial(&Initial::axis),
             about(kFixed, "State layers: the axis they are stacked along.",
                   "\"z\", in two dimensions \"y\"")),
      speciesList("initial.order", initial(&Initial::order),
                  about(kFixed,
                        "State layers: the species from the low end of the axis to the high "
                        "end.",
                        "as the species stand in the file")),
      row("initial.perturbation", initial(&Initial::perturbation),
          about("Displacement", "r_c", kFixed, {}, {0.0, 5.0, "%.2f r_c"},
                "State layers: the interfaces are raised and lowered by this length times "
                "the product of cos(2π mode x / L) over the other axes, or by random waves "
                "with this root mean square.")),
      perAxis("initial.modes", initial(&Initial::modes), axesAcross,
              about("Waves along", "", kFixed, {0, 1000}, {},
                    "How many waves the displaced interface has along each of the other "
                    "axes; 0: none.")),
      writtenWhere([](const Scenario& s, std::size_t) { return s.initial.spectrum[1] > 0; },
                   perAxis("initial.spectrum", initial(&Initial::spectrum), two,
                           about("", "", kFixed, {1, 100}, {},
                                 "In place of modes: all waves, from this many to this many in the "
                                 "longest side across, with random amplitudes and phases.",
                                 "none")))};
}

Key panKey() {
  Key key{.path = "view.pan",
          .about = about("Shift", "heights of the picture", kLive, {}, {-1.0, 1.0, "%.2f"},
                         "Shift of the picture to the right (x) and up (y).")};
  key.get = [](const Scenario& scenario, std::size_t) -> Value {
    return std::vector<double>{scenario.view.panX, scenario.view.panY};
  };
  key.set = [](Scenario& scenario, std::size_t, const Value& value) {
    const auto& pan = std::get<std::vector<double>>(value);
    scenario.view.panX = pan[0];
    scenario.view.panY = pan[1];
  };
  return key;
}

Rows viewKeys() {
  const auto view = [](auto part) { return member(&Scenario::view, part); };
  return {row("view.azimuth", view(&View::azimuth),
              about("Azimuth", "degrees", kLive, {-360.0, 360.0}, {-180.0, 180.0, "%.0f°"},
                    "Where the camera stands around the z axis; at 0 on the low-y side.",
                    "30, in two dimensions 0")),
          row("view.elevation", view(&View::elevation),
              about("Elevation", "degrees", kLive, {-90.0, 90.0}, {-90.0, 90.0, "%.0f°"},
                    "How far above the x-y plane the camera stands; 90 looks down.",
                    "20, in two dimensions 90")),
          row("view.zoom", view(&View::zoom),
              about("Zoom", "", kLive, kAboveZero, {0.25, 16.0, "%.2f", true},
                    "At 1 the whole box just fits.")),
          panKey(),
          choice("view.slice_axis", kSliceAxisNames, view(&View::sliceAxis),
                 about("Slice across", "", kLive, {}, {},
                       "Only the particles of a slice across this axis are drawn.")),
          row("view.slice_centre", view(&View::sliceCentre),
              about("Its middle", "", kLive, kShare, {0.0, 1.0, "%.2f"},
                    "The middle of the slice as a share of the side.")),
          row("view.slice_thickness", view(&View::sliceThickness),
              about("Its thickness", "r_c", kLive, kAboveZero, {0.2, 10.0, "%.2f r_c"},
                    "The thickness of the slice.")),
          speciesList("view.hide", member(&Scenario::view, &View::hidden),
                      about(kLive, "Species that are not drawn."))};
}

bool isPairKey(const Key& key) { return key.path.starts_with("pair."); }

}  // namespace

std::string Limits::whyNot(double value) const {
  if (!std::isfinite(value)) return fmt::format("{} is not finite", value);
  if (value > most || (value < least && std::isfinite(most) && !isOpen)) {
    return fmt::format("{} is not in {}", value, text());
  }
  if (isOpen && value <= least) return fmt::format("{} is not above {}", value, least);
  return value < least ? fmt::format("{} is below {}", value, least) : "";
}

std::string Limits::text() const {
  if (std::isfinite(most)) {
    return isOpen ? fmt::format("above {} to {}", least, most) : fmt::format("{}..{}", least, most);
  }
  if (!std::isfinite(least)) return {};
  return fmt::format("{} {}", isOpen ? ">" : ">=", least);
}

std::string Key::table() const {
  const std::size_t dot = path.rfind('.');
  return dot == std::string::npos ? "" : path.substr(0, dot);
}

std::string Key::name() const { return path.substr(path.rfind('.') + 1); }

std::string Key::pathOf(const Scenario& scenario, std::size_t entry) const {
  const std::size_t star = path.find('*');
  if (star == std::string::npos) return path;
  if (isPairKey(*this)) {
    const std::vector<std::size_t> entries = entriesOf(*this, scenario);
    entry = static_cast<std::size_t>(std::find(entries.begin(), entries.end(), entry) -
                                     entries.begin());
  }
  return fmt::format("{}{}{}", path.substr(0, star), entry, path.substr(star + 1));
}

const std::vector<Key>& schema() {
  static const std::vector<Key> kKeys = [] {
    std::vector<Key> all;
    for (Rows (*rows)() : {topKeys, boxKeys, speciesKeys, fluidKeys, pairKeys, integratorKeys,
                           noiseKeys, sortKeys, searchKeys, initialKeys, viewKeys}) {
      for (Key& key : rows()) all.push_back(std::move(key));
    }
    return all;
  }();
  return kKeys;
}

const Key& keyAt(const std::string& path) {
  return *std::find_if(schema().begin(), schema().end(),
                       [&](const Key& key) { return key.path == path; });
}

std::vector<std::size_t> entriesOf(const Key& key, const Scenario& scenario) {
  if (key.path.find('*') == std::string::npos) return {0};
  std::vector<std::size_t> entries;
  const std::size_t species = scenario.fluid.species.size();
  for (std::size_t k = 0; k < species; ++k) {
    if (!isPairKey(key)) entries.push_back(k);
    for (std::size_t l = k; isPairKey(key) && l < species; ++l) entries.push_back(species * k + l);
  }
  return entries;
}

}  // namespace gpubuck::scenario
