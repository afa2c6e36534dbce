#include <array>
#include <vector>

#include "base/id.h"
#include "bench/inputs.h"
#include "contest.h"
#include "gl/objects.h"
#include "oracle.h"
#include "sort/radix_sort.h"

namespace gpubuck::cuda {
namespace {

constexpr std::array<std::int64_t, 3> kElements{262144, 1048576, kMaxCount};
constexpr std::int64_t kPerCell = 4;

void addCase(const bench::Setup& setup, const std::vector<std::uint32_t>& keys, int keyBits,
             bench::Report& report) {
  const auto elements = static_cast<std::int64_t>(keys.size());
  const Sorted sorted = sortStable(keys);
  const auto check = [&](const std::vector<std::uint32_t>& foundKeys,
                         const std::vector<std::uint32_t>& order) {
    const std::string verdict = compare("key", foundKeys, sorted.keys);
    return verdict == kRight ? compare("order", order, sorted.order) : verdict;
  };

  const texel::Device device(setup.deviceFor(texel::Engine::Fast, elements));
  const std::int64_t bytesBefore = gl::allocatedBytes();
  texel::UIntBuffer input("keys", elements);
  input.upload(keys);
  sort::RadixSorter sorter(device, {.keyBits = keyBits}, {.count = elements, .withOrder = true});
  const auto cub = makeCubSort(keys, keyBits);

  std::vector<Contender> contenders;
  contenders.push_back(
      {.row = {.name = "cuda radix",
               .algorithm = "radix",
               .engine = texel::engineName(texel::Engine::Fast),
               .n = elements,
               .memory = gl::allocatedBytes() - bytesBefore},
       .job = {.device = &device, .run = [&] { sorter.sort(input); }},
       .check = [&] { return check(sorter.keys().download(), sorter.order().download()); }});
  contenders.push_back({.row = cudaRow("cuda radix", "cub order", elements, *cub),
                        .work = cub.get(),
                        .check = [&] { return check(cub->keys(), cub->order()); }});
  std::vector<bench::Row> rows = contest(std::move(contenders), setup.effort);
  const double rival = medianOf(rows[1]);
  for (bench::Row& row : rows) {
    row.more["key_bits"] = keyBits;
    row.more["mkeys_per_s"] = static_cast<double>(elements) / 1e3 / medianOf(row);
    row.more["to_cub_order"] = medianOf(row) / rival;
    report.add(std::move(row));
  }
}

}  // namespace

void compareRadix(const bench::Setup& setup, bench::Report& report) {
  report.begin(
      "cuda radix",
      "Radix sort of pairs of a 32-bit key and an element's number. CUB reads the numbers from "
      "memory, gpubuck makes them in its first pass.",
      {"n: elements", "key_bits", "algorithm", "engine", "median_ms: ms", "min_ms: least",
       "gpu_ms: GPU ms", "mkeys_per_s: M keys/s", "to_cub_order: to CUB", "check"});
  for (const std::int64_t elements : kElements) {
    if (elements > setup.largest) continue;
    const std::int64_t buckets = elements / kPerCell;
    addCase(setup, bench::randomBuckets(elements, buckets, bench::Order::Random),
            keyBitsFor(buckets), report);
    addCase(setup, bench::randomKeys(elements, 32), 32, report);
  }
}

}  // namespace gpubuck::cuda
