#include "gpubuck/fluid_batch.h"

#include <pybind11/stl.h>

#include <functional>
#include <vector>

#include "python/interruptible.h"
#include "python/measurements.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

namespace py = pybind11;

void stepAll(FluidBatch& batch, std::int64_t steps) {
  interruptibleHere([&](const std::function<void()>& between) { batch.step(steps, between); });
}

/// Returns, for each fluid, the values of its observables, and of the observables of each species.
py::list measuredAll(FluidBatch& batch) {
  std::vector<Measurement> now;
  {
    const py::gil_scoped_release others;
    now = batch.measure();
  }
  py::list all;
  for (const Measurement& each : now) all.append(valuesOf(each));
  return all;
}

}  // namespace

void addFluidBatch(py::module_& module) {
  classNamed<FluidBatch>(module, "FluidBatch")
      .def(py::init<const std::vector<Fluid*>&>(), WithoutGil())
      .def("step", stepAll)
      .def("measure", measuredAll)
      .def("fluid", &FluidBatch::fluid, WithoutGil())
      .def_property_readonly("size", &FluidBatch::size)
      .def_property_readonly("steps_made", py::cpp_function(&FluidBatch::stepsMade, WithoutGil()))
      .def_property_readonly("count", py::cpp_function(&FluidBatch::count, WithoutGil()));
}

}  // namespace gpubuck::python
