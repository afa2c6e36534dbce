#include "gpubuck/context.h"

#include <utility>

#include "base/error.h"
#include "library/context_state.h"

namespace gpubuck {

Context::Context(std::shared_ptr<library::ContextState> state) : state_(std::move(state)) {}

Context Context::headless(const HeadlessOptions& options) {
  const std::lock_guard lock(library::callMutex());
  const gl::ContextRestorer restorer;
  return Context(std::make_shared<library::ContextState>(
      gl::Context::createHeadless({.gpu = options.gpu}), options.engine));
}

Context Context::adopt(Engine engine) {
  const std::lock_guard lock(library::callMutex());
  const auto current = gl::CurrentContext::find();
  if (!current) {
    throw RunError("OpenGL context",
                   "none is current on this thread: make one current before Context::adopt()");
  }
  library::requireNoError();
  return Context(std::make_shared<library::ContextState>(*current, engine));
}

Engine Context::engine() const {
  return state_->engine() == texel::Engine::Fast ? Engine::Fast : Engine::Paper;
}

const std::string& Context::description() const { return state_->description(); }

}  // namespace gpubuck
