#include "dpd/reorder.h"

namespace gpubuck::dpd {

Reorder::Reorder(const texel::Device& device, const search::CellIndex& cells)
    : order_(device, cells),
      reorder_(device, {.name = "dpd/reorder",
                        .inputs = {"u_position", "u_velocity", "u_predicted", "u_order"},
                        .outputs = {{"o_position", texel::Format::Vec4},
                                    {"o_velocity", texel::Format::Vec4},
                                    {"o_predicted", texel::Format::Vec4}}}) {}

void Reorder::run(const ParticleArrays& from, const search::CellIndex& cells, ParticleArrays& to) {
  reorder_.run(from.position.count(),
               {&from.position, &from.velocity, &from.predicted, &order_.of(cells)},
               {&to.position, &to.velocity, &to.predicted});
}

}  // namespace gpubuck::dpd
