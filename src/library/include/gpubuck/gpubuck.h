// The whole library: GPU bucket sorts, neighbours of points, DPD fluids. docs/library.md is its
// introduction.
//
// Threads: calls from several threads are safe, and calls that use OpenGL wait for each other. A
// Context from headless() may be used on any thread, an adopted Context only on the thread on which
// its OpenGL context is current. Errors: every function may throw a gpubuck::Error (error.h), and
// then changes no data of the caller. The error is an InputError if an argument is wrong, and a
// RunError if the driver or the context has failed.
#pragma once

#include "gpubuck/box.h"
#include "gpubuck/context.h"
#include "gpubuck/device_pairs.h"
#include "gpubuck/error.h"
#include "gpubuck/fluid.h"
#include "gpubuck/fluid_batch.h"
#include "gpubuck/neighbour_list.h"
#include "gpubuck/sort.h"
