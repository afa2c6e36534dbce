#include "base/error.h"

#include "base/terminal.h"

namespace gpubuck {

Error::Error(const std::string& what, const std::string& why, int exitCode)
    : Error(what + ": " + why, exitCode) {}

Error::Error(const std::string& message, int exitCode)
    : std::runtime_error(printable(message)), exitCode_(exitCode) {}

}  // namespace gpubuck
