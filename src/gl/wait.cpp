#include "gl/wait.h"

#include <chrono>

#include "gl/api.h"
#include "gl/context.h"

namespace gpubuck::gl {

void poll(const std::function<bool()>& done) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds kLongest{2};
  if (isSoftware()) return;
  const Clock::time_point start = Clock::now();
  while (!done() && Clock::now() - start < kLongest) continue;
}

void finish() {
  // glFinish() alone would sleep.
  const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
  poll([fence] {
    return glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 0) != GL_TIMEOUT_EXPIRED;
  });
  glDeleteSync(fence);
  glFinish();
}

}  // namespace gpubuck::gl
