#include "gpubuck/context.h"

#include <array>
#include <string>
#include <utility>

#include "gpubuck/error.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

namespace py = pybind11;

constexpr std::array<std::pair<const char*, Engine>, 3> kEngines{
    {{"auto", Engine::Auto}, {"paper", Engine::Paper}, {"fast", Engine::Fast}}};

Engine engineOf(const std::string& name) {
  for (const auto& [word, engine] : kEngines) {
    if (name == word) return engine;
  }
  throw InputError("engine", "'" + name + "' is not one of auto, paper, fast");
}

}  // namespace

const char* nameOf(Engine engine) { return kEngines[static_cast<std::size_t>(engine)].first; }

void addContext(py::module_& module) {
  classNamed<Context>(module, "Context")
      .def(py::init([](int gpu, const std::string& engine) {
             return Context::headless({.gpu = gpu, .engine = engineOf(engine)});
           }),
           py::arg("gpu"), py::arg("engine"), WithoutGil())
      .def_property_readonly("engine",
                             [](const Context& context) { return nameOf(context.engine()); })
      .def_property_readonly("description", &Context::description);
  module.def("list_gpus", [] {
    py::list all;
    for (const Gpu& gpu : listGpus()) all.append(py::make_tuple(gpu.name, gpu.software));
    return all;
  });
}

}  // namespace gpubuck::python
