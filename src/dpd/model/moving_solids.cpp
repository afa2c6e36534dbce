#include "dpd/model/moving_solids.h"

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

void require(const std::vector<Solid>& solids, const Fluid& fluid) {
  if (const auto fault = faultOf(Room{fluid.box, solids}, fluid.dt)) {
    throw InputError(fault->key, fault->why);
  }
}

/// Returns the shape `after`, but with the place of `present` if `before` and `after` have the same
/// place.
cells::Shape changed(const cells::Shape& present, const cells::Shape& before,
                     const cells::Shape& after) {
  if (before == after) return present;
  cells::Shape shape = after;
  if (before.centre == after.centre) shape.centre = present.centre;
  if (before.low == after.low && before.high == after.high) {
    shape.low = present.low;
    shape.high = present.high;
  }
  if (before.from == after.from && before.to == after.to) {
    shape.from = present.from;
    shape.to = present.to;
  }
  return shape;
}

/// Returns `solids` after the change of the fluid from `before` to `after`: a value that differs
/// between them is taken from `after`. If the numbers of solids differ, returns the solids of
/// `after`.
std::vector<Solid> changed(std::vector<Solid> solids, const Fluid& before, const Fluid& after) {
  const std::vector<Solid>&first = before.solids, &second = after.solids;
  if (first.size() != second.size() || solids.size() != second.size()) {
    solids = second;
  } else {
    for (std::size_t i = 0; i < solids.size(); ++i) {
      solids[i].kind = second[i].kind;
      solids[i].period = second[i].period;
      solids[i].shape = changed(solids[i].shape, first[i].shape, second[i].shape);
      if (first[i].velocity != second[i].velocity) solids[i].velocity = second[i].velocity;
    }
  }
  // Velocities must keep all bits if the time step is the same, but slowed() may round them.
  if (before.dt == after.dt) return solids;
  for (Solid& solid : solids) solid = slowed(solid, after.dt);
  return solids;
}

}  // namespace

MovingSolids::MovingSolids(const Fluid& fluid) : present_(fluid.solids), next_(fluid.solids) {
  require(fluid.solids, fluid);
}

const std::vector<Solid>& MovingSolids::toCome() const {
  if (wanted_) return *wanted_;
  return isUnderWay_ ? next_ : present_;
}

std::vector<Solid> MovingSolids::begin(const Fluid& fluid, const Clock& clock) {
  isUnderWay_ = true;
  const Room room{fluid.box, present_};
  next_ = present_;
  std::vector<Solid> atEnd;
  for (std::size_t i = 0; i < present_.size(); ++i) {
    if (present_[i].moves()) next_[i] = moved(room, i, clock.time(), clock.dt);
    atEnd.push_back(next_[i]);
    atEnd[i].velocity = velocityIn(next_[i], clock.time(), clock.dt);
  }
  return atEnd;
}

void MovingSolids::endStep() {
  isUnderWay_ = false;
  present_ = wanted_.value_or(next_);
  wanted_.reset();
}

void MovingSolids::set(const std::vector<Solid>& solids, const Fluid& fluid) {
  require(solids, fluid);
  if (isUnderWay_) {
    wanted_ = solids;
  } else {
    present_ = solids;
  }
}

void MovingSolids::set(const Fluid& before, const Fluid& after) {
  requireSettable(before, after);
  const std::vector<Solid> wanted = changed(toCome(), before, after);
  if (wanted != toCome()) set(wanted, after);
}

void MovingSolids::requireSettable(const Fluid& before, const Fluid& after) const {
  require(changed(toCome(), before, after), after);
}

std::vector<Solid> MovingSolids::with(const Fluid& before, const Fluid& after) const {
  return changed(wanted_.value_or(present_), before, after);
}

}  // namespace gpubuck::dpd
