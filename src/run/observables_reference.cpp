// docs/observables.md (declared in run_files.h).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "run/run_files.h"

namespace gpubuck::run {
namespace {

constexpr const char* kHead = R"(# Observables

An observable is a measured quantity of a fluid, such as its temperature or pressure. A run writes observables as the
columns of a table, for example every 20 steps:

```sh
gpubuck run equilibrium --steps 200 --observe-every 20 --out eq
cut -d, -f1-4 eq/observables.csv       # step, time, temperature, pressure
```

All are measured at one step, and every part of gpubuck has all of them: a run as columns of `observables.csv`, the
window as plots, Python as `fluid.measure()` with the names below, C++ and JavaScript with these names in camelCase,
such as `pressureTotal`. If a fluid does not have a quantity, its field in `observables.csv` is empty; it is `None` in
Python, an empty `std::optional` in C++, and missing in JavaScript. This file is made by `gpubuck info --observables`.

Units: r_c is the cut-off radius of the forces, m the mass of the lightest species, ε the energy k_B T = 1 of the usual
temperature, τ = r_c √(m/ε), and D the number of dimensions. E is the mean of the kinetic energies half a step before
and after, N the number of particles, V the volume that solids leave of the box. The velocity half a step after
is the one that forces and effects give a particle; a solid or an outlet may change it afterwards.
)";

template <typename Of, std::size_t Count>
std::string tableOf(const dpd::Observable<Of> (&table)[Count]) {
  std::string text = "\n| name | columns | unit | meaning |\n|---|---|---|---|\n";
  for (const dpd::Observable<Of>& row : table) {
    std::string columns = row.isInCsv ? fmt::format("`{}`", row.name) : "-";
    if (row.columns[0] != nullptr) columns = fmt::format("`{}`", fmt::join(row.columns, "`, `"));
    text += fmt::format("| `{}` | {} | {} | {}{} |\n", row.name, columns,
                        *row.unit == '\0' ? "-" : row.unit, row.help,
                        *row.only == '\0' ? "" : fmt::format(" Only {}.", row.only));
  }
  return text;
}

}  // namespace

std::string observablesReference() {
  return kHead + tableOf(dpd::kObservables) +
         "\n## Of each species\n\n"
         "They are the entries of `species`, in the order of the scenario. In `observables.csv` "
         "the name of the species follows: `temperature_water`.\n" +
         tableOf(dpd::kSpeciesObservables);
}

}  // namespace gpubuck::run
