#include "demo/shows/smaller_offer.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "demo/actions/actions.h"
#include "demo/panels/heading.h"
#include "demo/shows/card.h"
#include "demo/shows/step_seconds.h"
#include "demo/widgets/form.h"
#include "scenario/initial/bodies.h"

namespace gpubuck::demo {
namespace {

// A side keeps at least this length, if it has it.
constexpr double kThinnest = 5.0;
// The radius of a ball that looks round, in lengths of its bonds.
constexpr double kRoundBonds = 2.0;
// The fluid offered has this share of the particles that would just be fast enough, at least
// kFewest, and at most a share of kWorthwhile of the present ones.
constexpr double kSpare = 0.9;
constexpr double kFewest = 1000.0;
constexpr double kWorthwhile = 0.75;
// The first steps compile shaders.
constexpr std::int64_t kUncounted = 5;
// In em.
constexpr float kOfferWidth = 27.0F, kLeastOffer = 16.0F, kOfferTop = kHeadingEnd + 0.5F;

/// Rounds to two digits.
std::int64_t roundedToTwo(double particles) {
  const double unit = std::pow(10.0, std::floor(std::log10(particles)) - 1.0);
  return std::llround(std::round(particles / unit) * unit);
}

/// Returns the least radius to which a region shrinks: a ball of bonded particles of this radius
/// still looks round.
double leastRadius(const dpd::Fluid& fluid, const scenario::Region& region) {
  if (!region.bond) return 0.0;
  return std::min(region.shape.radius, kRoundBonds * scenario::bondsOf(fluid, region).length);
}

/// Returns the factors of the sides of a box whose volume shrinks by `ratio`.
glm::dvec3 sideFactors(const cells::Box& box, double ratio) {
  glm::dvec3 factors(1.0);
  std::array<bool, 3> isKept{false, false, box.dimensions == 2};
  for (int pass = 0; pass < 3; ++pass) {
    const auto others = std::ranges::count(isKept, false);
    if (others == 0) break;
    double left = ratio;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      if (isKept[axis]) left /= factors[static_cast<int>(axis)];
    }
    const double factor = std::min(1.0, std::pow(left, 1.0 / static_cast<double>(others)));
    for (int axis = 0; axis < box.dimensions; ++axis) {
      bool& keeps = isKept[static_cast<std::size_t>(axis)];
      if (keeps) continue;
      const double least = std::min(1.0, kThinnest / box.size[axis]);
      factors[axis] = std::max(factor, least);
      keeps = factor < least;
    }
  }
  return factors;
}

}  // namespace

scenario::Scenario scaledTo(const scenario::Scenario& scenario, std::int64_t particles) {
  if (scenario.initial.kind == scenario::InitialKind::File) {
    throw InputError("initial.file", "has a fixed number of particles");
  }
  scenario::Scenario scaled = scenario;
  const double ratio = double(particles) / double(scenario::particleCount(scenario));
  cells::Box& box = scaled.fluid.box;
  glm::dvec3 factors = sideFactors(box, ratio);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    if (factors[axis] == 1.0) continue;
    box.size[axis] = std::round(10.0 * factors[axis] * box.size[axis]) / 10.0;  // short in a file
    factors[axis] = box.size[axis] / scenario.fluid.box.size[axis];
  }
  const double least = std::min({factors.x, factors.y, factors.z});
  for (scenario::Region& region : scaled.regions) {
    region.shape.low *= factors;
    region.shape.high *= factors;
    region.shape.centre *= factors;
    region.shape.radius =
        std::max(region.shape.radius * least, leastRadius(scenario.fluid, region));
    region.shape.from *= factors[region.shape.axis];
    if (region.shape.to) *region.shape.to *= factors[region.shape.axis];
  }
  scaled.initial.perturbation *= factors[scaled.initial.axis];
  scaled.fluid.obstacle.centre *= factors;
  scaled.fluid.obstacle.radius *= least;
  scaled.fluid.container.centre *= factors;
  scaled.fluid.container.radius *= least;
  scaled.fluid.partition.position *= factors[scaled.fluid.partition.axis];
  scaled.fluid.partition.holeCentre *= factors;
  scaled.fluid.partition.holeRadius *= least;
  scaled.fluid.jet.centre *= factors;
  scaled.fluid.jet.radius *= least;
  scaled.fluid.lamp.centre *= factors;
  scaled.fluid.lamp.radius *= least;
  scaled.fluid.drain.centre *= factors;
  scaled.fluid.drain.outlet *= factors;
  scaled.fluid.drain.radius *= least;
  for (scenario::MoleculeKind& kind : scaled.molecules) {
    if (kind.count) kind.count = std::llround(ratio * double(*kind.count));
  }
  scenario::requireValid(scaled);
  return scaled;
}

void SmallerOffer::begin(const DemoState& state) {
  offered_.reset();
  begun_ = state.session.simulation().stepNumber();
  isDecided_ = std::exchange(isAccepted_, false) || !state.offersSmaller;
  if (!isDecided_ && particleSteps_ > 0.0 && !state.kiosk.isPlaying()) offer(state);
}

void SmallerOffer::update(const DemoState& state, double stepSeconds) {
  const bool isForAnother = offered_ && !scenario::differences(offeredFor_, state.opened).empty();
  if (isForAnother) offered_.reset();
  const dpd::Simulation& fluid = state.session.simulation();
  const bool isMeasured = stepSeconds > 0.0 && fluid.stepNumber() >= begun_ + kUncounted;
  if (!isMeasured || state.pendingFluid || state.kiosk.isPlaying()) return;
  particleSteps_ = double(fluid.count()) / stepSeconds;
  if (std::exchange(isDecided_, true)) return;
  offer(state);
}

void SmallerOffer::offer(const DemoState& state) {
  offered_.reset();
  const auto present = double(state.session.simulation().count());
  rate_ = particleSteps_ / present;
  const double wanted = std::max(kFewest, kSpare * particleSteps_ / kLeastRate);
  if (rate_ >= kLeastRate || wanted > kWorthwhile * present) return;
  try {
    offered_ = scaledTo(state.opened, roundedToTwo(wanted));
    offeredFor_ = state.opened;
  } catch (const Error&) {
    // It has no smaller size.
  }
}

void SmallerOffer::accept(DemoState& state) {
  isAccepted_ = true;
  openScenario(state, *offered_, "smaller fluid");
  offered_.reset();
}

void SmallerOffer::decline() {
  offered_.reset();
  isDecided_ = true;
}

void drawSmallerOffer(DemoState& state, float left, float right, float toolEnd) {
  SmallerOffer& offer = state.smallerOffer;
  offer.update(state, stepSecondsOf(state.session.telemetry()));
  if (!offer.scenario() || !state.showsGui || state.tour.isPlaying()) return;
  if (!state.session.failure().empty()) return;
  const float em = ImGui::GetFontSize();
  const float width = std::min(kOfferWidth * em, right - left - em);
  if (0.5F * (left + right - width) < toolEnd) left = toolEnd;
  if (right - left < kLeastOffer * em) return;
  const std::string now = groupDigits(state.session.simulation().count());
  const auto particles = static_cast<double>(scenario::particleCount(*offer.scenario()));
  const std::string smaller = groupDigits(roundedToTwo(particles));
  beginCard({.name = "smaller",
             .left = left,
             .right = right,
             .width = kOfferWidth,
             .y = kOfferTop * em,
             .growsUp = false});
  paragraph(fmt::format("{} → {} particles for this computer?", now, smaller));
  dimParagraph("Now about " + stepRateText(offer.rate()) + ".");
  if (button({"smaller/accept", "Run " + smaller,
              "Opens the scenario in a smaller box with the same density."})) {
    offer.accept(state);
  }
  ImGui::SameLine();
  if (button({"smaller/decline", "Keep " + now, "Runs this fluid as it is."})) offer.decline();
  ImGui::End();
}

}  // namespace gpubuck::demo
