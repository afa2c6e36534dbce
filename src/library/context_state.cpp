#include "library/context_state.h"

#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "gl/debug.h"

namespace gpubuck::library {
namespace {

std::uint64_t newSerial() {
  static std::uint64_t last = 0;
  return ++last;
}

std::uint64_t& serialOfLoaded() {
  static std::uint64_t serial = 0;
  return serial;
}

/// Objects left in an adopted context end with that context. Deleting them while another is current
/// would delete that one's objects of the same names.
std::vector<GpuObjects>& abandoned() {
  static auto* const kNeverEnds = new std::vector<GpuObjects>;
  return *kNeverEnds;
}

texel::Engine resolve(Engine engine, const gl::Capabilities& capabilities) {
  const bool isFast =
      engine == Engine::Fast ||
      (engine == Engine::Auto && texel::whyNot(texel::Engine::Fast, capabilities).empty());
  return isFast ? texel::Engine::Fast : texel::Engine::Paper;
}

}  // namespace

void requireNoError() {
  const std::vector<std::string> pending = gl::takeDebugMessages();
  if (pending.empty()) return;
  throw RunError("OpenGL state", fmt::format("{} was pending before the call, an error that is not "
                                             "gpubuck's",
                                             pending.front()));
}

std::mutex& callMutex() {
  static std::mutex mutex;
  return mutex;
}

ContextState::ContextState(std::unique_ptr<gl::Context> own, Engine engine)
    : own_(std::move(own)), serial_(newSerial()) {
  inspect(engine);
}

ContextState::ContextState(const gl::CurrentContext& adopted, Engine engine)
    : adopted_(adopted), serial_(newSerial()) {
  inspect(engine);
}

ContextState::~ContextState() {
  if (own_) {
    const std::lock_guard lock(callMutex());
    const gl::ContextRestorer restorer;
    try {
      own_->makeCurrent();
      remains_.clear();
      programs_.reset();
    } catch (const Error&) {
      // It is current on another thread: its objects end with it.
    }
    own_.reset();
  } else {
    dispose(std::move(programs_));
  }
  if (programs_) abandoned().push_back(std::move(programs_));
  for (GpuObjects& objects : remains_) abandoned().push_back(std::move(objects));
}

void ContextState::loadFunctions() const {
  if (serialOfLoaded() == serial_) return;
  gl::loadFunctions();
  serialOfLoaded() = serial_;
}

void ContextState::inspect(Engine engine) {
  loadFunctions();
  const gl::Capabilities capabilities = gl::queryCapabilities();
  description_ = fmt::format("{}, OpenGL {}", capabilities.renderer, capabilities.version);
  if (capabilities.version.starts_with("OpenGL ES")) {
    throw RunError("OpenGL context", fmt::format("is {}, not desktop OpenGL", description_));
  }
  engine_ = resolve(engine, capabilities);
  if (const std::string reason = texel::whyNot(engine_, capabilities); !reason.empty()) {
    throw RunError(fmt::format("engine {}", texel::engineName(engine_)), reason);
  }
}

texel::Device ContextState::makeDevice(std::int64_t largestArray) const {
  return texel::Device({.engine = engine_, .programs = programs_, .largestArray = largestArray});
}

void ContextState::dispose(GpuObjects objects) noexcept {
  try {
    const Call call(*this);
    objects.reset();
  } catch (const Error&) {
    const std::lock_guard lock(callMutex());
    remains_.push_back(std::move(objects));
  }
}

Call::Call(ContextState& context) : lock_(callMutex()) {
  if (context.own_) {
    restorer_.emplace();
    context.own_->makeCurrent();
    context.loadFunctions();
  } else {
    const auto current = gl::CurrentContext::find();
    if (!current || !current->isSameContext(*context.adopted_)) {
      throw RunError("OpenGL context",
                     "the one that Context::adopt() took is not current on this thread");
    }
    requireNoError();
    context.loadFunctions();
    guard_.emplace();
  }
  context.remains_.clear();
}

Call::~Call() {
  guard_.reset();
  gl::takeDebugMessages();
}

void Call::finish(std::string_view work) const { gl::throwOnError(work); }

}  // namespace gpubuck::library
