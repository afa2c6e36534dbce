#include <fmt/format.h>

#include "formats/pairs.h"
#include "fuzz/target.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void pointsCsv(std::string_view input) {
  const std::string path = fileOf("points.csv", input);
  const auto points = taken({path}, [&] { return formats::readPoints(path); });
  if (!points) return;
  const bool isFlat = points->dimensions == 2;
  std::string text = isFlat ? "x,y\n" : "x,y,z\n";
  for (const auto& [x, y, z] : points->positions) {
    text += isFlat ? fmt::format("{},{}\n", x, y) : fmt::format("{},{},{}\n", x, y, z);
  }
  const formats::Points again = formats::readPoints(fileOf("again.csv", text));
  require(again.positions == points->positions, "CSV gives the points back");
  require(again.dimensions == points->dimensions, "CSV gives the dimensions back");
}

}  // namespace gpubuck::fuzz
