#include "python/module.h"

#include "gpubuck/error.h"

namespace gpubuck::python {
namespace {

namespace py = pybind11;

// Like Python's built-in exceptions, these live as long as the process.
PyObject* inputError = nullptr;
PyObject* runError = nullptr;

PyObject* newException(const char* name, const char* doc, PyObject* base) {
  PyObject* type = PyErr_NewExceptionWithDoc(name, doc, base, nullptr);
  if (type == nullptr) throw py::error_already_set();
  return type;
}

void addErrors(py::module_& module) {
  inputError = newException(
      "gpubuck.InputError",
      "An argument is wrong. The message names the argument, its value and what is allowed.",
      PyExc_ValueError);
  runError =
      newException("gpubuck.RunError", "The driver, the context, a file or the simulation failed.",
                   PyExc_RuntimeError);
  module.attr("InputError") = py::handle(inputError);
  module.attr("RunError") = py::handle(runError);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const InputError& error) {
      PyErr_SetString(inputError, error.what());
    } catch (const Error& error) {
      PyErr_SetString(runError, error.what());
    }
  });
}

}  // namespace
}  // namespace gpubuck::python

PYBIND11_MODULE(_gpubuck, module) {
  using namespace gpubuck::python;
  module.attr("__version__") = GPUBUCK_VERSION;
  addErrors(module);
  addContext(module);
  addSorts(module);
  addFluid(module);
  addFluidBatch(module);
  addNeighbours(module);
  addDeviceArrays(module);
}
