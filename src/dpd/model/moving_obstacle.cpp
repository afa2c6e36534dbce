#include "dpd/model/moving_obstacle.h"

#include "base/error.h"

namespace gpubuck::dpd {
namespace {

void require(const Obstacle& obstacle, const Fluid& fluid) {
  if (const auto fault = faultOf(obstacle, fluid.room(), fluid.dt)) {
    throw InputError(fault->key, fault->why);
  }
}

/// Returns an obstacle with the differences between two fluids applied to it.
Obstacle changed(Obstacle obstacle, const Fluid& before, const Fluid& after) {
  const Obstacle &first = before.obstacle, &second = after.obstacle;
  if (first.radius != second.radius) obstacle.radius = second.radius;
  if (first.centre != second.centre) obstacle.centre = second.centre;
  if (first.velocity != second.velocity) obstacle.velocity = second.velocity;
  // Rounding must change nothing at the same time step.
  return before.dt == after.dt ? obstacle : slowed(obstacle, after.dt);
}

}  // namespace

MovingObstacle::MovingObstacle(const Fluid& fluid)
    : present_(fluid.obstacle), next_(fluid.obstacle) {
  require(fluid.obstacle, fluid);
}

const Obstacle& MovingObstacle::begin(const Fluid& fluid, double dt) {
  isUnderWay_ = true;
  next_ = moved(present_, fluid.room(), dt);
  return next_;
}

void MovingObstacle::endStep() {
  isUnderWay_ = false;
  present_ = wanted_.value_or(next_);
  wanted_.reset();
}

void MovingObstacle::set(const Obstacle& obstacle, const Fluid& fluid) {
  require(obstacle, fluid);
  if (isUnderWay_) {
    wanted_ = obstacle;
  } else {
    present_ = obstacle;
  }
}

void MovingObstacle::set(const Fluid& before, const Fluid& after) {
  requireSettable(before, after);
  const Obstacle wanted = changed(toCome(), before, after);
  if (wanted != toCome()) set(wanted, after);
}

void MovingObstacle::requireSettable(const Fluid& before, const Fluid& after) const {
  require(changed(toCome(), before, after), after);
}

Obstacle MovingObstacle::with(const Fluid& before, const Fluid& after) const {
  return changed(wanted_.value_or(present_), before, after);
}

}  // namespace gpubuck::dpd
