#include "render/particle_colours.h"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "render/colour_map.h"

namespace gpubuck::render {
namespace {

texel::MapPass passOf(const texel::Device& device, const std::string& name,
                      const std::string& prologue = {}) {
  return {device,
          {.name = name,
           .outputs = {{"o_colour", texel::Format::Vec4}},
           .prologue = rampPrologue() + prologue}};
}

texel::MapPass walkingPass(const texel::Device& device, const std::string& name,
                           sort::ResultKind kind) {
  return passOf(device, name, cells::walkPrologue(kind));
}

texel::MapPass heatPass(const texel::Device& device, sort::ResultKind kind) {
  return {device,
          {.name = "render/cell_heat",
           .outputs = {{"o_heat", texel::Format::Vec4}},
           .prologue = cells::walkPrologue(kind) +
                       fmt::format("const int kMaxSpecies = {};\n", dpd::kMaxSpecies),
           .work = texel::Work::Uneven}};
}

}  // namespace

ParticleColours::ParticleColours(const texel::Device& device)
    : device_(&device),
      speed_(passOf(device, "render/colour_by_speed")),
      cell_(passOf(device, "render/colour_by_cell")),
      placeInList_(walkingPass(device, "render/colour_by_list_place", sort::ResultKind::Lists)),
      placeInRange_(walkingPass(device, "render/colour_by_list_place", sort::ResultKind::Ranges)),
      round_(walkingPass(device, "render/colour_by_round", sort::ResultKind::Lists)),
      density_(passOf(device, "render/colour_by_density")),
      move_(passOf(device, "render/colour_by_move")),
      heatOfLists_(heatPass(device, sort::ResultKind::Lists)),
      heatOfRanges_(heatPass(device, sort::ResultKind::Ranges)),
      temperature_(passOf(device, "render/colour_by_temperature")) {}

const texel::Vec4Array& ParticleColours::bySpeed(const texel::Vec4Array& velocity, float low,
                                                 float high) {
  texel::Vec4Array& colours = coloursFor(velocity.count());
  speed_.set("u_low", low);
  speed_.set("u_high", high);
  speed_.run(velocity.count(), {{"u_velocity", velocity}}, {{"o_colour", colours}});
  return colours;
}

const texel::Vec4Array& ParticleColours::byCells(Colouring colouring, const cells::CellIndex& cells,
                                                 float scale) {
  const texel::IdArray& mapping = cells.mapping();
  const std::int64_t count = mapping.count();
  texel::Vec4Array& colours = coloursFor(count);
  const texel::Input now("u_mapping", mapping);
  const texel::Output colour("o_colour", colours);
  if (colouring == Colouring::Cell) {
    cell_.run(count, {now}, {colour});
  } else {
    texel::MapPass& pass =
        cells.resultKind() == sort::ResultKind::Lists ? placeInList_ : placeInRange_;
    const int places = static_cast<int>(std::ceil(scale));
    pass.run(count, cells.inputs({now, {"u_places", places}}), {colour});
  }
  return colours;
}

const texel::Vec4Array& ParticleColours::byRounds(const cells::CellIndex& cells, int rounds,
                                                  float scale) {
  const std::int64_t count = cells.mapping().count();
  texel::Vec4Array& colours = coloursFor(count);
  round_.run(count,
             cells.inputs({{"u_mapping", cells.mapping()},
                           {"u_rounds", rounds},
                           {"u_scale", static_cast<int>(std::ceil(scale))}}),
             {{"o_colour", colours}});
  return colours;
}

const texel::Vec4Array& ParticleColours::byDensity(const texel::Vec4Array& density,
                                                   const texel::IdArray& placeOfId,
                                                   const texel::Vec4Array& predicted, float low,
                                                   float high) {
  texel::Vec4Array& colours = coloursFor(density.count());
  density_.set("u_low", low);
  density_.set("u_high", high);
  density_.run(density.count(),
               {{"u_density", density}, {"u_placeOfId", placeOfId}, {"u_predicted", predicted}},
               {{"o_colour", colours}});
  return colours;
}

const texel::Vec4Array& ParticleColours::byTemperature(const cells::CellIndex& cells,
                                                       const texel::Vec4Array& position,
                                                       const texel::Vec4Array& velocity,
                                                       std::span<const dpd::Species> species,
                                                       float low, float high) {
  const cells::CellGrid& grid = cells.grid();
  if (!heat_ || heat_->count() != grid.count()) heat_.emplace(*device_, "cell heat", grid.count());
  std::vector<float> masses(dpd::kMaxSpecies, 1.0F);
  for (std::size_t k = 0; k < species.size(); ++k) masses[k] = static_cast<float>(species[k].mass);
  texel::MapPass& heat =
      cells.resultKind() == sort::ResultKind::Lists ? heatOfLists_ : heatOfRanges_;
  heat.set("u_masses", masses);
  heat.run(grid.count(), cells.inputs({{"u_position", position}, {"u_velocity", velocity}}),
           {{"o_heat", *heat_}});
  const cells::Box& box = grid.box;
  temperature_.set("u_cells", glm::vec3(grid.cells));
  temperature_.set("u_periodic",
                   glm::vec3(box.isPeriodic(0), box.isPeriodic(1), box.isPeriodic(2)));
  temperature_.set("u_dimensions", box.dimensions);
  temperature_.set("u_low", low);
  temperature_.set("u_high", high);
  texel::Vec4Array& colours = coloursFor(velocity.count());
  temperature_.run(velocity.count(), {{"u_mapping", cells.mapping()}, {"u_heat", *heat_}},
                   {{"o_colour", colours}});
  return colours;
}

const texel::Vec4Array& ParticleColours::muted(std::int64_t count) {
  texel::Vec4Array& colours = coloursFor(count);
  colours.fill(glm::vec4(kMutedColour, 1.0F));
  return colours;
}

const texel::Vec4Array& ParticleColours::byMoves(const texel::IdArray& mapping,
                                                 const texel::IdArray* before) {
  if (before == nullptr) return muted(mapping.count());
  texel::Vec4Array& colours = coloursFor(mapping.count());
  move_.run(mapping.count(), {{"u_mapping", mapping}, {"u_previousMapping", *before}},
            {{"o_colour", colours}});
  return colours;
}

texel::Vec4Array& ParticleColours::coloursFor(std::int64_t count) {
  if (!colours_ || colours_->count() != count) {
    colours_.emplace(*device_, "particle colours", count);
  }
  return *colours_;
}

}  // namespace gpubuck::render
