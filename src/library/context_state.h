// The context behind a gpubuck::Context, and the calls into it.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gl/context.h"
#include "gl/current_context.h"
#include "gl/state_guard.h"
#include "gpubuck/context.h"
#include "texel/device.h"

namespace gpubuck::library {

/// OpenGL objects of unknown kind, which must die in their context.
using GpuObjects = std::shared_ptr<void>;

class ContextState {
 public:
  /// Takes over a context that is current.
  ContextState(std::unique_ptr<gl::Context> own, Engine engine);
  /// Adopts the one that is current.
  ContextState(const gl::CurrentContext& adopted, Engine engine);
  ~ContextState();
  ContextState(const ContextState&) = delete;
  ContextState& operator=(const ContextState&) = delete;

  texel::Engine engine() const { return engine_; }
  const std::string& description() const { return description_; }

  /// A device for a call that is under way, laid out for arrays of up to `largestArray` elements.
  texel::Device makeDevice(std::int64_t largestArray) const;

  /// Ends objects that were made in this context: now, or with the next call where it is not
  /// current.
  void dispose(GpuObjects objects) noexcept;

 private:
  friend class Call;

  void inspect(Engine engine);
  void loadFunctions() const;

  std::unique_ptr<gl::Context> own_;  ///< none: it is adopted
  std::optional<gl::CurrentContext> adopted_;
  texel::Engine engine_ = texel::Engine::Paper;
  std::shared_ptr<gl::ProgramCache> programs_ = std::make_shared<gl::ProgramCache>();
  std::string description_;
  std::uint64_t serial_;  ///< of the functions loaded last, see loadFunctions()
  std::vector<GpuObjects> remains_;
};

/// All calls of the process, one after the other: the tables of OpenGL functions are one for all
/// contexts.
std::mutex& callMutex();

/// Throws RunError where the current context, the caller's, has an error pending.
void requireNoError();

/// One call into the library. While it lives the context is current and its state ours; whatever
/// OpenGL objects a call makes for itself must die before it.
class Call {
 public:
  /// Throws RunError where an adopted context is not current or its state cannot be kept.
  explicit Call(ContextState& context);
  /// Leaves no error pending.
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// To be called when the work is done: throws RunError naming it where the driver had objections.
  void finish(std::string_view work) const;

 private:
  std::lock_guard<std::mutex> lock_;
  std::optional<gl::ContextRestorer> restorer_;  ///< for a context of our own
  std::optional<gl::StateGuard> guard_;          ///< for an adopted one
};

}  // namespace gpubuck::library
