// Contexts made by EGL without any window system. Compiled only where EGL is present.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gl/context.h"

namespace gpubuck::gl {

struct EglTarget {
  enum class Kind { Device, Surfaceless } kind;
  int device;  ///< index into listEglDevices(); Kind::Device only
};

std::vector<Gpu> listEglDevices();

/// Makes a context there and makes it current, or returns null and sets `reason`.
std::unique_ptr<Context> createEglContext(const EglTarget& target, bool debug, std::string& reason);

}  // namespace gpubuck::gl
