// The errors that all calls throw: gpubuck::Error, InputError and RunError.
#pragma once

// The included header is in the same folder when installed, and in src/ during a build.
#include "base/error.h"
