// The parts of the module `gpubuck._gpubuck`, which the Python files of `gpubuck` build on. They
// check the types of arguments and give them defaults.
#pragma once

#include <pybind11/pybind11.h>

#include "gpubuck/context.h"

namespace gpubuck::python {

/// The calls that work, but for those that use HDF5, let other threads of Python run meanwhile.
using WithoutGil = pybind11::call_guard<pybind11::gil_scoped_release>;

/// "paper" or "fast".
const char* nameOf(Engine engine);

void addContext(pybind11::module_& module);
void addSorts(pybind11::module_& module);
void addFluid(pybind11::module_& module);
void addNeighbours(pybind11::module_& module);
void addDeviceArrays(pybind11::module_& module);

}  // namespace gpubuck::python
