#include "render/particle_colours.h"

#include <cmath>
#include <string>
#include <vector>

#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

texel::MapPass passOf(const texel::Device& device, const std::string& name,
                      const std::vector<std::string>& inputs, const std::string& prologue = {}) {
  return {device,
          {.name = name,
           .inputs = inputs,
           .outputs = {{"o_colour", texel::Format::Vec4}},
           .prologue = rampPrologue() + prologue}};
}

texel::MapPass placePass(const texel::Device& device, sort::Makes makes) {
  const search::CellWalk walk = search::cellWalk(makes);
  return passOf(device, "render/colour_by_list_place", walk.inputNames({"u_mapping"}),
                walk.prologue);
}

}  // namespace

ParticleColours::ParticleColours(const texel::Device& device)
    : device_(&device),
      speed_(passOf(device, "render/colour_by_speed", {"u_velocity"})),
      cell_(passOf(device, "render/colour_by_cell", {"u_mapping"})),
      placeInList_(placePass(device, sort::Makes::Lists)),
      placeInRange_(placePass(device, sort::Makes::Ranges)),
      move_(passOf(device, "render/colour_by_move", {"u_mapping", "u_previousMapping"})) {}

const texel::Array& ParticleColours::bySpeed(const texel::Array& velocity, float scale) {
  texel::Array& colours = coloursFor(velocity.count());
  speed_.set("u_scale", scale);
  speed_.run(velocity.count(), {&velocity}, {&colours});
  return colours;
}

const texel::Array& ParticleColours::byCells(Colouring colouring, const search::CellIndex& cells,
                                             float scale) {
  const texel::Array& mapping = cells.mapping();
  const std::int64_t count = mapping.count();
  texel::Array& colours = coloursFor(count);
  if (colouring == Colouring::Cell) {
    cell_.run(count, {&mapping}, {&colours});
  } else if (colouring == Colouring::Moved) {
    const texel::Array* const before = cells.previousMapping();
    move_.run(count, {&mapping, before != nullptr ? before : &mapping}, {&colours});
  } else {
    const auto [first, second] = cells.arrays();
    texel::MapPass& pass = cells.makes() == sort::Makes::Lists ? placeInList_ : placeInRange_;
    pass.set("u_places", static_cast<int>(std::ceil(scale)));
    pass.run(count, {first, second, &mapping}, {&colours});
  }
  return colours;
}

texel::Array& ParticleColours::coloursFor(std::int64_t count) {
  if (!colours_ || colours_->count() != count) {
    colours_.emplace(*device_, "particle colours", texel::Format::Vec4, count);
  }
  return *colours_;
}

}  // namespace gpubuck::render
