#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/error.h"
#include "gl/context.h"
#ifdef GPUBUCK_HAVE_EGL
#include "gl/egl_context.h"
#else
#include "gl/window.h"
#endif

namespace gpubuck::gl {

#ifdef GPUBUCK_HAVE_EGL

std::vector<Gpu> listGpus() { return listEglDevices(); }

std::unique_ptr<Context> Context::createHeadless(const ContextOptions& options) {
  const std::vector<Gpu> gpus = listGpus();
  if (options.gpu >= static_cast<int>(gpus.size()) || options.gpu < -1) {
    throw InputError("--gpu",
                     fmt::format("{} is not one of the {} devices that `gpubuck info` lists",
                                 options.gpu, gpus.size()));
  }
  std::vector<EglTarget> targets;
  if (options.gpu >= 0) {
    targets.push_back({EglTarget::Kind::Device, options.gpu});
  } else {
    const auto addDevices = [&](bool software) {
      for (int i = 0; i < static_cast<int>(gpus.size()); ++i) {
        if (gpus[static_cast<std::size_t>(i)].software == software) {
          targets.push_back({EglTarget::Kind::Device, i});
        }
      }
    };
    addDevices(false);
    targets.push_back({EglTarget::Kind::Surfaceless, 0});
    addDevices(true);
  }
  std::vector<std::string> reasons;
  for (const EglTarget& target : targets) {
    std::string reason;
    if (auto context = createEglContext(target, options.debug, reason)) {
      loadFunctions();
      return context;
    }
    reasons.push_back(reason);
  }
  throw RunError("no OpenGL 3.3 context", fmt::format("{}", fmt::join(reasons, "; ")));
}

#else

std::vector<Gpu> listGpus() { return {}; }

std::unique_ptr<Context> Context::createHeadless(const ContextOptions& options) {
  if (options.gpu != -1)
    throw InputError("--gpu", "devices can be chosen only where EGL is present");
  return std::make_unique<Window>(
      WindowOptions{.size = {16, 16}, .debug = options.debug, .visible = false});
}

#endif

}  // namespace gpubuck::gl
