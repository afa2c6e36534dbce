// Converts results to NumPy arrays, which take over the memory of the results without a copy.
// Converts the boxes of systems from Python to cells.
#pragma once

#include <pybind11/numpy.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gpubuck/box.h"
#include "gpubuck/neighbour_list.h"

namespace gpubuck::python {

namespace py = pybind11;

/// A contiguous array of a known type, to which `gpubuck/_arguments.py` has converted the user's
/// argument.
template <typename T>
using Input = py::array_t<T, py::array::c_style>;

template <typename T>
std::span<const T> spanOf(const Input<T>& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

/// Returns an (n, 3) array as points.
inline std::span<const Point> pointsOf(const Input<double>& array) {
  static_assert(sizeof(Point) == 3 * sizeof(double));
  return {reinterpret_cast<const Point*>(array.data()), static_cast<std::size_t>(array.shape(0))};
}

/// Returns the numbers of a vector as an array of this shape. The array keeps the vector alive.
template <typename Number, typename Vector>
py::array_t<Number> asArray(Vector&& numbers, std::vector<py::ssize_t> shape) {
  static_assert(std::is_rvalue_reference_v<Vector&&>, "the numbers move");
  auto owner = std::make_unique<std::decay_t<Vector>>(std::forward<Vector>(numbers));
  const auto* data = reinterpret_cast<const Number*>(owner->data());
  const py::capsule capsule(
      owner.release(), [](void* vector) { delete static_cast<std::decay_t<Vector>*>(vector); });
  return py::array_t<Number>(std::move(shape), data, capsule);
}

template <typename Vector>
auto asArray(Vector&& numbers) {
  const auto count = static_cast<py::ssize_t>(numbers.size());
  return asArray<typename std::decay_t<Vector>::value_type>(std::forward<Vector>(numbers), {count});
}

/// Returns an array of shape (n, 3) from a vector of triples.
template <typename Vector>
auto asRowsOfThree(Vector&& rows) {
  using Row = typename std::decay_t<Vector>::value_type;
  const auto count = static_cast<py::ssize_t>(rows.size());
  return asArray<typename Row::value_type>(std::forward<Vector>(rows), {count, 3});
}

/// Returns the cells of systems. For each system, `boxes` has a matrix whose three rows are the
/// sides of the cell, and `periodic` has three flags.
inline std::vector<Cell> cellsOf(const Input<double>& boxes, const Input<bool>& periodic) {
  const auto sides = boxes.data();
  std::vector<Cell> cells(static_cast<std::size_t>(boxes.size() / 9));
  for (std::size_t b = 0; b < cells.size(); ++b) {
    for (std::size_t k = 0; k < 9; ++k) cells[b].vectors[k / 3][k % 3] = sides[9 * b + k];
    for (std::size_t k = 0; k < 3; ++k) cells[b].periodic[k] = periodic.data()[3 * b + k];
  }
  return cells;
}

}  // namespace gpubuck::python
