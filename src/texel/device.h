// What every texel operation needs to know: which engine runs, how arrays lie on textures, where
// shaders and compiled programs are.
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

/// What users choose between: which OpenGL is used.
enum class Engine {
  Paper,  ///< the paper's: OpenGL 3.3, every pass a drawing
  Fast    ///< OpenGL 4.3: compute shaders, and sorts that need them
};

/// "paper" or "fast".
const char* engineName(Engine engine);

/// Why `engine` cannot run on a context with these capabilities; empty when it can.
std::string whyNot(Engine engine, const gl::Capabilities& capabilities);

/// What the driver allows compute shaders: OpenGL 4.3.
struct ComputeLimits {
  int groupSize = 0;              ///< invocations per work group
  std::int64_t sharedBytes = 0;   ///< per work group
  int storageBlocks = 0;          ///< buffers that a shader sees at a time
  std::int64_t bufferBytes = 0;   ///< of a buffer that a shader sees
  std::int64_t bufferTexels = 0;  ///< of a buffer that a shader reads through a sampler
  /// Whether compute shaders have GL_KHR_shader_subgroup with arithmetic, ballot and shuffle, and
  /// subgroups of 32 invocations.
  bool subgroups32 = false;
  bool software = false;  ///< shaders are to take the form that suits a software renderer
};

/// Work groups along one axis of a dispatch: every driver allows as many.
inline constexpr std::int64_t kMaxGroups = 65535;

/// Those of the current context; all 0 below OpenGL 4.3.
ComputeLimits queryComputeLimits();

struct DeviceOptions {
  Engine engine = Engine::Paper;
  gl::ShaderLibrary shaders{};
  /// What devices of this context have compiled before; null: nothing yet.
  std::shared_ptr<gl::ProgramCache> programs{};
  /// Texels in a row of every array: a power of two. 0: chosen by `largestArray`.
  int textureWidth = 0;
  /// The elements of the largest array to come; 0: not known. Textures are then about square, with
  /// rows of 64..4096, so that the pixel blocks in which fragment shaders run are full.
  std::int64_t largestArray = 0;
  /// Whether shaders take the form that suits a software renderer. Not given: if this is one.
  std::optional<bool> software{};
};

/// The current context as the texel layer uses it. Must not outlive the context.
class Device {
 public:
  /// Throws RunError when the engine cannot run here, InputError for a width not a power of two.
  explicit Device(const DeviceOptions& options);

  Engine engine() const { return engine_; }
  const gl::Capabilities& capabilities() const { return capabilities_; }
  const gl::ShaderLibrary& shaders() const { return shaders_; }
  /// Compiles a program, or shares one of the same stages.
  gl::Program makeProgram(const std::string& label, const std::vector<gl::Stage>& stages) const {
    return programs_->get(label, stages);
  }
  /// Whether shaders are to take the form that suits a software renderer.
  bool isSoftware() const { return software_; }
  int textureWidth() const { return width_; }
  /// Rows that hold `count` elements: at least 1, so that an empty array still is a texture.
  int rowsFor(std::int64_t count) const;
  /// Throws RunError naming `what` below OpenGL 4.3.
  ComputeLimits computeLimits(const std::string& what) const;
  /// Throws InputError naming `what` for more elements than ids or the largest texture.
  void requireFits(const std::string& what, std::int64_t count) const;

  /// The GLSL constants of the array layout: kTexelWidth and kTexelWidthLog2.
  std::string layoutPrologue() const;

  /// Times the passes run on this device; off until enabled.
  Profiler& profiler() const { return profiler_; }

  /// Calls `action` the first time that it is asked to under this name, and again after it has
  /// thrown.
  void once(const std::string& name, const std::function<void()>& action) const;

  /// A vertex array without attributes, for draws that need none.
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
};

}  // namespace gpubuck::texel
