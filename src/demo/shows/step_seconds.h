// The speed of the running fluid, by which the window chooses what it shows or offers. No result
// depends on it.
#pragma once

#include "demo/session/telemetry.h"

namespace gpubuck::demo {

/// Returns the time that a step takes to compute, without measurements and pictures, in seconds; 0
/// before it has been measured.
inline double stepSecondsOf(const Telemetry& telemetry) {
  double milliseconds = 0.0;
  for (const StageCost& each : telemetry.stages()) {
    if (each.stage == Stage::Sort || each.stage == Stage::Forces) milliseconds += each.milliseconds;
  }
  return milliseconds * 1e-3;
}

}  // namespace gpubuck::demo
