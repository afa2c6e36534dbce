// The scenarios that come with gpubuck as a gallery: titles, order and pictures.
#pragma once

#include <string>
#include <vector>

#include "base/image.h"

namespace gpubuck::demo {

struct DemoState;

/// What the window opens without a word about it: something that moves at once, also where the
/// processor draws.
inline constexpr const char* kFirstScenario = "dam-break";

struct Exhibit {
  std::string name;  ///< of the scenario
  std::string title;
};

/// All built-in scenarios; those that move most come first.
const std::vector<Exhibit>& gallery();

/// Its picture, of 320 x 200 pixels; black for a scenario without.
Image pictureOf(const std::string& scenarioName);

/// So many places behind a scenario, or before it where negative; the last is followed by the
/// first. A scenario that is not in the gallery stands between these two.
const Exhibit& exhibitBehind(const std::string& scenarioName, int places);

/// Opens the one behind the present scenario.
void openNext(DemoState& state, int places);

}  // namespace gpubuck::demo
