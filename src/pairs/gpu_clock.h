// Measures the time that a search takes on the GPU, and the time to download its results.
#pragma once

#include "base/stopwatch.h"
#include "gl/context.h"

namespace gpubuck::pairs {

/// Times in milliseconds of wall clock. Work of the processor counts for neither.
class GpuClock {
 public:
  void reset() { *this = {}; }
  /// Marks the begin of work on the GPU.
  void begin() { watch_.lap(); }
  /// Marks the launch of all that work. Waits for the GPU.
  void searched() {
    gl::finish();
    search_ += watch_.lap();
  }
  /// Marks the end of a download.
  void downloaded() { download_ += watch_.lap(); }

  double search() const { return search_; }
  double download() const { return download_; }

 private:
  Stopwatch watch_;
  double search_ = 0.0;
  double download_ = 0.0;
};

}  // namespace gpubuck::pairs
