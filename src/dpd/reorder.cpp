#include "dpd/reorder.h"

namespace gpubuck::dpd {

Reorder::Reorder(const texel::Device& device, const search::CellIndex& cells)
    : order_(device, cells),
      reorder_(device, {.name = "dpd/reorder",
                        .outputs = {{"o_position", texel::Format::Vec4},
                                    {"o_velocity", texel::Format::Vec4},
                                    {"o_predicted", texel::Format::Vec4}}}) {}

void Reorder::run(const ParticleArrays& from, const search::CellIndex& cells, ParticleArrays& to) {
  std::vector<texel::Input> inputs = from.inputs();
  inputs.emplace_back("u_order", order_.of(cells));
  reorder_.run(from.position.count(), inputs, to.outputs());
}

}  // namespace gpubuck::dpd
