// A running DPD fluid.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "gpubuck/box.h"
#include "gpubuck/context.h"
// After installation, the next headers are below this folder; during a build, they are in src/.
#include "base/image.h"
#include "dpd/observables.h"

// The shared library exports the names below.
#pragma GCC visibility push(default)
namespace gpubuck {

/// Units: lengths in cut-off radii, masses in masses of the lightest species; kT is 1 unless the
/// scenario says otherwise. The unit of time follows from these units.

/// Arrays with one entry per particle, in ascending order of ids. A particle keeps its id.
struct Particles {
  std::vector<Point> positions;   ///< within the box, in cut-off radii
  std::vector<Point> velocities;  ///< half a time step before the positions (leap-frog)
  std::vector<int> species;       ///< 0, 1, ... in the order of the scenario
};

/// The positions on the GPU, without a copy: a texture of the format RGBA32F in the fluid's
/// context. Particle k is the texel (k mod width, k / width), which has its position and, as the
/// fourth number, its species. k counts in the order of memory, not of ids.
struct PositionTexture {
  std::uint32_t name = 0;  ///< OpenGL's number of the texture
  int width = 0;           ///< texels
};

struct Species {
  std::string name;
  double mass = 1.0;
};

/// The observables of a fluid and of each of its species, all at the present step. The tables
/// kObservables and kSpeciesObservables hold the name, unit and meaning of each observable, as in
/// docs/observables.md; visitValue() reads the value of a row.
using Measurement = dpd::Observables;
using SpeciesMeasurement = dpd::SpeciesObservables;
using StructureFactor = dpd::StructureFactor;
using Surface = dpd::Surface;
using SurfaceOrder = dpd::SurfaceOrder;
using StressProfile = dpd::StressProfile;
using dpd::kObservables;
using dpd::kSpeciesObservables;
using dpd::Observable;
using dpd::visitValue;

/// A running scenario on the GPU, on the engine of its context. Engine::Auto chooses Fast if the
/// context has OpenGL 4.3 and its shader buffers can hold the fluid's particles and cells,
/// otherwise Paper. This choice measures no time, so that the same fluid always takes the
/// same engine in the same context. A Fluid can be moved, and copied by copy(). An adopted context
/// should be current when the Fluid is destroyed; otherwise the fluid's GPU memory is freed only by
/// the next call in this context.
class Fluid {
 public:
  /// Reads a scenario file (TOML; assets/scenarios/equilibrium.toml explains every key), a FIELD of
  /// DL_MESO, or a folder with a FIELD. If parts of the files have no effect, a notice on standard
  /// error names them. Each of `overrides` replaces a value: "fluid.kT=1.5". If `start` is not
  /// empty, it replaces the initial particles. Their number must be density times volume. If
  /// `start` has no velocities, they are drawn at kT.
  ///
  /// Throws InputError with file, line and key.
  static Fluid fromFile(const Context& context, const std::string& path,
                        const std::vector<std::string>& overrides = {},
                        const Particles& start = {});
  /// Creates a fluid from the text of a scenario. Errors call this text "scenario".
  static Fluid fromText(const Context& context, const std::string& toml,
                        const std::vector<std::string>& overrides = {},
                        const Particles& start = {});
  /// Continues from a checkpoint of save() or of `gpubuck run`, with the scenario in the
  /// checkpoint. With Engine::Auto, the fluid keeps the engine that made the checkpoint, if the
  /// context can run this engine. `overrides` may change the same keys as set().
  ///
  /// Throws InputError if the file is damaged or not a checkpoint. Take checkpoints only from
  /// people you trust: see docs/runs.md.
  static Fluid fromCheckpoint(const Context& context, const std::string& path,
                              const std::vector<std::string>& overrides = {});

  Fluid(Fluid&& other) noexcept;
  Fluid& operator=(Fluid&& other) noexcept;
  ~Fluid();

  /// Returns another fluid in the same context, on the same engine and in the same state. Both
  /// fluids then continue independently. The same steps give the same bits in both. Throws RunError
  /// if the fluid has blown up, or if memory is short.
  Fluid copy();

  /// Makes time steps, 0 or more. Throws RunError, which names step and particle, if the fluid has
  /// blown up. All functions that read the particles throw this error, too.
  ///
  /// Calls `between`, if given, on the calling thread: between two steps, and several times per
  /// second within long steps. If `between` throws, the call ends with this exception. The fluid is
  /// then in the state after the last whole step, and continues with the same bits as without the
  /// interruption. `between` must not call gpubuck.
  void step(std::int64_t steps = 1, const std::function<void()>& between = {});

  /// Returns whether a step may take seconds, since it visits more than 2e10 pairs of particles, or
  /// more than 1e9 on a software renderer. The pairs are counted at the initial positions.
  bool hasLongSteps() const;

  /// Changes values from the next step on, each as "fluid.kT=1.5". docs/scenario.md says which keys
  /// may change while a fluid runs. For other keys, and for values out of range, throws InputError
  /// and changes nothing.
  void set(const std::vector<std::string>& overrides);

  /// Measures the present state. Waits for the GPU, as do all functions below that read particles.
  ///
  /// If the fluid has long steps, calls `between`, if given, on the calling thread several times
  /// per second. If `between` throws, the call ends with this exception and leaves the fluid as it
  /// was. `between` must not call gpubuck.
  Measurement measure(const std::function<void()>& between = {});
  /// Measures the structure factor of the present state, by a Fourier transform of the density.
  /// Throws InputError if the box has no periodic axis.
  StructureFactor structureFactor();
  /// Finds the surface of the density of each species of the present state, and the directions of
  /// its normals.
  SurfaceOrder surfaceOrder();
  /// Measures the pressure of the present state in slabs across the last axis. Slabs are at most
  /// 1/4 of a cut-off radius thick. Takes about the time of one measure() per slab. Throws
  /// InputError if the last axis is not periodic.
  StressProfile stressProfile();
  Particles particles();
  /// Returns the texture of the present positions, which the caller can draw in an adopted context.
  /// The texture is valid until the next call that makes steps or changes values, and must not be
  /// written. Does not wait for the GPU, and so does not notice that a fluid has blown up. step()
  /// notices this within 64 steps.
  PositionTexture positionTexture();

  /// Draws a picture as `gpubuck run` does: particles and bonds in the scenario's view, with name,
  /// step, time and species at the left. Width and height are 16..16384 pixels.
  Image render(int width = 1280, int height = 720);

  /// Writes a checkpoint, an HDF5 file from which the run continues bit for bit. A file at `path`
  /// is replaced completely or not at all. Throws RunError if the file cannot be written.
  void save(const std::string& path);

  std::int64_t count() const;  ///< number of particles
  Engine engine() const;       ///< Paper or Fast
  /// If the engine of the context is Auto, returns the reason for the engine of the fluid, such as
  /// "fast needs OpenGL 4.3, this context has 3.3"; otherwise an empty string.
  const std::string& engineReason() const;
  std::int64_t stepNumber() const;
  double time() const;
  Box box() const;
  std::vector<Species> species() const;
  /// Returns the complete scenario as TOML, with every default and all changes by set().
  std::string scenario() const;

 private:
  friend class FluidBatch;

  struct Running;
  explicit Fluid(std::unique_ptr<Running> running);

  std::unique_ptr<Running> running_;
};

}  // namespace gpubuck
#pragma GCC visibility pop
