// The whole library: GPU bucket sorts, neighbours of points, DPD fluids. docs/library.md is its
// introduction.
//
// Threads: calls from several threads are safe and wait for each other. A Context that headless()
// made may be used from any thread, an adopted one from the thread where it is current.
// Errors: every function may throw gpubuck::Error (error.h); it has then changed nothing of the
// caller's. InputError: an argument is at fault. RunError: the driver or the context is.
#pragma once

#include "gpubuck/box.h"
#include "gpubuck/context.h"
#include "gpubuck/error.h"
#include "gpubuck/fluid.h"
#include "gpubuck/neighbours.h"
#include "gpubuck/sort.h"
