#include "demo/view/picking.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <set>
#include <utility>

#include "base/number.h"
#include "dpd/steps/places_of_ids.h"

namespace gpubuck::demo {
namespace {

// At most this many particles of a list are marked.
constexpr std::size_t kMostListed = 64;
// Reading the sort of a running fluid may take this share of the time.
constexpr double kSortShare = 0.1;
constexpr std::chrono::milliseconds kRest{400};
// Dear ImGui shows a window of unknown size only in the second picture.
constexpr int kTooltipPictures = 3;

const char* ordinalEnding(std::int64_t number) {
  const std::int64_t tens = number / 10 % 10;
  if (tens == 1) return "th";
  const std::int64_t ones = number % 10;
  return ones == 1 ? "st" : ones == 2 ? "nd" : ones == 3 ? "rd" : "th";
}

bool isFinite(const glm::vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace

/// Reads single texels on one device.
class Picking::Reader {
 public:
  explicit Reader(const texel::Device& device) : device_(&device), find_(device) {}

  /// Returns the place of the particle with this id, or none if it is gone. The last known place is
  /// checked first.
  std::optional<std::int64_t> elementOf(dpd::Simulation& fluid, std::uint32_t id,
                                        std::int64_t before) {
    const texel::Vec4Array& predicted = fluid.predicted();
    if (before < predicted.count() && dpd::idOf(predicted.at(before)) == id) return before;
    return find_.run(predicted, id);
  }

  /// Reads the facts of the present step. Returns false if the particle's position or velocity is
  /// not finite.
  bool readState(dpd::Simulation& fluid, std::int64_t element, ParticleFacts& facts) {
    const glm::vec4 position = fluid.position().at(element);
    facts.place = glm::vec3(position);
    facts.velocity = glm::vec3(fluid.velocity().at(element));
    if (!isFinite(facts.place) || !isFinite(facts.velocity)) return false;
    facts.element = element;
    facts.id = static_cast<std::uint32_t>(dpd::idOf(fluid.predicted().at(element)));
    facts.species = dpd::speciesOf(position);
    if (!walk_) walk_.emplace(*device_, fluid.grid());
    facts.walk = walk_->run(fluid.position(), element);
    return true;
  }

  /// Reads the facts of the sort. If there was no sort since the last step, sorts first.
  void readSort(dpd::Simulation& fluid, ParticleFacts& facts) {
    const cells::CellIndex& cells = fluid.cells();
    facts.inRanges = cells.resultKind() == sort::ResultKind::Ranges;
    if (!count_ || facts.inRanges != countsRanges_) count_.emplace(*device_, cells);
    countsRanges_ = facts.inRanges;
    facts.around = count_->run(cells, fluid.position(), facts.element);
    facts.nearOf = nearOf(fluid, facts);
    facts.listed.clear();
    for (const std::int64_t element : cells::elementsOf(cells, facts.walk.own, kMostListed)) {
      facts.listed.push_back({element, glm::vec3(fluid.position().at(element))});
    }
    facts.rangeBegin =
        facts.inRanges ? texel::decodeId(cells.arrays().front()->at(facts.walk.own)) : 0;
  }

 private:
  /// Returns the neighbours of each species in the walked cells.
  static std::map<int, std::int64_t> nearOf(dpd::Simulation& fluid, const ParticleFacts& facts) {
    // To read a particle, the program has to wait for the GPU.
    if (fluid.fluid().species.size() == 1) return {{0, facts.around.near}};
    const cells::CellGrid& grid = fluid.grid();
    std::map<int, std::int64_t> found;
    for (const std::int64_t cell : std::set(facts.walk.cells.begin(), facts.walk.cells.end())) {
      for (const std::int64_t element : cells::elementsOf(fluid.cells(), cell, kMostListed)) {
        const glm::vec4 at = fluid.position().at(element);
        const glm::dvec3 way = grid.box.nearestImage(glm::dvec3(at) - glm::dvec3(facts.place));
        const bool isNear = element != facts.element && glm::length(way) < grid.radius;
        found[dpd::speciesOf(at)] += isNear ? 1 : 0;
      }
    }
    return found;
  }

  const texel::Device* device_;
  dpd::FindParticle find_;
  std::optional<cells::WalkCells> walk_;
  std::optional<cells::InspectNeighbourhood> count_;
  bool countsRanges_ = false;
};

std::string placeText(const cells::NeighbourhoodInfo& around, bool inRanges) {
  return fmt::format("{}{} of {} in its {}", groupDigits(around.place), ordinalEnding(around.place),
                     groupDigits(around.listed), inRanges ? "cell's range" : "list");
}

std::string nearText(const ParticleFacts& facts, const std::vector<int>& hidden) {
  std::int64_t unseen = 0;
  for (const auto& [species, near] : facts.nearOf) {
    if (std::ranges::count(hidden, species) > 0) unseen += near;
  }
  return fmt::format("{} within the cut-off", groupDigits(facts.around.near)) +
         (unseen > 0 ? fmt::format(", {} hidden", groupDigits(unseen)) : "");
}

std::int64_t cellsAround(const cells::CellGrid& grid) {
  const bool byOctant = grid.method.kind == cells::Method::Kind::Octant;
  const std::int64_t along = byOctant ? 2 : 2 * grid.method.cellsPerCutoff + 1;
  return along * along * (grid.box.dimensions == 3 ? along : 1);
}

Picking::Picking() = default;
Picking::~Picking() = default;
Picking::Picking(Picking&&) noexcept = default;

Picking::Reader& Picking::reader(FluidSession& session) {
  if (!reader_ || generation_ != session.generation()) {
    reader_ = std::make_unique<Reader>(session.device());
    generation_ = session.generation();
  }
  return *reader_;
}

void Picking::pick(FluidSession& session, std::optional<std::int64_t> element) {
  picked_.reset();
  ++picks_;
  if (!element) return;
  ParticleFacts facts;
  if (!reader(session).readState(session.simulation(), *element, facts)) return;
  reader(session).readSort(session.simulation(), facts);
  picked_ = facts;
  scenario_ = session.scenario().name;
  particles_ = session.simulation().count();
  numbering_ = session.numbering().present();
  revision_ = sorted_ = session.revision();
}

void Picking::follow(FluidSession& session, bool running) {
  if (!picked_) return;
  dpd::Simulation& fluid = session.simulation();
  const bool isRenumbered = numbering_ != session.numbering().present();
  const auto id = session.numbering().idNow(numbering_, picked_->id);
  const bool hasFewer = fluid.count() < particles_ && !isRenumbered;
  if (scenario_ != session.scenario().name || !id || hasFewer) return picked_.reset();
  picked_->id = *id;
  numbering_ = session.numbering().present();
  particles_ = fluid.count();
  const bool isNew = generation_ != session.generation();
  Reader& reader = this->reader(session);
  if (isNew || revision_ != session.revision()) {
    const auto element = reader.elementOf(fluid, picked_->id, picked_->element);
    if (!element || !reader.readState(fluid, *element, *picked_)) return picked_.reset();
    revision_ = session.revision();
  }
  if (!isNew && sorted_ == revision_) return;
  if (!isNew && running && secondsSince(sortedAt_) * kSortShare < sortedSeconds_) return;
  const Clock::time_point begun = Clock::now();
  reader.readSort(fluid, *picked_);
  sorted_ = revision_;
  sortedAt_ = Clock::now();
  sortedSeconds_ = secondsSince(begun);
}

void Picking::point(std::optional<glm::dvec2> place, bool mayRest, Clock::time_point now) {
  if (fresh_ > 0) --fresh_;
  if (place != pointed_ || !place || !mayRest) {
    hovered_.reset();
    restsSince_ = now;
    // A pointer counts only after it has moved over the fluid. At the start it may be over the
    // fluid although the user does not point there.
    rests_ = place && pointed_ && mayRest ? Rest::Waits : Rest::None;
  } else if (rests_ == Rest::Waits && now - restsSince_ >= kRest) {
    rests_ = Rest::Asks;
  }
  pointed_ = place;
}

void Picking::noteNewPicture(Clock::time_point now) {
  hovered_.reset();
  if (rests_ == Rest::None) return;
  rests_ = Rest::Waits;
  restsSince_ = now;
}

std::optional<glm::dvec2> Picking::takeRest() {
  if (rests_ != Rest::Asks) return std::nullopt;
  rests_ = Rest::Known;
  return pointed_;
}

void Picking::hover(FluidSession& session, std::optional<std::int64_t> element) {
  hovered_.reset();
  if (!element) return;
  ParticleFacts facts;
  if (!reader(session).readState(session.simulation(), *element, facts)) return;
  reader(session).readSort(session.simulation(), facts);
  hovered_ = facts;
  fresh_ = kTooltipPictures;
}

render::Focus Picking::focus(const cells::CellGrid& grid) const {
  if (!picked_) return {};
  render::Focus focus{.place = picked_->place,
                      .cutoff = static_cast<float>(grid.radius),
                      .cellEdge = glm::vec3(grid.edge),
                      .hidesRest = hidesRest,
                      .colour = kNearColour};
  for (int axis = 0; axis < grid.box.dimensions; ++axis) {
    if (grid.box.isPeriodic(axis)) focus.period[axis] = static_cast<float>(grid.box.size[axis]);
  }
  return focus;
}

}  // namespace gpubuck::demo
