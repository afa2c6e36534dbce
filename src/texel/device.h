// The device of all texel operations: its engine, the layout of arrays on textures, the shader
// library and the compiled programs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gl/context.h"
#include "gl/objects.h"
#include "gl/program.h"
#include "gl/shader_library.h"
#include "texel/profiler.h"

namespace gpubuck::texel {

/// The user's choice of the OpenGL version that is used.
enum class Engine {
  Paper,  ///< every pass is a draw, as in the paper: OpenGL 3.3
  Fast    ///< OpenGL 4.3: compute shaders, and sorts that need them
};

/// Returns "paper" or "fast".
const char* engineName(Engine engine);

/// Returns why `engine` cannot run on a context with these capabilities, or an empty string if it
/// can.
std::string whyNot(Engine engine, const gl::Capabilities& capabilities);

/// The driver's limits for compute shaders (OpenGL 4.3).
struct ComputeLimits {
  int groupSize = 0;              ///< invocations per work group
  std::int64_t sharedBytes = 0;   ///< shared memory per work group
  int storageBlocks = 0;          ///< maximum number of buffers per shader
  std::int64_t bufferBytes = 0;   ///< maximum size of a buffer in a shader
  std::int64_t bufferTexels = 0;  ///< maximum size of a buffer read by a sampler
  /// True if compute shaders have GL_KHR_shader_subgroup with arithmetic, ballot and shuffle, and
  /// subgroups of 32 invocations.
  bool subgroups32 = false;
  bool software = false;  ///< whether shaders take the form for software renderers
};

/// Every driver allows this number of work groups along one axis of a dispatch.
inline constexpr std::int64_t kMaxGroups = 65535;

/// Returns the limits of the current context; all are 0 below OpenGL 4.3.
ComputeLimits queryComputeLimits();

struct WorkSlices;

struct DeviceOptions {
  Engine engine = Engine::Paper;
  gl::ShaderLibrary shaders{};
  /// The programs that devices of this context have compiled before, or null.
  std::shared_ptr<gl::ProgramCache> programs{};
  /// Texels per row of every array, a power of two; 0 derives it from `largestArray`.
  int textureWidth = 0;
  /// The number of elements of the largest array, or 0 if it is unknown. If the number is known,
  /// textures are about square, with rows of 64..4096 texels, so that the pixel blocks in which
  /// fragment shaders run are full.
  std::int64_t largestArray = 0;
  /// The form of shaders: true for software renderers. The default is the form that suits the
  /// context.
  std::optional<bool> software{};
  /// The slices in which long work such as the first sort runs, from the beginning of the device on
  /// (Device::slices).
  std::weak_ptr<const WorkSlices> slices{};
};

/// The current context as the texel layer uses it. Must not outlive the context.
class Device {
 public:
  /// Throws RunError if the engine cannot run here, and InputError for a width that is not a power
  /// of two.
  explicit Device(const DeviceOptions& options);

  Engine engine() const { return engine_; }
  const gl::Capabilities& capabilities() const { return capabilities_; }
  const gl::ShaderLibrary& shaders() const { return shaders_; }
  /// Compiles a program, or shares a program with the same stages.
  gl::Program makeProgram(const std::string& label, const std::vector<gl::Stage>& stages) const {
    return programs_->get(label, stages);
  }
  /// Returns whether shaders take the form for software renderers.
  bool isSoftware() const { return software_; }
  int textureWidth() const { return width_; }
  /// Returns the number of rows that hold `count` elements: at least 1, so that an empty array is
  /// still a texture.
  int rowsFor(std::int64_t count) const;
  /// Returns the limits for compute shaders. Throws RunError naming `what` below OpenGL 4.3.
  ComputeLimits computeLimits(const std::string& what) const;
  /// Throws InputError naming `what` for more elements than ids can name or the largest texture can
  /// hold.
  void requireFits(const std::string& what, std::int64_t count) const;

  /// Returns the GLSL constants of the array layout: kTexelWidth and kTexelWidthLog2.
  std::string layoutPrologue() const;

  /// Returns the profiler of the passes on this device; off until enabled.
  Profiler& profiler() const { return profiler_; }

  /// Returns the slices in which passes with long work run (texel/work_slices.h), or null. The work
  /// is sliced until the caller releases the last pointer to the slices.
  std::shared_ptr<const WorkSlices> slices() const { return slices_.lock(); }
  void sliceBy(const std::shared_ptr<const WorkSlices>& slices) const { slices_ = slices; }

  /// Calls `action` at the first call with this name, and again at the next call if `action` has
  /// thrown.
  void once(const std::string& name, const std::function<void()>& action) const;

  /// Returns a vertex array without attributes, for draws without attributes.
  const gl::VertexArray& emptyVertexArray() const { return emptyVertexArray_; }

 private:
  Engine engine_;
  gl::ShaderLibrary shaders_;
  std::shared_ptr<gl::ProgramCache> programs_;
  gl::Capabilities capabilities_;
  gl::VertexArray emptyVertexArray_;
  int width_;
  bool software_;
  mutable Profiler profiler_;
  mutable std::set<std::string> done_;
  mutable std::weak_ptr<const WorkSlices> slices_;
};

}  // namespace gpubuck::texel
