// A fault in the values that a user gives.
#pragma once

#include <string>

namespace gpubuck {

/// A key, such as "solid.0.centre.2", and the reason why its value is not allowed.
struct Fault {
  std::string key, why;
};

}  // namespace gpubuck
