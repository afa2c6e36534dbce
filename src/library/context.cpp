#include "gpubuck/context.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/error.h"
#include "gl/debug.h"
#include "library/context_state.h"
#include "pairs/processor_search.h"

namespace gpubuck {
namespace library {
namespace {

/// Returns the mutex that lets only one call of the process run at a time. Calls must take turns,
/// since all contexts share one table of OpenGL functions.
std::mutex& callMutex() {
  static std::mutex mutex;
  return mutex;
}

/// Returns the serial number of the functions that are in the table of OpenGL functions.
std::uint64_t& serialOfLoaded() {
  static std::uint64_t serial = 0;
  return serial;
}

std::uint64_t newSerial() {
  static std::uint64_t last = 0;
  return ++last;
}

/// Objects that were left in an adopted context. They end with this context. Deleting them while
/// another context is current would delete objects of the other context that have the same names.
std::vector<GpuObjects>& abandoned() {
  static auto* const kNeverEnds = new std::vector<GpuObjects>;
  return *kNeverEnds;
}

/// Returns the id of the process that made or adopted the first context, or 0 if there was no
/// context yet. In children of this process the driver's threads are missing, and the locks of the
/// driver and of callMutex() may never be released.
std::atomic<pid_t>& processWithOpenGl() {
  static std::atomic<pid_t> process = 0;
  return process;
}

bool isForked() { return processWithOpenGl() != 0 && processWithOpenGl() != getpid(); }

void requireNotForked() {
  if (!isForked()) return;
  throw RunError("OpenGL context",
                 fmt::format("process {} had begun to use OpenGL before it made this process with "
                             "fork(), which OpenGL does not survive: fork before the first call, "
                             "or start a new program (in Python: multiprocessing's method "
                             "'spawn')",
                             processWithOpenGl().load()));
}

/// Call this function before any call of OpenGL.
void beginOpenGl() {
  requireNotForked();
  processWithOpenGl() = getpid();
}

/// Makes sure that the objects are never deleted: in a child process they belong to the parent.
template <typename Objects>
void forget(Objects objects) {
  new Objects(std::move(objects));
}

/// Throws RunError if an OpenGL error of the caller is pending in the current context.
void requireNoError() {
  const std::vector<std::string> pending = gl::takeDebugMessages();
  if (pending.empty()) return;
  throw RunError("OpenGL state",
                 fmt::format("the error {} was pending before the call; gpubuck did not cause it",
                             pending.front()));
}

}  // namespace

ContextState::ContextState(std::unique_ptr<gl::Context> own,
                           std::optional<gl::CurrentContext> adopted, Engine engine)
    : own_(std::move(own)),
      adopted_(adopted),
      isOpen_(engine == Engine::Auto),
      serial_(newSerial()) {
  loadFunctions();
  const gl::Capabilities capabilities = gl::queryCapabilities();
  description_ = fmt::format("{}, OpenGL {}", capabilities.renderer, capabilities.version);
  isSoftware_ = capabilities.software;
#ifndef __EMSCRIPTEN__  // a page has only WebGL 2
  if (adopted_ && capabilities.profile == gl::Profile::Es3) {
    throw RunError("OpenGL context", fmt::format("is {}, not desktop OpenGL", description_));
  }
#endif
  const std::string whyNotFast = texel::whyNot(texel::Engine::Fast, capabilities);
  const bool isFast = engine == Engine::Fast || (engine == Engine::Auto && whyNotFast.empty());
  engine_ = isFast ? texel::Engine::Fast : texel::Engine::Paper;
  if (const std::string reason = texel::whyNot(engine_, capabilities); !reason.empty()) {
    throw RunError(fmt::format("engine {}", texel::engineName(engine_)), reason);
  }
}

ContextState::~ContextState() {
  if (isForked()) {
    forget(std::move(own_));
    forget(std::move(programs_));
    forget(std::move(remains_));
    forget(std::move(kept_));
    return;
  }
  for (Kept& each : kept_) dispose(std::move(each.objects));
  dispose(std::move(programs_));
  const std::lock_guard lock(callMutex());
  if (own_) {
    const gl::ContextRestorer restorer;
    own_.reset();
  }
  for (GpuObjects& objects : remains_) abandoned().push_back(std::move(objects));
}

void ContextState::loadFunctions() const {
  if (serialOfLoaded() == serial_) return;
  gl::loadFunctions();
  serialOfLoaded() = serial_;
}

texel::DeviceOptions ContextState::deviceOptions(std::int64_t largestArray) const {
  return {.engine = engine_, .programs = programs_, .largestArray = largestArray};
}

texel::Device ContextState::makeDevice(std::int64_t largestArray) const {
  return texel::Device(deviceOptions(largestArray));
}

bool ContextState::searchesOnProcessor(std::int64_t points) const {
  return isOpen_ && pairs::isForProcessor(points, isSoftware_);
}

run::EngineChoice ContextState::engineFor(const run::RunState& fluid) const {
  if (!isOpen_) return {engine_, {}};
  return run::chooseEngine(fluid);
}

void ContextState::dispose(GpuObjects objects) noexcept {
  if (isForked()) {
    forget(std::move(objects));
    return;
  }
  try {
    const Call call(*this);
    objects.reset();
  } catch (const Error&) {
    const std::lock_guard lock(callMutex());
    remains_.push_back(std::move(objects));
  }
}

GpuObjects ContextState::takeKept(const std::string& name) {
  const auto found = std::ranges::find(kept_, name, &Kept::name);
  if (found == kept_.end()) return nullptr;
  GpuObjects objects = std::move(found->objects);
  kept_.erase(found);
  return objects;
}

void ContextState::keep(const std::string& name, GpuObjects objects) {
  if (kept_.size() == kMostKept) kept_.erase(kept_.begin());
  kept_.push_back({name, std::move(objects)});
}

Turn::Turn() {
  if (!isForked()) lock_ = std::unique_lock(callMutex());
}

Call::Call(ContextState& context) : lock_((requireNotForked(), callMutex())) {
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

}  // namespace library

Context::Context(std::shared_ptr<library::ContextState> state) : state_(std::move(state)) {}

std::vector<Gpu> listGpus() {
  library::beginOpenGl();
  const std::lock_guard lock(library::callMutex());
  std::vector<Gpu> all;
  for (const gl::Gpu& gpu : gl::listGpus()) all.push_back({gpu.name, gpu.software});
  return all;
}

Context Context::headless(const HeadlessOptions& options) {
  library::beginOpenGl();
  const std::lock_guard lock(library::callMutex());
  const gl::ContextRestorer restorer;
  return Context(std::make_shared<library::ContextState>(
      gl::Context::createHeadless({.gpu = options.gpu}), std::nullopt, options.engine));
}

Context Context::adopt(Engine engine) {
  library::beginOpenGl();
  const std::lock_guard lock(library::callMutex());
  const auto current = gl::CurrentContext::find();
  if (!current) {
    throw RunError("OpenGL context",
                   "none is current on this thread: make one current before Context::adopt()");
  }
  library::requireNoError();
  return Context(std::make_shared<library::ContextState>(nullptr, current, engine));
}

Engine Context::engine() const {
  return state_->engine() == texel::Engine::Fast ? Engine::Fast : Engine::Paper;
}

const std::string& Context::description() const { return state_->description(); }

}  // namespace gpubuck
