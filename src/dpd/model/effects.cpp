#include "dpd/model/effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <glm/geometric.hpp>
#include <numbers>
#include <utility>

namespace gpubuck::dpd {
namespace {

std::optional<Fault> faultOfTube(const Tube& tube) {
  if (!(tube.radius > 0.0 && std::isfinite(tube.radius))) {
    return Fault{"radius", fmt::format("{} is not a positive length", tube.radius)};
  }
  if (!std::isfinite(glm::length(tube.origin))) {
    return Fault{"origin", "must have finite coordinates"};
  }
  const double length = glm::length(tube.direction);
  if (!(std::abs(length - 1.0) < 1e-5)) {
    return Fault{"direction", fmt::format("has length {}, must have length 1", length)};
  }
  return {};
}

std::optional<Fault> faultOfPlace(const Effect& effect, const cells::Box& box) {
  if (effect.tube) return faultOfTube(*effect.tube);
  if (auto fault = cells::faultOf(effect.shape, box)) return fault;
  using cells::ShapeKind;
  const EffectRow& row = rowOf(kEffectKinds, effect.kind);
  const ShapeKind around = box.dimensions == 2 ? ShapeKind::Sphere : ShapeKind::Cylinder;
  const auto mustBe = [&](const std::string& shapes) {
    return Fault{"shape", fmt::format("must be {} with the kind {}, got {}", shapes, row.name,
                                      nameOf(cells::kShapeKinds, effect.shape.kind))};
  };
  if (row.shapes == EffectShapes::AroundAxis && effect.shape.kind != around) {
    return mustBe(nameOf(cells::kShapeKinds, around));
  }
  if (row.shapes == EffectShapes::Round && cells::ShapeInBox(effect.shape, box).radius() == 0.0) {
    return mustBe("sphere or cylinder");
  }
  return {};
}

std::optional<Fault> faultOfNumbers(const Effect& effect) {
  const auto mustBe = [](const char* key, double number, bool holds, const char* range) {
    return holds && std::isfinite(number) ? std::optional<Fault>()
                                          : Fault{key, fmt::format("{} is not {}", number, range)};
  };
  const bool isSigned = rowOf(kEffectKinds, effect.kind).hasKick();
  const double strength = effect.strength, length = glm::length(effect.direction);
  if (auto fault = mustBe("strength", strength, isSigned || strength >= 0.0,
                          isSigned ? "finite" : "0 or more")) {
    return fault;
  }
  if (effect.kind == EffectKind::Accelerate && !(length > 0.0 && std::isfinite(length))) {
    return Fault{"direction", "must be finite and longer than 0"};
  }
  for (const auto& [key, number] : {std::pair{"period", effect.period}, std::pair{"kT", effect.kT},
                                    std::pair{"back", effect.back}}) {
    if (auto fault = mustBe(key, number, number >= 0.0, "0 or more")) return fault;
  }
  return {};
}

std::optional<Fault> faultOfSpecies(const Effect& effect, std::size_t all) {
  const auto isThere = [&](int species) { return species >= 0 && species < static_cast<int>(all); };
  if (!isThere(effect.into)) {
    return Fault{"into", fmt::format("there is no species {}", effect.into)};
  }
  if (effect.turns && !isThere(*effect.turns)) {
    return Fault{"turns", fmt::format("there is no species {}", *effect.turns)};
  }
  if (!effect.turns && effect.back > 0.0) {
    return Fault{"back", "needs a value of turns, the species before the turn"};
  }
  return {};
}

std::optional<Fault> faultOfOutlet(const Effect& effect, const Room& room) {
  const cells::Box& box = room.box;
  const double reach = outletReach(effect, box);
  for (int axis = 0; axis < box.dimensions; ++axis) {
    const double at = effect.outlet[axis], size = box.size[axis];
    if (!(at >= 0.0 && at <= size)) {
      return Fault{fmt::format("outlet.{}", axis),
                   fmt::format("{} is outside the box, must be in 0..{}", at, size)};
    }
    if (reach > size) {
      return Fault{"radius", fmt::format("{} is longer than a side of the box, {}", reach, size)};
    }
  }
  if (!room.contains(effect.outlet)) return Fault{"outlet", "is in a solid"};
  return {};
}

/// Returns the strength, multiplied by the cosine (Effect::period) and by the time step.
double kickOf(const Effect& effect, const Clock& clock) {
  // fmod keeps the phase exact at late times.
  const double phase =
      effect.period > 0.0 ? std::fmod(clock.time(), effect.period) / effect.period : 0.0;
  return effect.strength * (std::cos(2.0 * std::numbers::pi * phase) * clock.dt);
}

double chance(double rate, const Clock& clock) { return -std::expm1(-rate * clock.dt); }

glm::dvec4 alongDirection(const Effect& effect, const cells::Box&, const Clock& clock) {
  return {kickOf(effect, clock) * glm::normalize(effect.direction), 0.0};
}

glm::dvec4 aroundMiddle(const Effect& effect, const cells::Box&, const Clock& clock) {
  return {kickOf(effect, clock), 0.0, 0.0, 0.0};
}

glm::dvec4 randomKick(const Effect& effect, const cells::Box& box, const Clock& clock) {
  return {std::sqrt(2.0 * effect.strength * clock.dt / box.dimensions), 0.0, 0.0, 0.0};
}

glm::dvec4 coupling(const Effect& effect, const cells::Box&, const Clock& clock) {
  return {effect.strength * clock.dt, effect.kT, 0.0, 0.0};
}

glm::dvec4 thereAndBack(const Effect& effect, const cells::Box&, const Clock& clock) {
  return {chance(effect.strength, clock), chance(effect.back, clock), 0.0, 0.0};
}

glm::dvec4 elsewhere(const Effect& effect, const cells::Box& box, const Clock& clock) {
  return {chance(effect.strength, clock), outletReach(effect, box), 0.0, 0.0};
}

}  // namespace

const std::vector<EffectRow> kEffectKinds{
    {EffectKind::Accelerate, "accelerate",
     "Accelerates along a direction, most strongly in the middle. This makes a fountain, or, with "
     "a period, waves.",
     "acceleration in the middle; at a distance of x radii it is 1 − x² times as large",
     alongDirection, "(1.0 - x * x) * value.xyz"},
    {EffectKind::Pull, "pull",
     "Accelerates towards the middle; with a negative strength, away from the middle.",
     "acceleration in the middle; at a distance of x radii it is 1 − x times as large",
     aroundMiddle, "value.x * (1.0 - x) * inwards", EffectShapes::Round},
    {EffectKind::Stir, "stir",
     "Accelerates around the axis of a cylinder; in two dimensions around the middle of a disc.",
     "largest acceleration; at a distance of x radii it is 4 x (1 − x) times as large",
     aroundMiddle, "value.x * (1.0 - x) * (4.0 * x * cross(axis, inwards))",
     EffectShapes::AroundAxis},
    {.value = EffectKind::Heat,
     .name = "heat",
     .help = "Heats by random kicks.",
     .strength =
         "energy per time that each particle takes up on average; friction takes it away again",
     .inStep = randomKick,
     .firstWord = 7},
    {.value = EffectKind::Couple,
     .name = "couple",
     .help = "Heats or cools to the temperature kT, by friction with a medium and by noise. "
             "Momentum is kept.",
     .strength =
         "friction per time in the middle; at a distance of x radii it is 1 − x times as large",
     .inStep = coupling,
     .firstWord = 4},
    {.value = EffectKind::Turn,
     .name = "turn",
     .help = "Particles become another species.",
     .strength = "probability per time",
     .inStep = thereAndBack,
     .firstWord = 10},
    {.value = EffectKind::Move,
     .name = "move",
     .help = "Particles are taken to an outlet, where they come in at rest.",
     .strength = "probability per time",
     .inStep = elsewhere,
     .firstWord = 11}};

std::vector<EffectKind> kindsWithKick() {
  std::vector<EffectKind> kinds;
  for (const EffectRow& row : kEffectKinds) {
    if (row.hasKick()) kinds.push_back(row.value);
  }
  return kinds;
}

double outletReach(const Effect& effect, const cells::Box& box) {
  const cells::ShapeInBox shape(effect.shape, box);
  if (shape.radius() > 0.0) return shape.radius();
  double shortest = box.size[0];
  for (int axis = 0; axis < box.dimensions; ++axis) {
    shortest = std::min(shortest, shape.high(axis) - shape.low(axis));
  }
  return 0.5 * shortest;
}

std::optional<Fault> faultOf(const Effect& effect, const Room& room, std::size_t species) {
  if (auto fault = faultOfPlace(effect, room.box)) return fault;
  if (auto fault = faultOfNumbers(effect)) return fault;
  if (effect.kind == EffectKind::Turn) return faultOfSpecies(effect, species);
  if (effect.kind == EffectKind::Move) return faultOfOutlet(effect, room);
  return {};
}

bool haveKind(const std::vector<Effect>& effects, EffectKind kind) {
  return std::ranges::find(effects, kind, &Effect::kind) != effects.end();
}

}  // namespace gpubuck::dpd
