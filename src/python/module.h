// The parts of the module `gpubuck._gpubuck`. The Python files of `gpubuck` call this module, after
// they have checked the types of arguments and filled in defaults.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <typeinfo>

#include "gpubuck/context.h"

namespace gpubuck::python {

/// A guard for calls that compute: during the call, other threads of Python can run. Calls that use
/// HDF5 keep the GIL.
using WithoutGil = pybind11::call_guard<pybind11::gil_scoped_release>;

/// Begins the class `name`. An object that was made without `__init__` has no value. In place of
/// the value, pybind11 would read memory that was never written. Classes that this function begins
/// throw a TypeError instead.
template <typename Class>
pybind11::class_<Class> classNamed(pybind11::module_& module, const char* name) {
  pybind11::class_<Class> result(module, name);
  pybind11::detail::get_type_info(typeid(Class), true)->operator_new = [](std::size_t) -> void* {
    throw pybind11::type_error("__init__ has not been called");
  };
  return result;
}

/// Returns "paper" or "fast".
const char* nameOf(Engine engine);

void addContext(pybind11::module_& module);
void addSorts(pybind11::module_& module);
void addFluid(pybind11::module_& module);
void addFluidBatch(pybind11::module_& module);
void addNeighbours(pybind11::module_& module);
void addDeviceArrays(pybind11::module_& module);

}  // namespace gpubuck::python
