#include "gpubuck/sort.h"

#include <map>
#include <string>
#include <utility>

#include "python/arrays.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

template <typename Sort>
auto sorted(Sort sort, const Context& context, const Input<std::uint32_t>& bucketOf,
            std::int64_t buckets, const std::string& algorithm,
            const std::map<std::string, int>& radix = {}) {
  SortSettings settings{.algorithm = algorithmNamed(algorithm)};
  for (const auto& [name, value] : radix) setRadixParameter(settings, name, value);
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
                                    std::int64_t buckets, const std::string& algorithm,
                                    const std::map<std::string, int>& radix) {
    Ranges ranges = sorted(sortIntoRanges, context, bucketOf, buckets, algorithm, radix);
    return py::make_tuple(asArray(std::move(ranges.order)), asArray(std::move(ranges.start)));
  });
}

}  // namespace gpubuck::python
