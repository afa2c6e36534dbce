// Memory that does not happen to be zero.
#pragma once

#include <malloc.h>

namespace gpubuck::test {

/// While it lives, new memory holds a byte (its complement), and freed memory the byte: what a file
/// takes of memory that nobody has written differs from byte to byte. Sanitizers have a malloc of
/// their own, on which this has no effect.
class FilledMemory {
 public:
  explicit FilledMemory(int byte) { mallopt(M_PERTURB, byte); }
  ~FilledMemory() { mallopt(M_PERTURB, 0); }
  FilledMemory(const FilledMemory&) = delete;
  FilledMemory& operator=(const FilledMemory&) = delete;
};

}  // namespace gpubuck::test
