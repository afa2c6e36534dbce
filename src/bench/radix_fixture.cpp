#include "bench/radix_fixture.h"

#include "gl/memory.h"

namespace gpubuck::bench {
namespace {

texel::UIntBuffer uploaded(std::span<const std::uint32_t> keys) {
  texel::UIntBuffer buffer("keys", std::ssize(keys));
  buffer.upload(keys);
  return buffer;
}

double stageTime(const Measured& measured, const std::string& name) {
  for (const Stage& stage : measured.stages) {
    if (stage.name == name) return stage.milliseconds;
  }
  return 0.0;
}

}  // namespace

const char* rankingWord(sort::RadixRanking ranking) {
  switch (ranking) {
    case sort::RadixRanking::Subgroups:
      return "subgroups";
    case sort::RadixRanking::Masks:
      return "masks";
    case sort::RadixRanking::Counters:
      return "counters";
    default:
      return "auto";
  }
}

RadixFixture::RadixFixture(const texel::DeviceOptions& device, const sort::RadixSettings& settings,
                           std::span<const std::uint32_t> keys, bool withOrder)
    : device_(device),
      bytesBefore_(gl::allocatedBytes()),
      keys_(uploaded(keys)),
      sorter_(device_, settings, {.count = std::ssize(keys), .withOrder = withOrder}),
      withOrder_(withOrder),
      memory_(gl::allocatedBytes() - bytesBefore_) {}

Job RadixFixture::sortJob() {
  return {&device_, [this] { sorter_.sort(keys_); }};
}

Row RadixFixture::describe(const std::string& benchmark, const Measured& measured) const {
  const sort::RadixSettings& used = sorter_.settings();
  Row row{.name = benchmark,
          .algorithm = "radix",
          .engine = texel::engineName(device_.engine()),
          .n = keys_.count(),
          .measured = measured,
          .memory = memory_};
  row.more["with_order"] = withOrder_;
  row.more["key_bits"] = used.keyBits;
  row.more["radix_bits"] = used.radixBits;
  row.more["passes"] = sort::radixPasses(used);
  row.more["threads_per_group"] = used.threadsPerGroup;
  row.more["items_per_thread"] = used.itemsPerThread;
  row.more["groups"] = used.groups;
  row.more["scan_split"] = used.scanSplit;
  row.more["ranking"] = rankingWord(used.ranking);
  row.more["transpose"] = used.ranking == sort::RadixRanking::Counters && used.transpose;
  row.more["histogram_ms"] = stageTime(measured, "sort/radix_count");
  row.more["scan_ms"] = stageTime(measured, "sort/part_scan");
  row.more["reorder_ms"] = stageTime(measured, "sort/radix_scatter");
  return row;
}

}  // namespace gpubuck::bench
