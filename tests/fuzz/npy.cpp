#include "file/npy.h"

#include "base/id.h"
#include "formats/bucket_ids.h"
#include "formats/pairs.h"
#include "fuzz/target.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void npy(std::string_view input) {
  const std::string path = fileOf("array.npy", input);
  taken({path}, [&] { return formats::readBucketIds(path, kMaxCount); });
  const auto points = taken({path}, [&] { return formats::readPoints(path); });
  if (!points) return;
  std::vector<double> numbers;
  for (const auto& r : points->positions) {
    numbers.insert(numbers.end(), r.begin(), r.begin() + points->dimensions);
  }
  file::writeNpy(pathOf("again.npy"), numbers, {std::ssize(points->positions), points->dimensions});
  const formats::Points again = formats::readPoints(pathOf("again.npy"));
  require(again.positions == points->positions, "an array gives the points back");
  require(again.dimensions == points->dimensions, "an array gives the dimensions back");
}

}  // namespace gpubuck::fuzz
