// What the shared library shows: everything else in it is hidden.
#pragma once

#if defined(__GNUC__)
#define GPUBUCK_EXPORT __attribute__((visibility("default")))
#else
#define GPUBUCK_EXPORT
#endif
