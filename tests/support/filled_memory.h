// Memory that does not happen to be zero.
#pragma once

#include <malloc.h>

namespace gpubuck::test {

/// While it lives, new memory holds a byte (its complement), and freed memory the byte: what a file
/// takes of memory that nobody has written differs from byte to byte. Sanitizers have a malloc of
/// their own, on which this object has no effect, and the same holds for systems without glibc.
class FilledMemory {
 public:
  explicit FilledMemory(int byte) { fillWith(byte); }
  ~FilledMemory() { fillWith(0); }
  FilledMemory(const FilledMemory&) = delete;
  FilledMemory& operator=(const FilledMemory&) = delete;

 private:
  static void fillWith([[maybe_unused]] int byte) {
#ifdef M_PERTURB
    mallopt(M_PERTURB, byte);
#endif
  }
};

}  // namespace gpubuck::test
