#include "demo/shows/shows.h"

namespace gpubuck::demo {

// Each in NAME.cpp.
std::unique_ptr<Show> makeFirstSteps();
std::unique_ptr<Show> makeTour();
std::unique_ptr<Show> makeKiosk();

std::vector<std::unique_ptr<Show>> makeShows() {
  std::vector<std::unique_ptr<Show>> all;
  for (const auto make : {makeFirstSteps, makeTour, makeKiosk}) all.push_back(make());
  return all;
}

}  // namespace gpubuck::demo
