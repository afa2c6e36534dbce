// The forces of bonds and angles, which the passes that move and measure particles add to the
// forces of pairs.
#pragma once

#include <cstdint>
#include <glm/vec4.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dpd/model/molecules.h"
#include "dpd/steps/neighbourhood.h"
#include "dpd/steps/passes.h"
#include "texel/map_pass.h"

namespace gpubuck::dpd {

/// Returns the GLSL by which a body reads the forces of molecules. These forces are 0 for a fluid
/// without molecules.
std::string moleculesPrologue(const Fluid& fluid);

/// The force of bonds and angles on each particle: shaders/dpd/molecule_forces.glsl. The forces on
/// all particles must have been computed before the first particle is moved or measured.
class MoleculeForces {
 public:
  /// Throws InputError for more than kMaxCount links, and RunError without GPU memory.
  MoleculeForces(const texel::Device& device, const Fluid& fluid,
                 const Neighbourhood& neighbourhood, const Molecules& molecules,
                 std::int64_t particles);

  /// Takes over the coefficients of bonds and angles. Discards all forces.
  void setFluid(const Fluid& fluid);
  /// Makes virials count only inside a slab, or everywhere if `slab` is empty. Discards all forces.
  void setSlab(const std::optional<Slab>& slab);
  /// Returns whether the forces on all particles have been computed.
  bool isWhole() const { return found_ == force_.count(); }
  /// Computes the forces on up to `particles` further particles, and returns the number of these
  /// particles. `inputs` are the particles (Neighbourhood::particles) and the places of their ids.
  std::int64_t find(std::int64_t particles, const std::vector<texel::Input>& inputs);
  /// Discards all forces. Call this function after particles have moved or been reordered.
  void reset() { found_ = 0; }

  /// Returns the inputs of shaders/dpd/forces_of_molecules.glsl.
  std::vector<texel::Input> inputs() const;
  /// Returns, for each particle, the force in xyz and its share of the energy of bonds in w.
  const texel::Vec4Array& force() const { return force_; }
  /// Returns, for each particle, its shares of the virial's xx, yy and zz in xyz, and its share of
  /// the energy of angles in w.
  const texel::Vec4Array& virial() const { return virial_; }

 private:
  /// The contents of u_firstLink and u_links of the shader.
  struct Links {
    explicit Links(const Molecules& molecules);

    std::vector<texel::IdTexel> first;
    std::vector<glm::vec4> all;
  };

  MoleculeForces(const texel::Device& device, const Fluid& fluid,
                 const Neighbourhood& neighbourhood, Links links, std::int64_t particles);

  void setKinds(texel::MapPass& pass) const;

  const texel::Device* device_;
  const Neighbourhood* neighbourhood_;
  Fluid fluid_;
  std::optional<Links> notUploaded_;  ///< kept until find() uploads the links, since memory is
                                      ///< allocated only after the constructor
  texel::MapPass pass_;
  std::optional<texel::MapPass> slabPass_;  ///< null outside of measurements in slabs
  texel::IdArray firstLink_;
  texel::Vec4Array links_;
  texel::Vec4Array force_;
  texel::Vec4Array virial_;
  std::int64_t found_ = 0;
};

}  // namespace gpubuck::dpd
