#include "gpubuck/fluid.h"

#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "python/arrays.h"
#include "python/interruptible.h"
#include "python/measurements.h"
#include "python/module.h"

namespace gpubuck::python {
namespace {

using Overrides = std::vector<std::string>;
/// Positions, velocities and species, as Python passes them.
using Start = std::tuple<Input<double>, std::optional<Input<double>>, Input<int>>;

Particles particlesOf(const std::optional<Start>& start) {
  if (!start) return {};
  const auto& [positions, velocities, species] = *start;
  const auto copied = [](const Input<double>& rows) {
    const auto points = pointsOf(rows);
    return std::vector<Point>(points.begin(), points.end());
  };
  const auto kinds = spanOf(species);
  return {copied(positions), velocities ? copied(*velocities) : std::vector<Point>{},
          std::vector<int>(kinds.begin(), kinds.end())};
}

using Maker = Fluid (*)(const Context&, const std::string&, const Overrides&, const Particles&);

template <Maker Make>
Fluid made(const Context& context, const std::string& scenario, const Overrides& overrides,
           const std::optional<Start>& start) {
  const Particles particles = particlesOf(start);
  const py::gil_scoped_release others;
  return Make(context, scenario, overrides, particles);
}

py::tuple particles(Fluid& fluid) {
  Particles all;
  {
    const py::gil_scoped_release others;
    all = fluid.particles();
  }
  return py::make_tuple(asRowsOfThree(std::move(all.positions)),
                        asRowsOfThree(std::move(all.velocities)), asArray(std::move(all.species)));
}

/// Returns a list with a tuple for each row of a table: name, unit, meaning, and the fluids that
/// have the observable.
template <typename Of, std::size_t Count>
py::list fieldsOf(const Observable<Of> (&table)[Count]) {
  py::list fields;
  for (const Observable<Of>& row : table) {
    fields.append(py::make_tuple(row.name, row.unit, row.help, row.only));
  }
  return fields;
}

/// Returns the result of `work(between)`, which visits all pairs of the fluid. If a fluid has long
/// steps, Ctrl-C can end the work. In other fluids, the work takes less time than it would take to
/// hand the work to another thread.
template <typename Work>
auto interruptibleIfLong(const Fluid& fluid, const Work& work) {
  if (fluid.hasLongSteps()) return interruptible(work);
  const py::gil_scoped_release others;
  return work({});
}

void step(Fluid& fluid, std::int64_t steps) {
  interruptibleIfLong(fluid,
                      [&](const std::function<void()>& between) { fluid.step(steps, between); });
}

/// Returns the values of the observables of the fluid, and of each species.
py::tuple measured(Fluid& fluid) {
  return valuesOf(interruptibleIfLong(
      fluid, [&](const std::function<void()>& between) { return fluid.measure(between); }));
}

/// Returns k, the S(k) of all particles, and the S(k) of each species.
py::tuple structureFactor(Fluid& fluid) {
  StructureFactor now;
  {
    const py::gil_scoped_release others;
    now = fluid.structureFactor();
  }
  py::list species;
  for (std::vector<double>& each : now.species) species.append(asArray(std::move(each)));
  return py::make_tuple(asArray(std::move(now.k)), asArray(std::move(now.total)), species);
}

/// Returns, for each species, the area of its surface and the three eigenvalues mu. Without a
/// surface, None takes the place of mu.
py::list surfaceOrder(Fluid& fluid) {
  SurfaceOrder now;
  {
    const py::gil_scoped_release others;
    now = fluid.surfaceOrder();
  }
  py::list surfaces;
  for (const Surface& each : now.species) {
    surfaces.append(py::make_tuple(each.area, each.mu ? valueFor(*each.mu) : py::none()));
  }
  return surfaces;
}

/// Returns the positions, the normal pressures and the tangential pressures.
py::tuple stressProfile(Fluid& fluid) {
  StressProfile now;
  {
    const py::gil_scoped_release others;
    now = fluid.stressProfile();
  }
  return py::make_tuple(asArray(std::move(now.position)), asArray(std::move(now.normal)),
                        asArray(std::move(now.tangential)));
}

py::array picture(Fluid& fluid, int width, int height) {
  Image image;
  {
    const py::gil_scoped_release others;
    image = fluid.render(width, height);
  }
  return asArray<std::uint8_t>(std::move(image.rgb), {image.height, image.width, 3});
}

/// Returns the getter of a property. It runs without the GIL, since it may have to wait for a call
/// of another thread.
template <typename Getter>
py::cpp_function waiting(const Getter& getter) {
  return py::cpp_function(getter, WithoutGil());
}

}  // namespace

void addFluid(py::module_& module) {
  module.attr("OBSERVABLES") = fieldsOf(kObservables);
  module.attr("SPECIES_OBSERVABLES") = fieldsOf(kSpeciesObservables);
  classNamed<Fluid>(module, "Fluid")
      .def_static("from_file", made<Fluid::fromFile>)
      .def_static("from_text", made<Fluid::fromText>)
      // These calls keep the GIL, so that h5py cannot use HDF5 on another thread at the same time.
      .def_static("from_checkpoint", &Fluid::fromCheckpoint)
      .def("copy", &Fluid::copy, WithoutGil())
      .def("save", &Fluid::save)
      .def("step", step)
      .def("set", &Fluid::set, WithoutGil())
      .def("measure", measured)
      .def("structure_factor", structureFactor)
      .def("surface_order", surfaceOrder)
      .def("stress_profile", stressProfile)
      .def("particles", particles)
      .def("render", picture)
      .def_property_readonly("count", waiting(&Fluid::count))
      .def_property_readonly("engine", [](const Fluid& fluid) { return nameOf(fluid.engine()); })
      .def_property_readonly("engine_reason", &Fluid::engineReason)
      .def_property_readonly("step_number", waiting(&Fluid::stepNumber))
      .def_property_readonly("time", waiting(&Fluid::time))
      .def_property_readonly("box", waiting([](const Fluid& fluid) { return fluid.box().size; }))
      .def_property_readonly("periodic",
                             waiting([](const Fluid& fluid) { return fluid.box().periodic; }))
      .def_property_readonly("dimensions",
                             waiting([](const Fluid& fluid) { return fluid.box().dimensions; }))
      .def_property_readonly("species", waiting([](const Fluid& fluid) {
                               std::vector<std::pair<std::string, double>> all;
                               for (const Species& each : fluid.species()) {
                                 all.emplace_back(each.name, each.mass);
                               }
                               return all;
                             }))
      .def_property_readonly("scenario", waiting(&Fluid::scenario));
}

}  // namespace gpubuck::python
