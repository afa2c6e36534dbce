// Uses contexts of WebGL 2 that a page makes and passes to the module. This file replaces
// gl/headless_context.cpp, gl/current_context.cpp and gl/state_guard.cpp. WebGL has objects in
// place of the numbers of OpenGL, and Emscripten's OpenGL has numbers only for objects that it has
// made. Therefore the state of a page's context is kept in JavaScript (package/state.js).
#include <emscripten.h>
#include <emscripten/html5.h>

#include <array>
#include <memory>

#include "base/error.h"
#include "gl/context.h"
#include "gl/current_context.h"
#include "gl/state_guard.h"

namespace gpubuck::gl {
namespace {

/// The current context.
class PageContext : public Context {
 public:
  PageContext()
      : Context("canvas of the module"), handle_(emscripten_webgl_get_current_context()) {}

  void makeCurrent() override { emscripten_webgl_make_context_current(handle_); }

 private:
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE handle_;
};

}  // namespace

std::vector<Gpu> listGpus() { return {}; }

std::unique_ptr<Context> Context::createHeadless(const ContextOptions& /*options*/) {
  return std::make_unique<PageContext>();
}

std::optional<CurrentContext> CurrentContext::find() {
  const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE handle = emscripten_webgl_get_current_context();
  if (handle == 0) return {};
  CurrentContext found;
  found.context_ = reinterpret_cast<void*>(handle);
  return found;
}

void CurrentContext::release() const { emscripten_webgl_make_context_current(0); }

bool CurrentContext::makeCurrent() const {
  return emscripten_webgl_make_context_current(reinterpret_cast<EMSCRIPTEN_WEBGL_CONTEXT_HANDLE>(
             context_)) == EMSCRIPTEN_RESULT_SUCCESS;
}

ContextRestorer::ContextRestorer() : before_(CurrentContext::find()) {}

ContextRestorer::~ContextRestorer() {
  if (before_) before_->makeCurrent();
}

StateGuard::StateGuard() {
  std::array<char, 256> why{};
  EM_ASM({ stringToUTF8(Module.keepState(), $0, $1); }, why.data(), why.size());
  if (why[0] != '\0') throw RunError("WebGL state", why.data());
}

StateGuard::~StateGuard() {
  EM_ASM({ Module.restoreState(); });
}

}  // namespace gpubuck::gl
