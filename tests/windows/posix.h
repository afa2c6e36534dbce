// Included by every test of a build for Windows: calls of POSIX that tests prepare their cases
// with.
#pragma once

#ifdef __cplusplus
#include <sys/types.h>

#include <cerrno>
#include <cstdlib>

/// Windows has no pipes in folders: tests that make one are left out (left_out.txt).
inline int mkfifo(const char*, int) {
  errno = ENOSYS;
  return -1;
}

/// Returns 0 as for root, whom no permission stops.
inline unsigned geteuid() { return 0; }

inline int setenv(const char* name, const char* value, int) { return _putenv_s(name, value); }

inline int unsetenv(const char* name) { return _putenv_s(name, ""); }
#endif
