// The errors that all calls throw: gpubuck::Error, InputError and RunError.
#pragma once

// After installation, the next header is below this folder; during a build, it is in src/.
#include "base/error.h"
