#include "gpubuck/neighbour_list.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <vector>

#include "gpubuck/nearest.h"
#include "python/arrays.h"
#include "python/interruptible.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

/// Runs a search of a list such that Ctrl-C can end the search. Returns the table of the search.
template <typename Search>
PairTable tableOf(const NeighbourList& list, std::int64_t points, const Search& search) {
  return list.isOnProcessor(points) ? interruptibleHere(search) : interruptible(search);
}

/// Returns an array of the columns i and j. If `isSideBySide`, a row has i and j of a pair;
/// otherwise all i come before all j.
template <typename Number>
py::array both(const PairTable& table, bool isSideBySide) {
  const std::int64_t rows = table.size();
  Column<Number> numbers(static_cast<std::size_t>(2 * rows));
  const std::int64_t stride = isSideBySide ? 2 : 1;
  copyNumbers(table.first, numbers.data(), stride);
  copyNumbers(table.second, numbers.data() + (isSideBySide ? 1 : rows), stride);
  return asArray<Number>(std::move(numbers), isSideBySide ? std::vector<py::ssize_t>{rows, 2}
                                                          : std::vector<py::ssize_t>{2, rows});
}

py::array wide(const Column<std::int32_t>& numbers) {
  Column<std::int64_t> result(numbers.size());
  copyNumbers(numbers, result.data());
  return asArray(std::move(result));
}

/// Returns a dict of the results whose letters are in `wanted`, and the times of the search in the
/// order of gpubuck.SearchTimes. The keys of the dict are these letters: the letters of
/// gpubuck.NeighborList.compute, and "o" for the offsets. If `isWide`, i, j and P are integers of
/// 64 bits, otherwise of 32 bits.
py::tuple results(PairTable&& table, const std::string& wanted, bool isWide) {
  const auto has = [&](char letter) { return wanted.find(letter) != std::string::npos; };
  py::dict found;
  if (has('P'))
    found["P"] = isWide ? both<std::int64_t>(table, true) : both<std::int32_t>(table, true);
  if (has('E')) found["E"] = both<std::int64_t>(table, false);
  if (has('i')) found["i"] = isWide ? wide(table.first) : asArray(std::move(table.first));
  if (has('j')) found["j"] = isWide ? wide(table.second) : asArray(std::move(table.second));
  if (has('S')) found["S"] = asRowsOfThree(std::move(table.shifts));
  if (has('d')) found["d"] = asArray(std::move(table.distances));
  if (has('D')) found["D"] = asRowsOfThree(std::move(table.vectors));
  if (has('o')) found["o"] = asArray(std::move(table.offsets));
  const PairTable::Milliseconds& ms = table.milliseconds;
  return py::make_tuple(std::move(found),
                        py::make_tuple(ms.prepare, ms.upload, ms.search, ms.download, ms.write));
}

/// Cut-offs per pair of types, and the types of the points of both sets.
struct PairTypes {
  TypeCutoffs cutoffs;
  Input<std::int32_t> types;
  Input<std::int32_t> otherTypes;
};

/// Returns the pairs that are nearer than the cut-off of their types. Without types, returns all
/// pairs.
PairTable nearOf(PairTable&& table, const PairTypes* types, Within within) {
  if (types == nullptr) return std::move(table);
  return types->cutoffs.select(std::move(table), spanOf(types->types), spanOf(types->otherTypes),
                               within);
}

PairQuantities quantitiesOf(const std::string& wanted, std::int64_t callerBytes,
                            const PairTypes* types, Within within) {
  const auto has = [&](const char* letters) {
    return wanted.find_first_of(letters) != std::string::npos;
  };
  const bool isSelected = types != nullptr;
  return {.first = has("iPE") || isSelected,
          .shifts = has("S"),
          .distances = has("d") || (isSelected && within == Within::LessThan),
          .vectors = has("D") || (isSelected && within == Within::UpTo),
          .callerBytes = callerBytes};
}

py::tuple found(NeighbourList& list, const Input<double>& points,
                const std::optional<Input<double>>& others, const Input<double>& box,
                const Input<bool>& periodic, const std::string& wanted, bool isWide,
                std::int64_t callerBytes, const PairTypes* types) {
  const auto rows = pointsOf(points);
  const Cell cell = cellsOf(box, periodic).front();
  const Within within = list.options().within;
  const PairQuantities quantities = quantitiesOf(wanted, callerBytes, types, within);
  const std::int64_t all = std::ssize(rows) + (others ? others->shape(0) : 0);
  PairTable table = tableOf(list, all, [&](const std::function<void()>& between) {
    return others ? list.findBetween(rows, pointsOf(*others), cell, quantities, between)
                  : list.find(rows, cell, quantities, between);
  });
  return results(nearOf(std::move(table), types, within), wanted, isWide);
}

/// Finds the pairs within each of several systems.
py::tuple foundInSystems(NeighbourList& list, const Input<double>& points,
                         const Input<std::int64_t>& starts, const Input<double>& boxes,
                         const Input<bool>& periodic, const std::string& wanted, bool isWide,
                         std::int64_t callerBytes, const PairTypes* types) {
  const auto rows = pointsOf(points);
  const std::vector<Cell> cells = cellsOf(boxes, periodic);
  const Within within = list.options().within;
  const PairQuantities quantities = quantitiesOf(wanted, callerBytes, types, within);
  PairTable table = interruptibleHere([&](const std::function<void()>& between) {
    return list.findInSystems(rows, spanOf(starts), cells, quantities, between);
  });
  return results(nearOf(std::move(table), types, within), wanted, isWide);
}

/// Returns the cluster of each point, and the sizes of clusters.
py::tuple clusters(NeighbourList& list, const Input<double>& points, const Input<double>& box,
                   const Input<bool>& periodic) {
  const auto rows = pointsOf(points);
  const Cell cell = cellsOf(box, periodic).front();
  constexpr PairQuantities kNone{
      .first = false, .shifts = false, .distances = false, .vectors = false};
  const PairTable table = tableOf(
      list, std::ssize(rows),
      [&](const std::function<void()>& between) { return list.find(rows, cell, kNone, between); });
  Clusters found = clustersOf(std::ssize(rows), table);
  return py::make_tuple(asArray(std::move(found.ofPoint)), asArray(std::move(found.sizes)));
}

/// Returns the three arrays of gpubuck.NearestNeighbours: ids, distances and shifts.
py::tuple nearestOf(const Input<double>& points, const std::optional<Input<double>>& others,
                    const Input<double>& box, const Input<bool>& periodic, std::int64_t count,
                    int threads) {
  const auto rows = pointsOf(points);
  const Cell cell = cellsOf(box, periodic).front();
  std::optional<std::span<const Point>> second;
  if (others) second = pointsOf(*others);
  NearestTable table = interruptibleHere([&](const std::function<void()>& between) {
    return nearest(rows, count, cell, second, threads, between);
  });
  const std::vector<py::ssize_t> shape{std::ssize(rows), count};
  return py::make_tuple(asArray<std::int32_t>(std::move(table.ids), shape),
                        asArray<double>(std::move(table.distances), shape),
                        asArray<std::int32_t>(std::move(table.shifts), {shape[0], count, 3}));
}

}  // namespace

void addNeighbours(py::module_& module) {
  module.attr("PROCESSOR_POINTS") = kProcessorPoints;
  module.def("nearest", nearestOf);
  classNamed<PairTypes>(module, "PairTypes")
      .def(py::init([](const Input<double>& cutoffs, const Input<std::int32_t>& types,
                       const Input<std::int32_t>& otherTypes) {
        const auto lengths = spanOf(cutoffs);
        return PairTypes{TypeCutoffs({lengths.begin(), lengths.end()}), types, otherTypes};
      }));
  classNamed<NeighbourList>(module, "NeighbourList")
      .def(py::init([](const Context* context, double cutoff, bool full, bool sorted, bool strict,
                       const std::string& search, const std::string& sort, bool halfCells,
                       int threads, double skin) {
        const NeighbourListOptions options{.full = full,
                                           .order = sorted ? PairOrder::ByBoth : PairOrder::Any,
                                           .within = strict ? Within::LessThan : Within::UpTo,
                                           .search = search,
                                           .halfCells = halfCells,
                                           .sort = {.algorithm = algorithmNamed(sort)},
                                           .threads = threads,
                                           .skin = skin};
        return context == nullptr ? NeighbourList(cutoff, options)
                                  : NeighbourList(*context, cutoff, options);
      }))
      .def_property_readonly("searches", &NeighbourList::searches)
      .def("find", found)
      .def("find_in_systems", foundInSystems)
      .def("clusters", clusters);
}

}  // namespace gpubuck::python
