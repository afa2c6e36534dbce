// What a failure is to the user, whatever was thrown.
#pragma once

#include <exception>

#include "base/error.h"

namespace gpubuck::app {

/// The exception as an error with its exit code. Anything but a gpubuck::Error has the exit
/// code 1: too little memory, or a fault of this program.
Error asError(const std::exception_ptr& thrown);

}  // namespace gpubuck::app
