#include "formats/bucket_ids.h"

#include <fmt/format.h>

#include "file/npy.h"
#include "fuzz/target.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void bucketIds(std::string_view input) {
  constexpr std::int64_t kBuckets = 1000;
  const std::string path = fileOf("ids.txt", input);
  const auto ids = taken({path}, [&] { return formats::readBucketIds(path, kBuckets); });
  if (!ids) return;
  std::string text;
  for (const std::uint32_t id : *ids) {
    require(id < kBuckets, "an id is that of a bucket");
    text += fmt::format("{}\n", id);
  }
  if (!text.empty()) {
    require(formats::readBucketIds(fileOf("again.txt", text), kBuckets) == *ids,
            "text gives the ids back");
  }
  const std::string array = pathOf("again.npy");
  file::writeNpy(array, std::vector<std::int32_t>(ids->begin(), ids->end()), {std::ssize(*ids)});
  require(formats::readBucketIds(array, kBuckets) == *ids, "an array gives the ids back");
}

}  // namespace gpubuck::fuzz
