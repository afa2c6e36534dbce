// The errors that all calls throw: gpubuck::Error, InputError and RunError.
#pragma once

// In the same folder when installed, in src/ when built.
#include "base/error.h"
