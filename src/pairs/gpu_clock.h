// How long a search keeps the GPU, and how long its results are on their way.
#pragma once

#include "base/stopwatch.h"
#include "gl/context.h"

namespace gpubuck::pairs {

/// In milliseconds of wall clock. What the processor does counts for neither.
class GpuClock {
 public:
  void reset() { *this = {}; }
  /// Something begins that the GPU does.
  void begin() { watch_.lap(); }
  /// All of it has been launched. Waits for the GPU.
  void searched() {
    gl::finish();
    search_ += watch_.lap();
  }
  /// What was read since then is in main memory.
  void downloaded() { download_ += watch_.lap(); }

  double search() const { return search_; }
  double download() const { return download_; }

 private:
  Stopwatch watch_;
  double search_ = 0.0;
  double download_ = 0.0;
};

}  // namespace gpubuck::pairs
