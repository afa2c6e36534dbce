// Converts measurements to lists of values, in the order of the rows of their tables.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>

#include "gpubuck/fluid.h"

namespace gpubuck::python {

inline pybind11::object valueFor(const Point& vector) {
  return pybind11::array_t<double>(3, vector.data());
}
template <typename T>
pybind11::object valueFor(const T& number) {
  return pybind11::cast(number);
}

/// Returns the value of each row of a table, in the order of the rows.
template <typename Of, std::size_t Count>
pybind11::list valuesOf(const Observable<Of> (&table)[Count], const Of& from) {
  pybind11::list values;
  for (const Observable<Of>& row : table) {
    visitValue(row, from, [&](const auto& value) { values.append(valueFor(value)); });
  }
  return values;
}

/// Returns the values of a fluid, and a list that has the values of each species.
inline pybind11::tuple valuesOf(const Measurement& measurement) {
  pybind11::list species;
  for (const SpeciesMeasurement& each : measurement.species) {
    species.append(valuesOf(kSpeciesObservables, each));
  }
  return pybind11::make_tuple(valuesOf(kObservables, measurement), species);
}

}  // namespace gpubuck::python
