#include "sorting.cuh"

#include <numeric>

namespace gpubuck::cuda {
namespace {

/// There is a thread per element, in the order of the keys, and one more thread at the end. Each
/// thread writes the starts of the buckets after the bucket of the previous element, up to the
/// bucket of its own element.
__global__ void markStarts(const std::uint32_t* keys, std::uint32_t count, std::uint32_t buckets,
                           std::uint32_t* starts) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > count) return;
  const std::uint32_t last = i == count ? buckets : keys[i];
  for (std::uint32_t bucket = i == 0 ? 0 : keys[i - 1] + 1; bucket <= last; ++bucket) {
    starts[bucket] = i;
  }
}

/// One thread per element puts the element in front of its bucket's list.
__global__ void pushFront(const std::uint32_t* bucketOf, std::uint32_t count, std::uint32_t* head,
                          std::uint32_t* next) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) next[i] = atomicExch(&head[bucketOf[i]], i);
}

class CubSort final : public SortWork {
 public:
  CubSort(std::span<const std::uint32_t> keys, int keyBits, std::size_t buckets)
      : count_(keys.size()),
        buckets_(buckets),
        sorter_(memory_, memory_.upload("keys", keys), count_, keyBits, buckets) {}

  void run(Timeline* timeline) override { sorter_.run(timeline); }
  std::int64_t bytes() const override { return memory_.bytes(); }

  std::vector<std::uint32_t> keys() const override {
    return download("keys", sorter_.keys(), count_);
  }
  std::vector<std::uint32_t> order() const override {
    return download("order", sorter_.order(), count_);
  }
  std::vector<std::uint32_t> starts() const override {
    if (buckets_ == 0) return {};
    return download("starts", sorter_.starts(), buckets_ + 1);
  }

 private:
  DeviceMemory memory_;
  std::size_t count_;
  std::size_t buckets_;
  RangeSorter sorter_;
};

class AtomicLists final : public ListWork {
 public:
  AtomicLists(std::span<const std::uint32_t> bucketOf, std::size_t buckets)
      : count_(bucketOf.size()),
        buckets_(buckets),
        bucketOf_(memory_.upload("buckets", bucketOf)),
        head_(memory_.allocate<std::uint32_t>("heads", buckets)),
        next_(memory_.allocate<std::uint32_t>("nexts", count_)) {}

  void run(Timeline* timeline) override {
    step(timeline, "clear", [&] {
      check(cudaMemsetAsync(head_, 0xff, buckets_ * sizeof(std::uint32_t)), "clearing the heads");
    });
    step(timeline, "push", [&] {
      pushFront<<<blocksFor(count_), kBlock>>>(bucketOf_, static_cast<std::uint32_t>(count_), head_,
                                               next_);
      checkLaunch("pushFront");
    });
  }
  std::int64_t bytes() const override { return memory_.bytes(); }

  std::vector<std::uint32_t> heads() const override { return download("heads", head_, buckets_); }
  std::vector<std::uint32_t> nexts() const override { return download("nexts", next_, count_); }

 private:
  DeviceMemory memory_;
  std::size_t count_;
  std::size_t buckets_;
  const std::uint32_t* bucketOf_;
  std::uint32_t* head_;
  std::uint32_t* next_;
};

const std::uint32_t* uploadNumbers(DeviceMemory& memory, std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return memory.upload<std::uint32_t>("element numbers", numbers);
}

}  // namespace

RangeSorter::RangeSorter(DeviceMemory& memory, const std::uint32_t* keys, std::size_t count,
                         int keyBits, std::size_t buckets)
    : keys_(keys),
      count_(count),
      keyBits_(keyBits),
      buckets_(buckets),
      numbers_(uploadNumbers(memory, count)),
      sortedKeys_(memory.allocate<std::uint32_t>("sorted keys", count)),
      order_(memory.allocate<std::uint32_t>("order", count)) {
  if (buckets > 0) starts_ = memory.allocate<std::uint32_t>("starts", buckets + 1);
  sortPairs(nullptr, scratchBytes_);
  scratch_ = memory.allocate<unsigned char>("CUB's memory", scratchBytes_);
}

void RangeSorter::sortPairs(void* scratch, std::size_t& bytes) const {
  check(cub::DeviceRadixSort::SortPairs(scratch, bytes, keys_, sortedKeys_, numbers_, order_,
                                        static_cast<int>(count_), 0, keyBits_),
        "cub::DeviceRadixSort::SortPairs");
}

void RangeSorter::run(Timeline* timeline) {
  step(timeline, "sort", [&] { sortPairs(scratch_, scratchBytes_); });
  if (buckets_ == 0) return;
  step(timeline, "ranges", [&] {
    markStarts<<<blocksFor(count_ + 1), kBlock>>>(sortedKeys_, static_cast<std::uint32_t>(count_),
                                                  static_cast<std::uint32_t>(buckets_), starts_);
    checkLaunch("markStarts");
  });
}

std::unique_ptr<SortWork> makeCubSort(std::span<const std::uint32_t> keys, int keyBits,
                                      std::int64_t buckets) {
  return std::make_unique<CubSort>(keys, keyBits, static_cast<std::size_t>(buckets));
}

std::unique_ptr<ListWork> makeAtomicLists(std::span<const std::uint32_t> bucketOf,
                                          std::int64_t buckets) {
  return std::make_unique<AtomicLists>(bucketOf, static_cast<std::size_t>(buckets));
}

}  // namespace gpubuck::cuda
