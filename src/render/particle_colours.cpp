#include "render/particle_colours.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/id.h"
#include "render/ramp.h"

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

texel::MapPass byPlace(const texel::Device& device, sort::Makes makes) {
  const search::CellWalk walk = search::cellWalk(makes);
  return passOf(device, "render/colour_by_list_place", walk.inputNames({"u_mapping"}),
                walk.prologue);
}

const texel::Array& needed(const texel::Array* array, const char* name, texel::Format format) {
  if (array == nullptr || array->format() != format) {
    throw RunError("colours of particles", fmt::format("need the {}", name));
  }
  return *array;
}

void requireCount(const texel::Array& array, std::int64_t count) {
  if (array.count() != count) {
    throw RunError("colours of particles", fmt::format("{} has {} elements for {} particles",
                                                       array.label(), array.count(), count));
  }
}

float checkedScale(float scale) {
  if (!(scale > 0.0f) || !(scale <= static_cast<float>(kMaxCount))) {
    throw InputError("scale of colours",
                     fmt::format("{} is not above 0 and at most {}", scale, kMaxCount));
  }
  return scale;
}

}  // namespace

ParticleColours::ParticleColours(const texel::Device& device)
    : device_(&device),
      bySpeed_(passOf(device, "render/colour_by_speed", {"u_velocity"})),
      byCell_(passOf(device, "render/colour_by_cell", {"u_mapping"})),
      byListPlace_(byPlace(device, sort::Makes::Lists)),
      byRangePlace_(byPlace(device, sort::Makes::Ranges)),
      byMove_(passOf(device, "render/colour_by_move", {"u_mapping", "u_previousMapping"})) {}

const texel::Array& ParticleColours::run(Colouring colouring, const ParticleColourInputs& inputs,
                                         float scale) {
  if (colouring == Colouring::Species) {
    throw RunError("colours of particles", "colours by species need no pass");
  }
  if (colouring == Colouring::Speed) {
    const texel::Array& velocity = needed(inputs.velocity, "velocities", texel::Format::Vec4);
    bySpeed_.set("u_scale", checkedScale(scale));
    texel::Array& colours = coloursFor(velocity.count());
    bySpeed_.run(velocity.count(), {&velocity}, {&colours});
    return colours;
  }
  const texel::Array& mapping = needed(inputs.mapping, "mapping", texel::Format::Id);
  const std::int64_t count = mapping.count();
  texel::Array& colours = coloursFor(count);
  if (colouring == Colouring::Cell) {
    byCell_.run(count, {&mapping}, {&colours});
  } else if (colouring == Colouring::Moved) {
    const texel::Array& previous =
        inputs.previousMapping != nullptr ? *inputs.previousMapping : mapping;
    requireCount(needed(&previous, "previous mapping", texel::Format::Id), count);
    byMove_.run(count, {&mapping, &previous}, {&colours});
  } else {
    if (inputs.lists == nullptr && inputs.ranges == nullptr) {
      throw RunError("colours of particles", "need the lists or ranges");
    }
    const bool inLists = inputs.lists != nullptr;
    const texel::Array& first = inLists ? inputs.lists->head : inputs.ranges->start;
    const texel::Array& second = inLists ? inputs.lists->next : inputs.ranges->order;
    requireCount(second, count);
    texel::MapPass& pass = inLists ? byListPlace_ : byRangePlace_;
    pass.set("u_places", static_cast<int>(std::ceil(checkedScale(scale))));
    pass.run(count, {&first, &second, &mapping}, {&colours});
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
