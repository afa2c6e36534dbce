// The errors that all calls throw: gpubuck::Error, InputError and RunError.
#pragma once

// Beside this file where it is installed, in src/ where it is built.
#include "base/error.h"
