#include "gpubuck/neighbour_list.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>

#include "python/arrays.h"
#include "python/interruptible.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

/// A matrix of three rows.
Cell cellOf(const Input<double>& box, const std::array<bool, 3>& periodic) {
  const auto sides = pointsOf(box);
  return {.vectors = {sides[0], sides[1], sides[2]}, .periodic = periodic};
}

/// Returns i, j, S, d, D and offsets, all but j and offsets empty unless their letter is `wanted`;
/// and the times, in the order of gpubuck.SearchTimes.
py::tuple found(NeighbourList& list, const Input<double>& points,
                const std::optional<Input<double>>& others, const Input<double>& box,
                const std::array<bool, 3>& periodic, const std::string& wanted,
                std::int64_t callerBytes) {
  const auto rows = pointsOf(points);
  const Cell cell = cellOf(box, periodic);
  const auto has = [&](char letter) { return wanted.find(letter) != std::string::npos; };
  const PairQuantities quantities{.first = has('i'),
                                  .shifts = has('S'),
                                  .distances = has('d'),
                                  .vectors = has('D'),
                                  .callerBytes = callerBytes};
  PairTable table = interruptible([&](const std::function<void()>& between) {
    return others ? list.findBetween(rows, pointsOf(*others), cell, quantities, between)
                  : list.find(rows, cell, quantities, between);
  });
  const PairTable::Milliseconds& ms = table.milliseconds;
  return py::make_tuple(asArray(std::move(table.first)), asArray(std::move(table.second)),
                        asRowsOfThree(std::move(table.shifts)), asArray(std::move(table.distances)),
                        asRowsOfThree(std::move(table.vectors)), asArray(std::move(table.offsets)),
                        py::make_tuple(ms.prepare, ms.upload, ms.search, ms.download, ms.write));
}

/// Returns the cluster of each point, and the sizes of clusters.
py::tuple clusters(NeighbourList& list, const Input<double>& points, const Input<double>& box,
                   const std::array<bool, 3>& periodic) {
  const auto rows = pointsOf(points);
  const Cell cell = cellOf(box, periodic);
  constexpr PairQuantities kNone{
      .first = false, .shifts = false, .distances = false, .vectors = false};
  Clusters found = interruptible([&](const std::function<void()>& between) {
    return clustersOf(std::ssize(rows), list.find(rows, cell, kNone, between));
  });
  return py::make_tuple(asArray(std::move(found.ofPoint)), asArray(std::move(found.sizes)));
}

}  // namespace

void addNeighbours(py::module_& module) {
  py::class_<NeighbourList>(module, "NeighbourList")
      .def(py::init([](const Context& context, double cutoff, bool full, bool sorted, bool strict,
                       const std::string& search, const std::string& sort) {
        return NeighbourList(context, cutoff,
                             {.full = full,
                              .order = sorted ? PairOrder::ByBoth : PairOrder::Any,
                              .within = strict ? Within::LessThan : Within::UpTo,
                              .search = search,
                              .sort = {.algorithm = algorithmNamed(sort)}});
      }))
      .def("find", found)
      .def("clusters", clusters);
}

}  // namespace gpubuck::python
