// Turns any exception into the error shown to the user.
#pragma once

#include <exception>

#include "base/error.h"

namespace CLI {
class App;
}

namespace gpubuck::app {

/// The exception as an error with its exit code. Anything but a gpubuck::Error has the exit
/// code 1: too little memory, or a fault of this program.
Error asError(const std::exception_ptr& thrown);

/// The error with the option of the command line that it is about: the layers below, which other
/// programs call, speak of "gpu", "engine" and an override "KEY=VALUE".
Error withOption(const Error& error, const CLI::App& app);

}  // namespace gpubuck::app
