// Every call of the library once, with results that can be compared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpubuck/gpubuck.h"

namespace gpubuck::test {

/// Done after each call, with its name.
using AfterCall = std::function<void(const std::string&)>;

/// What all calls return, as numbers. Lists, whose order the algorithm Atomic leaves open, come
/// sorted; the fluid is sorted by the paper's algorithm, whose bits are the same everywhere.
std::vector<double> callEverything(const Context& context, const AfterCall& afterCall);

}  // namespace gpubuck::test
