// Fills memory with known bytes, so that memory that nobody has written is not zero by chance.
#pragma once

#include <malloc.h>

namespace gpubuck::test {

/// During its lifetime, new memory is filled with the complement of a byte, and freed memory with
/// this byte. If unwritten memory gets into a file, the contents of the file therefore depend on
/// this byte. Sanitizers have a malloc of their own, on which this object has no effect. It has no
/// effect on systems without glibc, either.
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
