#include "bench/sort_fixture.h"

#include "gl/memory.h"
#include "sort/bitonic_sort.h"
#include "sort/bucket_sort.h"
#include "sort/names.h"

namespace gpubuck::bench {
SortFixture::SortFixture(const texel::DeviceOptions& device, const SortChoice& choice,
                         std::span<const std::uint32_t> bucketOf, std::int64_t buckets,
                         std::span<const std::uint32_t> moved)
    : device_(device),
      choice_(choice),
      bytesBefore_(gl::allocatedBytes()),
      mapping_(device_, "mapping", bucketOf),
      buckets_(buckets) {
  const std::int64_t elements = mapping_.count();
  sort::Settings& settings = choice_.settings;
  settings.algorithm = sort::resolve(settings.algorithm, device_.engine());
  if (!moved.empty()) moved_.emplace(device_, "mapping (moved)", moved);
  sort_ = choice_.stagesPerPass > 0 ? std::make_unique<sort::BitonicSort>(
                                          device_, elements, buckets, choice_.stagesPerPass)
                                    : sort::makeSort(device_, settings, elements, buckets);
  sort_->sort(mapping_);
  memory_ = gl::allocatedBytes() - bytesBefore_;
}

Job SortFixture::sortJob() {
  return {&device_, [this] { sort_->sort(mapping_); }};
}

Job SortFixture::resortJob() {
  return {&device_, [this] { resort(); }};
}

void SortFixture::resort() {
  const texel::IdArray& from = isMoved_ ? *moved_ : mapping_;
  const texel::IdArray& to = isMoved_ ? mapping_ : *moved_;
  sort_->resort(from, to);
  isMoved_ = !isMoved_;
}

Row SortFixture::describe(const std::string& benchmark, const Measured& measured) const {
  const sort::Settings& settings = choice_.settings;
  Row row{.name = benchmark,
          .algorithm = sort::nameOf(settings.algorithm),
          .engine = texel::engineName(device_.engine()),
          .n = mapping_.count(),
          .perCell = static_cast<double>(mapping_.count()) / static_cast<double>(buckets_),
          .measured = measured,
          .memory = memory_};
  if (const auto* bucketSort = dynamic_cast<const sort::BucketSort*>(sort_.get())) {
    const sort::Statistics& statistics = bucketSort->statistics();
    row.more["partition"] = nameOf(sort::kPartitionNames, settings.partition);
    row.more["sub_buffers"] = settings.subBuffers;
    row.more["iterations"] = statistics.iterations;
    row.more["points_drawn"] = statistics.pointsDrawn;
    row.more["moved"] = statistics.moved;
  }
  if (choice_.stagesPerPass > 0) row.more["stages_per_pass"] = choice_.stagesPerPass;
  return row;
}

}  // namespace gpubuck::bench
