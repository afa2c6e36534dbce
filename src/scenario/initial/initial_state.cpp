#include "scenario/initial/initial_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "cells/box.h"
#include "formats/format.h"
#include "scenario/initial/bodies.h"
#include "scenario/initial/initial_places.h"
#include "scenario/initial/place_molecules.h"
#include "scenario/initial/regions.h"

namespace gpubuck::scenario {
namespace {

using Order = std::vector<std::size_t>;

// Number of elements per part of a stage.
constexpr std::size_t kBlock = 1 << 14;

glm::vec3 randomPosition(const cells::Box& box, RandomStream& random) {
  glm::vec3 position(0.0F);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    position[axis] = cells::insideAsFloat(random.uniform() * box.size[axis], box.size[axis]);
  }
  return position;
}

/// Returns the species of all particles except beads, as one block per species in the given order.
std::vector<int> speciesBlocks(const Scenario& scenario, const std::vector<int>& order) {
  const std::vector<std::int64_t> counts = speciesCounts(scenario), beads = beadCounts(scenario);
  std::vector<int> species;
  for (const int index : order) {
    const auto k = static_cast<std::size_t>(index);
    species.insert(species.end(), static_cast<std::size_t>(counts[k] - beads[k]), index);
  }
  return species;
}

Order identity(std::size_t count) {
  Order order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// Throws InputError unless the first particles have the species of the beads of molecules or
/// bodies.
void requireBeads(const Scenario& scenario, const dpd::Particles& given,
                  const std::string& source) {
  const std::vector<int> beads = beadSpecies(scenario);
  for (std::size_t i = 0; i < beads.size(); ++i) {
    if (given.species[i] == beads[i]) continue;
    const auto nameOf = [&](int species) {
      return scenario.fluid.species[static_cast<std::size_t>(species)].name;
    };
    throw InputError(
        source, fmt::format("particle {} is of the species {}, but the bead of this id is of {}", i,
                            nameOf(given.species[i]), nameOf(beads[i])));
  }
}

void requireGiven(const Scenario& scenario, const dpd::Particles& given,
                  const std::string& source) {
  const std::int64_t expected = particleCount(scenario);
  const auto count = static_cast<std::int64_t>(given.count());
  if (count != expected && scenario.initial.kind == InitialKind::Regions) {
    throw InputError(
        source, counted(count, "particle") + fmt::format(", but the regions hold {}", expected));
  }
  if (count != expected) {
    throw InputError(
        source,
        fmt::format("{}, but fluid.density {} in the box makes {} (a density of {} would fit)",
                    counted(count, "particle"), scenario.fluid.density, expected,
                    static_cast<double>(count) / scenario.fluid.room().volume()));
  }
  requireBeads(scenario, given, source);
  const dpd::Room room = scenario.fluid.room();
  for (std::size_t i = 0; i < given.count(); ++i) {
    const glm::vec3& place = given.position[i];
    if (room.contains(glm::dvec3(place))) continue;
    throw InputError(source, fmt::format("particle {} at ({}, {}, {}) is in a solid", i, place.x,
                                         place.y, place.z));
  }
}

/// Returns bonds or angles in an order that depends neither on the given order nor on the order of
/// the two ends of a bond or angle.
template <typename Link>
auto inOrder(const std::vector<Link>& links) {
  std::vector<std::pair<int, decltype(Link::ids)>> all;
  for (auto [kind, ids] : links) {
    if (ids.front() > ids.back()) std::swap(ids.front(), ids.back());
    all.emplace_back(kind, ids);
  }
  std::ranges::sort(all);
  return all;
}

/// Throws InputError if both the file and the scenario have bonds or angles, and these differ.
void requireMoleculesOf(const Scenario& scenario, const dpd::Molecules& given,
                        const std::string& source) {
  const dpd::Molecules own = moleculesOf(scenario);
  if (own.empty() || given.empty()) return;
  if (inOrder(own.bonds) == inOrder(given.bonds) && inOrder(own.angles) == inOrder(given.angles)) {
    return;
  }
  throw InputError(source,
                   "has other bonds or angles than [[molecule]] makes; without [[molecule]] "
                   "the bonds and angles of the file are used");
}

}  // namespace

/// The work, which is a sequence of stages; each stage is a sequence of parts. However many parts a
/// call does, the parts are done in the same order, so that random numbers are drawn in the same
/// order.
class InitialStateMaker::Work {
 public:
  explicit Work(const Scenario& scenario)
      : scenario_(scenario),
        fluid_(scenario_.fluid),
        source_(scenario.initial.kind == InitialKind::File ? scenario.initial.file : "molecule"),
        random_(fluid_.seed) {
    const auto count = static_cast<std::size_t>(particleCount(scenario));
    if (scenario.initial.kind == InitialKind::File) {
      inOneGo(count, [this] {
        formats::FileParticles given = formats::readParticles(source_, fluid_);
        requireGiven(scenario_, given, source_);
        requireMoleculesOf(scenario_, given.molecules, source_);
        formats::tellLeftOut(given.leftOut);
        fileMolecules_ = std::move(given.molecules);
        particles_ = std::move(given);
      });
      arrange(count, true);
      return;
    }
    if (scenario.initial.kind == InitialKind::Regions) {
      inOneGo(0, [this] {
        placeBodies(scenario_, particles_);
        regions_ = beginRegions(scenario_);
      });
      stage(count, [this](std::size_t begin, std::size_t end) {
        fillRegions(scenario_, regions_, static_cast<std::int64_t>(end - begin), random_,
                    particles_);
      });
    } else {
      const std::size_t beads = makeMolecules();
      makePlaces(beads, count);
      makeSpecies(beads, count);
    }
    const auto isBody = [](const Region& region) { return region.bond.has_value(); };
    arrange(count, !scenario.molecules.empty() || std::ranges::any_of(scenario.regions, isBody));
  }

  Work(const Scenario& scenario, const dpd::Particles& given, const std::string& source)
      : scenario_(scenario),
        fluid_(scenario_.fluid),
        source_(source),
        random_(fluid_.seed),
        particles_(given) {
    requireGiven(scenario_, particles_, source);
    arrange(particles_.count(), true);
  }

  bool advance(std::int64_t particles) {
    for (auto left = static_cast<double>(particles); stage_ < stages_.size() && left > 0.0;) {
      const Stage& stage = stages_[stage_];
      if (part_ < stage.parts) {
        stage.run(part_++);
        left -= stage.weight;
        done_ += stage.weight;
      }
      if (part_ >= stage.parts) ++stage_, part_ = 0;
    }
    return stage_ == stages_.size();
  }

  double share() const { return all_ > 0.0 ? std::min(1.0, done_ / all_) : 1.0; }
  dpd::ParticleState take() { return std::move(state_); }

 private:
  struct Stage {
    std::size_t parts;
    double weight;  ///< approximate number of particles per part
    std::function<void(std::size_t part)> run;
  };

  void stage(std::size_t parts, double weight, std::function<void(std::size_t)> run) {
    stages_.push_back({parts, weight, std::move(run)});
    all_ += static_cast<double>(parts) * weight;
  }
  template <typename Run>
  void inOneGo(std::size_t weight, Run run) {
    stage(1, static_cast<double>(weight), [run](std::size_t) { run(); });
  }
  /// Adds a stage that calls `run(begin, end)` for blocks of elements.
  template <typename Run>
  void stage(std::size_t count, Run run) {
    stage((count + kBlock - 1) / kBlock, static_cast<double>(kBlock),
          [count, run](std::size_t k) { run(k * kBlock, std::min(count, (k + 1) * kBlock)); });
  }
  /// Adds a stage that calls `run(i)` for each element.
  template <typename Run>
  void stageOfEach(std::size_t count, Run run) {
    stage(count, [run](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) run(i);
    });
  }

  /// Makes the beads of molecules, which are the first particles. Returns the number of beads.
  std::size_t makeMolecules() {
    plans_ = moleculePlans(scenario_);
    if (!plans_.empty()) crowd_.emplace(fluid_.box);
    std::size_t beads = 0;
    for (std::size_t kind = 0; kind < plans_.size(); ++kind) {
      beads += static_cast<std::size_t>(plans_[kind].beadCount());
      stage(static_cast<std::size_t>(plans_[kind].count),
            static_cast<double>(plans_[kind].beads.species.size()), [this, kind](std::size_t) {
              placeMolecule(scenario_, plans_[kind], scenario_.molecules[kind].name, random_,
                            *crowd_, particles_);
            });
    }
    inOneGo(0, [this] { crowd_.reset(); });
    return beads;
  }

  /// Makes the places of all particles except beads.
  void makePlaces(std::size_t beads, std::size_t all) {
    const std::size_t count = all - beads;
    std::vector<glm::vec3>& positions = particles_.position;
    inOneGo(0, [&positions, all] { positions.resize(all); });
    if (scenario_.initial.kind == InitialKind::Lattice) {
      stageOfEach(count, [&positions, lattice = Lattice(scenario_)](std::size_t i) {
        positions[i] = lattice.place(i);
      });
    } else {
      stageOfEach(count, [this, &positions, beads](std::size_t i) {
        positions[beads + i] = randomPosition(fluid_.box, random_);
      });
    }
    if (fluid_.solids.empty()) return;
    // Particles that would begin in a solid go to random places outside of solids.
    stageOfEach(count, [this, &positions, beads, room = fluid_.room()](std::size_t i) {
      glm::vec3& position = positions[beads + i];
      while (!room.contains(glm::dvec3(position))) {
        position = randomPosition(fluid_.box, random_);
      }
    });
  }

  void makeSpecies(std::size_t beads, std::size_t all) {
    const std::size_t count = all - beads;
    inOneGo(count / 16, [this] { blocks_ = speciesBlocks(scenario_, scenario_.initial.order); });
    if (scenario_.initial.kind == InitialKind::Layers) {
      makeLayers(count);
      return;
    }
    stageOfEach(count, [this](std::size_t i) { random_.shuffle(blocks_, blocks_.size() - i); });
    inOneGo(0, [this] {
      particles_.species.insert(particles_.species.end(), blocks_.begin(), blocks_.end());
      blocks_ = {};
    });
  }

  /// Sorts the particles by their height above the displaced interface, and gives the lowest
  /// particles the first species, the next particles the second species, and so on. Thus the number
  /// of particles of each species is exact, and the layers follow the waves at uniform density.
  void makeLayers(std::size_t count) {
    inOneGo(0, [this] { waves_ = makeInterfaceWaves(scenario_.initial, fluid_.box, random_); });
    heights_.resize(count);
    stageOfEach(count, [this](std::size_t i) {
      const glm::vec3& position = particles_.position[i];
      heights_[i] = position[scenario_.initial.axis] - displacement(waves_, glm::dvec3(position));
    });
    inOneGo(count / 16, [this, count] { order_ = identity(count); });
    sortByHeight(count);
    inOneGo(count / 16, [this, count] { particles_.species.resize(count); });
    stageOfEach(count, [this](std::size_t i) { particles_.species[order_[i]] = blocks_[i]; });
    inOneGo(0, [this] { heights_ = {}; });
  }

  /// Sorts `order_` by height, stably: sorts blocks, and then merges pairs of blocks.
  void sortByHeight(std::size_t count) {
    const auto isLower = [this](std::size_t i, std::size_t j) { return heights_[i] < heights_[j]; };
    const auto at = [this](std::size_t i) {
      return order_.begin() + static_cast<std::ptrdiff_t>(i);
    };
    stage(count, [at, isLower](std::size_t begin, std::size_t end) {
      std::stable_sort(at(begin), at(end), isLower);
    });
    for (std::size_t width = kBlock; width < count; width *= 2) {
      stage((count + 2 * width - 1) / (2 * width), static_cast<double>(2 * width),
            [at, isLower, width, count](std::size_t k) {
              const std::size_t begin = 2 * k * width, end = std::min(count, begin + 2 * width);
              std::inplace_merge(at(begin), at(std::min(count, begin + width)), at(end), isLower);
            });
    }
  }

  /// Sorts particles into the order of their cells, by a counting sort, and draws random values for
  /// the data that are not given.
  void arrange(std::size_t count, bool keepIds) {
    const cells::BoxCells cells(fluid_.box, 1.0);
    inOneGo(cells.count() / 16, [this, count, cells] {
      starts_.assign(cells.count() + 1, 0);
      order_.resize(count);
    });
    stageOfEach(count,
                [this, cells](std::size_t i) { ++starts_[cells.at(particles_.position[i]) + 1]; });
    inOneGo(cells.count() / 16,
            [this] { std::partial_sum(starts_.begin(), starts_.end(), starts_.begin()); });
    stageOfEach(count, [this, cells](std::size_t i) {
      order_[starts_[cells.at(particles_.position[i])]++] = i;
    });
    stageOfEach(count, [this](std::size_t i) {
      sorted_.position.push_back(particles_.position[order_[i]]);
      sorted_.species.push_back(particles_.species[order_[i]]);
      if (!particles_.velocity.empty()) {
        sorted_.velocity.push_back(particles_.velocity[order_[i]]);
      }
    });
    inOneGo(0, [this] {
      drawsVelocities_ = particles_.velocity.empty();
      particles_ = {};
    });
    makeVelocities(count);
    inOneGo(0, [this] { exact_ = {}; });
    const bool isZero = scenario_.initial.noise == NoiseStart::Zero;
    stageOfEach(count, [this, isZero](std::size_t) {
      noise_.push_back(isZero ? 0.0F : random_.uniformFloat());
    });
    inOneGo(count, [this, keepIds] {
      if (!keepIds) std::iota(order_.begin(), order_.end(), std::size_t{0});
      state_ = dpd::packed(sorted_, order_, noise_);
      state_.molecules =
          fileMolecules_.empty() ? moleculesOf(scenario_) : std::move(fileMolecules_);
      requireBondLengths();
    });
  }

  void requireBondLengths() const {
    if (state_.molecules.bonds.empty()) return;
    const std::string why = dpd::whyNotLengths(state_.molecules.bonds, fluid_.bondKinds, fluid_.box,
                                               dpd::unpacked(state_).position);
    if (!why.empty()) throw InputError(source_, why);
  }

  void makeVelocities(std::size_t count) {
    const auto massOf = [this](std::size_t i) {
      return fluid_.species[static_cast<std::size_t>(sorted_.species[i])].mass;
    };
    stageOfEach(count, [this, massOf](std::size_t i) {
      if (!drawsVelocities_) return;
      const double spread = std::sqrt(fluid_.kT / massOf(i));
      glm::dvec3 velocity(0.0);
      for (int axis = 0; axis < fluid_.box.dimensions; ++axis) {
        velocity[axis] = spread * random_.normal();
      }
      momentum_ += massOf(i) * velocity;
      mass_ += massOf(i);
      exact_.push_back(velocity);
    });
    stageOfEach(count, [this](std::size_t i) {
      if (drawsVelocities_) sorted_.velocity.emplace_back(exact_[i] - momentum_ / mass_);
    });
  }

  Scenario scenario_;
  const dpd::Fluid& fluid_;
  std::string source_;  ///< source of the particles, in errors
  RandomStream random_;
  dpd::Particles particles_, sorted_;
  dpd::Molecules fileMolecules_;  ///< molecules of InitialKind::File
  RegionFilling regions_;
  std::vector<MoleculePlan> plans_;
  std::optional<Crowd> crowd_;  ///< while molecules are placed
  std::vector<int> blocks_;
  std::vector<InterfaceWave> waves_;
  std::vector<double> heights_;
  Order order_;
  std::vector<std::size_t> starts_;
  std::vector<glm::dvec3> exact_;
  glm::dvec3 momentum_{0.0};
  double mass_ = 0.0;
  bool drawsVelocities_ = true;
  std::vector<float> noise_;
  dpd::ParticleState state_;

  std::vector<Stage> stages_;
  std::size_t stage_ = 0, part_ = 0;
  double all_ = 0.0, done_ = 0.0;
};

InitialStateMaker::InitialStateMaker(const Scenario& scenario)
    : work_(std::make_unique<Work>(scenario)) {}
InitialStateMaker::InitialStateMaker(const Scenario& scenario, const dpd::Particles& given,
                                     const std::string& source)
    : work_(std::make_unique<Work>(scenario, given, source)) {}
InitialStateMaker::InitialStateMaker(InitialStateMaker&&) noexcept = default;
InitialStateMaker& InitialStateMaker::operator=(InitialStateMaker&&) noexcept = default;
InitialStateMaker::~InitialStateMaker() = default;

bool InitialStateMaker::advance(std::int64_t particles) { return work_->advance(particles); }
double InitialStateMaker::share() const { return work_->share(); }

dpd::ParticleState InitialStateMaker::finish() {
  while (!work_->advance(std::numeric_limits<std::int64_t>::max())) continue;
  return work_->take();
}

dpd::ParticleState makeInitialState(const Scenario& scenario) {
  return InitialStateMaker(scenario).finish();
}

dpd::ParticleState makeInitialState(const Scenario& scenario, const dpd::Particles& given,
                                    const std::string& source) {
  return InitialStateMaker(scenario, given, source).finish();
}

}  // namespace gpubuck::scenario
