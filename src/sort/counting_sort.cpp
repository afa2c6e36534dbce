#include "sort/counting_sort.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "texel/device.h"

namespace gpubuck::sort {

AtomicSort::AtomicSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : Sort(BucketLists(device, elements, buckets)),
      // Array::fill would draw, which is 20 times slower on GPUs that use few multiprocessors for
      // drawing.
      emptyHeads_(device, {.name = "sort/empty_heads",
                           .outputs = {{"o_head", texel::Format::Id}},
                           .launch = texel::Launch::Compute}),
      insertAtomic_(device, {.name = "sort/insert_atomic",
                             .outputs = {{"o_next", texel::Format::Id}},
                             .atomics = {"u_head"},
                             .launch = texel::Launch::Compute}) {}

void AtomicSort::sort(const texel::IdArray& mapping) {
  BucketLists& buckets = *lists();
  emptyHeads_.run(buckets.head.count(), {}, {{"o_head", buckets.head}});
  insertAtomic_.run(mapping.count(), {{"u_mapping", mapping}},
                    {{"o_next", buckets.next}, {"u_head", buckets.head}});
}

namespace {

constexpr const char* kName = "counting sort";
constexpr int kGroupSize = 256;
constexpr std::int64_t kRun = 64;      // elements per run; all elements of a run are compared with
                                       // each other
constexpr std::int64_t kWaysLog2 = 3;  // log2 of the number of runs merged at once
// Merges mostly have nothing to do, so that there are only enough groups to keep a large GPU busy.
constexpr std::int64_t kMostMergeGroups = 1024;

std::int64_t groupsFor(std::int64_t work, std::int64_t most = texel::kMaxGroups) {
  return std::min(divideUp(work, kGroupSize), most);
}

std::string prologue() {
  return fmt::format("const uint kRun = {}u;\nconst uint kWaysLog2 = {}u;\n", kRun, kWaysLog2);
}

texel::BufferPassInfo orderInfo(const char* name) {
  return {.name = name,
          .groupSize = kGroupSize,
          .reads = {"b_elements", "b_merges"},
          .writes = {"b_sorted"},
          .images = {"u_order"},
          .prologue = prologue()};
}

}  // namespace

CountingSort::CountingSort(const texel::Device& device, std::int64_t elements, std::int64_t buckets)
    : Sort(BucketRanges(device, elements, buckets)),
      elements_(elements),
      buckets_(buckets),
      scan_(device, texel::PartScanInfo::ofCounts(device, kName, buckets + 1)),
      scanParts_(device,
                 {.length = scan_.parts(), .subgroups = device.computeLimits(kName).subgroups32}),
      // Uses a shader, since glClearBufferData takes 0.13 ms for a million counts in NVIDIA's
      // driver 580.
      zero_(device, {.name = "sort/counting_zero",
                     .groupSize = kGroupSize,
                     .writes = {"b_counts", "b_merges"}}),
      count_(device, {.name = "sort/counting_count",
                      .groupSize = kGroupSize,
                      .writes = {"b_counts", "b_ranks", "b_merges"},
                      .prologue = prologue()}),
      scatter_(device, {.name = "sort/counting_scatter",
                        .groupSize = kGroupSize,
                        .reads = {"b_counts", "b_partSums", "b_ranks"},
                        .writes = {"b_elements"},
                        .images = {"u_start"}}),
      sortRuns_(device, orderInfo("sort/counting_runs")),
      mergeRuns_(device, orderInfo("sort/counting_merge")),
      counts_("bucket counts", buckets + 1),
      partSums_("bucket part sums", scan_.parts()),
      total_("bucket total", 1),
      merges_("merges", 1),
      elementsByBucket_("elements by bucket", elements),
      ranks_("ranks", elements) {
  for (texel::BufferPass* pass : {&count_, &scatter_, &sortRuns_, &mergeRuns_}) {
    pass->set("u_count", static_cast<GLuint>(elements));
  }
  zero_.set("u_counts", static_cast<GLuint>(buckets + 1));
  scatter_.set("u_buckets", static_cast<GLuint>(buckets));
  scatter_.set("u_partLength", static_cast<GLuint>(scan_.partLength()));
}

void CountingSort::sort(const texel::IdArray& mapping) {
  zero_.run(groupsFor(buckets_ + 1), {}, {{"b_counts", counts_}, {"b_merges", merges_}});
  count_.run(groupsFor(elements_), {{"u_mapping", mapping}},
             {{"b_counts", counts_}, {"b_ranks", ranks_}, {"b_merges", merges_}});
  scan_.run(counts_, partSums_);
  scanParts_.run(partSums_, total_);
  scatter_.run(groupsFor(std::max(elements_, buckets_ + 1)),
               {{"b_counts", counts_},
                {"b_partSums", partSums_},
                {"b_ranks", ranks_},
                {"u_mapping", mapping}},
               {{"b_elements", elementsByBucket_}, {"u_start", ranges()->start}});
  texel::UIntBuffer* from = &elementsByBucket_;
  texel::UIntBuffer* to = &ranks_;
  const auto order = [&](texel::BufferPass& pass, std::int64_t groups) {
    pass.run(groups,
             {{"b_elements", *from},
              {"b_merges", merges_},
              {"u_mapping", mapping},
              {"u_start", ranges()->start}},
             {{"b_sorted", *to}, {"u_order", ranges()->order}});
  };
  order(sortRuns_, groupsFor(elements_));
  GLuint merge = 0;
  for (std::int64_t length = kRun; length < elements_; length <<= kWaysLog2) {
    std::swap(from, to);
    mergeRuns_.set("u_merge", merge++);
    mergeRuns_.set("u_runLength", static_cast<GLuint>(length));
    order(mergeRuns_, groupsFor(elements_, kMostMergeGroups));
  }
}

}  // namespace gpubuck::sort
