// Every test of a build for Windows includes this file. It defines the functions of POSIX by which
// tests prepare their cases.
#pragma once

#ifdef __cplusplus
#include <sys/types.h>

#include <cerrno>
#include <cstdlib>

/// Windows has no pipes in folders. Tests that make such a pipe are left out (left_out.txt).
inline int mkfifo(const char*, int) {
  errno = ENOSYS;
  return -1;
}

/// Returns 0, the id of root, whom permissions do not stop. Tests therefore expect no errors by
/// missing permissions.
inline unsigned geteuid() { return 0; }

inline int setenv(const char* name, const char* value, int) { return _putenv_s(name, value); }

inline int unsetenv(const char* name) { return _putenv_s(name, ""); }
#endif
