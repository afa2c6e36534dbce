#include "demo/shows/shows.h"

namespace gpubuck::demo {

// Each function is in the file of its show: first_steps.cpp, tour.cpp or kiosk.cpp.
std::unique_ptr<Show> makeFirstSteps();
std::unique_ptr<Show> makeTour();
std::unique_ptr<Show> makeKiosk();

const std::vector<ShowRow>& showRows() {
  static const std::vector<ShowRow> rows{
      {.make = makeFirstSteps},
      {.make = makeTour,
       .option = "--tour",
       .help = "Begin with the tour: the paper in eight scenes",
       .hasOwnFluid = true},
      {.make = makeKiosk,
       .option = "--kiosk",
       .help =
           "Play the gallery on the full screen until a key is pressed: each scenario for 20 s, "
           "from a camera that turns"}};
  return rows;
}

std::vector<std::unique_ptr<Show>> makeShows() {
  std::vector<std::unique_ptr<Show>> all;
  for (const ShowRow& row : showRows()) all.push_back(row.make());
  return all;
}

}  // namespace gpubuck::demo
