// Makes every call of the library once, with results that can be compared.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpubuck/gpubuck.h"

namespace gpubuck::test {

/// Called after each call of the library, with the name of the call.
using AfterCall = std::function<void(const std::string&)>;

/// Returns the results of all calls, as numbers. Lists are sorted, since the algorithm Atomic
/// leaves their order undefined. The fluid is sorted by the paper's algorithm, which gives the same
/// bits everywhere.
std::vector<double> callEverything(const Context& context, const AfterCall& afterCall);

}  // namespace gpubuck::test
