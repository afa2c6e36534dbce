// The context of a gpubuck::Context, and the calls into it.
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
#include "run/live_fluid.h"
#include "texel/device.h"

namespace gpubuck::library {

/// OpenGL objects of unknown kind, which must be destroyed in their context.
using GpuObjects = std::shared_ptr<void>;

class ContextState {
 public:
  /// Takes ownership of `own`, which is current; without it, adopts the current context.
  ContextState(std::unique_ptr<gl::Context> own, std::optional<gl::CurrentContext> adopted,
               Engine engine);
  ~ContextState();
  ContextState(const ContextState&) = delete;
  ContextState& operator=(const ContextState&) = delete;

  texel::Engine engine() const { return engine_; }
  const std::string& description() const { return description_; }

  /// Returns a device for the present call, laid out for arrays of up to `largestArray` elements.
  texel::Device makeDevice(std::int64_t largestArray) const;
  /// Returns the options of such a device.
  texel::DeviceOptions deviceOptions(std::int64_t largestArray) const;

  /// Returns whether the processor searches `points` points: if the context leaves the engine open,
  /// it searches few points, and on a software renderer any number.
  bool searchesOnProcessor(std::int64_t points) const;

  /// Returns the engine for a fluid, and the reason for it if the context leaves it open. Call it
  /// within a Call.
  run::EngineChoice engineFor(const run::RunState& fluid) const;

  /// Destroys objects that were made in this context: now, or in the next call, when the context is
  /// current.
  void dispose(GpuObjects objects) noexcept;

  /// Hands over the objects that an earlier call has kept under this name, or returns null if there
  /// are none.
  GpuObjects takeKept(const std::string& name);
  /// Keeps objects for a later call, and destroys the oldest of more than kMostKept. Call it within
  /// a Call.
  void keep(const std::string& name, GpuObjects objects);

 private:
  friend class Call;

  static constexpr std::size_t kMostKept = 4;

  struct Kept {
    std::string name;
    GpuObjects objects;
  };

  void loadFunctions() const;

  std::unique_ptr<gl::Context> own_;
  std::optional<gl::CurrentContext> adopted_;
  texel::Engine engine_ = texel::Engine::Paper;
  bool isOpen_;  ///< whether the engine was left open
  bool isSoftware_ = false;
  std::shared_ptr<gl::ProgramCache> programs_ = std::make_shared<gl::ProgramCache>();
  std::string description_;
  std::uint64_t serial_;  ///< number of the functions loaded last, see loadFunctions()
  std::vector<GpuObjects> remains_;
  std::vector<Kept> kept_;  ///< the oldest first
};

/// While a call without OpenGL has its turn, calls of other threads wait. A child that fork() made
/// has only one thread; it does not take the lock that it inherits, which might never be released.
class Turn {
 public:
  Turn();

 private:
  std::unique_lock<std::mutex> lock_;
};

/// One call into the library. While it lives, the context is current and has the state that gpubuck
/// needs; OpenGL objects that a call makes for itself must be destroyed before it.
class Call {
 public:
  /// Throws RunError if an adopted context is not current or its state cannot be saved.
  explicit Call(ContextState& context);
  /// Leaves no error pending.
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Call it when the work is done: throws RunError naming it if the driver reported an error.
  void finish(std::string_view work) const;

 private:
  std::lock_guard<std::mutex> lock_;
  std::optional<gl::ContextRestorer> restorer_;  ///< used for a context of the library
  std::optional<gl::StateGuard> guard_;          ///< used for an adopted context
};

}  // namespace gpubuck::library
