#include "gpubuck/sort.h"

#include <array>
#include <string>
#include <utility>

#include "gpubuck/error.h"
#include "python/arrays.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

SortSettings settingsOf(const std::string& algorithm) {
  constexpr std::array<std::pair<const char*, Algorithm>, 6> kAlgorithms{
      {{"auto", Algorithm::Auto},
       {"bucket", Algorithm::Bucket},
       {"atomic", Algorithm::Atomic},
       {"counting", Algorithm::Counting},
       {"bitonic", Algorithm::Bitonic},
       {"radix", Algorithm::Radix}}};
  for (const auto& [word, value] : kAlgorithms) {
    if (algorithm == word) return {.algorithm = value};
  }
  throw InputError("algorithm",
                   "'" + algorithm + "' is none of auto, bucket, atomic, counting, bitonic, radix");
}

template <typename Sort>
auto sorted(Sort sort, const Context& context, const Input<std::uint32_t>& bucketOf,
            std::int64_t buckets, const std::string& algorithm) {
  const SortSettings settings = settingsOf(algorithm);
  const auto elements = spanOf(bucketOf);
  const py::gil_scoped_release others;
  return sort(context, elements, buckets, settings);
}

}  // namespace

void addSorts(py::module_& module) {
  module.def("sort_into_lists", [](const Context& context, const Input<std::uint32_t>& bucketOf,
                                   std::int64_t buckets, const std::string& algorithm) {
    Lists lists = sorted(sortIntoLists, context, bucketOf, buckets, algorithm);
    return py::make_tuple(asArray(std::move(lists.head)), asArray(std::move(lists.next)));
  });
  module.def("sort_into_ranges", [](const Context& context, const Input<std::uint32_t>& bucketOf,
                                    std::int64_t buckets, const std::string& algorithm) {
    Ranges ranges = sorted(sortIntoRanges, context, bucketOf, buckets, algorithm);
    return py::make_tuple(asArray(std::move(ranges.order)), asArray(std::move(ranges.start)));
  });
}

}  // namespace gpubuck::python
