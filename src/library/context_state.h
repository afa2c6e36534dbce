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

/// OpenGL objects of any kind, which must be destroyed while their context is current.
using GpuObjects = std::shared_ptr<void>;

class ContextState {
 public:
  /// Takes ownership of `own`, which must be current. If `own` is null, adopts the current context.
  ContextState(std::unique_ptr<gl::Context> own, std::optional<gl::CurrentContext> adopted,
               Engine engine);
  ~ContextState();
  ContextState(const ContextState&) = delete;
  ContextState& operator=(const ContextState&) = delete;

  texel::Engine engine() const { return engine_; }
  const std::string& description() const { return description_; }

  /// Returns a device for the present call. Its textures are laid out for arrays of up to
  /// `largestArray` elements.
  texel::Device makeDevice(std::int64_t largestArray) const;
  /// Returns the options of the device of makeDevice().
  texel::DeviceOptions deviceOptions(std::int64_t largestArray) const;

  /// Returns whether the processor, and not the GPU, searches `points` points. The processor
  /// searches only if the context leaves the choice of the engine open (Engine::Auto). It then
  /// searches small numbers of points, or any number on a software renderer.
  bool searchesOnProcessor(std::int64_t points) const;

  /// Returns the engine for a fluid. If the context leaves the choice of the engine open, also
  /// returns the reason for the choice. Call this function within a Call.
  run::EngineChoice engineFor(const run::RunState& fluid) const;

  /// Destroys objects that were made in this context. If the context is not current now, they are
  /// destroyed in the next call.
  void dispose(GpuObjects objects) noexcept;

  /// Removes the objects that an earlier call has kept under this name and returns them, or returns
  /// null if there are none.
  GpuObjects takeKept(const std::string& name);
  /// Keeps objects for a later call. If there are then more than kMostKept, destroys the oldest.
  /// Call this function within a Call.
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
  bool isOpen_;  ///< whether the choice of the engine was left open
  bool isSoftware_ = false;
  std::shared_ptr<gl::ProgramCache> programs_ = std::make_shared<gl::ProgramCache>();
  std::string description_;
  std::uint64_t serial_;  ///< serial number of the functions of this context, see loadFunctions()
  std::vector<GpuObjects> remains_;
  std::vector<Kept> kept_;  ///< the oldest objects first
};

/// A lock for calls without OpenGL: while an object of this class lives, calls of other threads
/// wait. A process made by fork() has only one thread and takes no lock, since the lock that it
/// inherits might never be released.
class Turn {
 public:
  Turn();

 private:
  std::unique_lock<std::mutex> lock_;
};

/// One call into the library. While an object of this class lives, the context is current and has
/// the state that gpubuck needs. OpenGL objects that are needed only during the call must be
/// destroyed before the Call.
class Call {
 public:
  /// Throws RunError if an adopted context is not current or its state cannot be saved.
  explicit Call(ContextState& context);
  /// Clears pending OpenGL errors.
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// Call this function when the work is done. Throws RunError, which names `work`, if the driver
  /// has reported an error.
  void finish(std::string_view work) const;

 private:
  std::lock_guard<std::mutex> lock_;
  std::optional<gl::ContextRestorer> restorer_;  ///< set for a context of the library
  std::optional<gl::StateGuard> guard_;          ///< set for an adopted context
};

}  // namespace gpubuck::library
