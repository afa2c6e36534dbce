// Waiting for the GPU without going to sleep.
#pragma once

#include <chrono>
#include <functional>

namespace gpubuck::gl {

/// Asks `done` again and again until it says yes, for `longest` at most, and at least once.
void spin(const std::function<bool()>& done, std::chrono::milliseconds longest);

/// Spins for 2 ms at most; the caller then waits in the driver, which costs no more if the answer
/// is there. A driver that waits puts the thread to sleep: NVIDIA's 580 for 0.15 ms or more, longer
/// than a scatter takes. Returns at once on a software renderer, which needs the processor itself.
void poll(const std::function<bool()>& done);

/// Waits until the GPU has done all it was given.
void finish();

}  // namespace gpubuck::gl
