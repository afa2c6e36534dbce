// Waiting for pipes and devices, which a signal ends.
#pragma once

#include <poll.h>

#include <string>

namespace gpubuck::file {

/// Returns whether an open file can be read (POLLIN) or written (POLLOUT) at once, or has ended or
/// failed, within `milliseconds`.
bool isReady(int file, short event, int milliseconds);

/// Waits until isReady(). Throws Interrupted, which names the file as `name`, once an Interruption
/// has noted a signal.
void waitUntilReady(int file, short event, const std::string& name);

/// Throws Interrupted, which names the file as `name`, if an Interruption has noted a signal.
void requireNoSignal(const std::string& name);

}  // namespace gpubuck::file
