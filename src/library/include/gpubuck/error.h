// The errors that all calls throw: gpubuck::Error, InputError and RunError.
#pragma once

// Beside this file when installed, in src/ when built.
#include "base/error.h"
