// Counts the shaders that the driver compiles.
#pragma once

#include "gl/api.h"

namespace gpubuck::test {

/// During the lifetime of this object, it counts the shaders that any code in this process
/// compiles. It replaces glCompileShader, which all code shares. The functions of OpenGL must be
/// loaded before the object is made.
class CountedCompilations {
 public:
  CountedCompilations() : before_(glCompileShader) {
    counted() = 0;
    real() = before_;
    glCompileShader = [](GLuint shader) {
      ++counted();
      real()(shader);
    };
  }
  ~CountedCompilations() { glCompileShader = before_; }
  CountedCompilations(const CountedCompilations&) = delete;
  CountedCompilations& operator=(const CountedCompilations&) = delete;

  int count() const { return counted(); }

 private:
  static int& counted() {
    static int count = 0;
    return count;
  }
  static PFNGLCOMPILESHADERPROC& real() {
    static PFNGLCOMPILESHADERPROC function = nullptr;
    return function;
  }

  PFNGLCOMPILESHADERPROC before_;
};

}  // namespace gpubuck::test
