#include "gl/wait.h"

#include "gl/api.h"
#include "gl/context.h"

namespace gpubuck::gl {

void spin(const std::function<bool()>& done, std::chrono::milliseconds longest) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  while (!done() && Clock::now() - start < longest) continue;
}

void poll(const std::function<bool()>& done) {
  if (!isSoftware()) spin(done, std::chrono::milliseconds(2));
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
