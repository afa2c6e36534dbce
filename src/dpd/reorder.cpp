#include "dpd/reorder.h"

#include <utility>

namespace gpubuck::dpd {

Reorder::Reorder(const texel::Device& device, std::int64_t cells)
    : listLengths_(device),
      scanStep_(device, {.name = "texel/scan_step",
                         .inputs = {"u_values"},
                         .outputs = {{"o_sum", texel::Format::Id}}}),
      reorder_(device,
               {.name = "dpd/reorder",
                .inputs = {"u_position", "u_velocity", "u_predicted", "u_head", "u_next", "u_end"},
                .outputs = {{"o_position", texel::Format::Vec4},
                            {"o_velocity", texel::Format::Vec4},
                            {"o_predicted", texel::Format::Vec4}}}),
      end_(device, "cell ends", texel::Format::Id, cells),
      spareEnd_(device, "cell ends (spare)", texel::Format::Id, cells) {}

void Reorder::run(const ParticleArrays& from, const sort::BucketLists& lists, ParticleArrays& to) {
  const std::int64_t cells = end_.count();
  listLengths_.run(lists, end_);
  for (std::int64_t offset = 1; offset < cells; offset *= 2) {
    scanStep_.set("u_offset", static_cast<int>(offset));
    scanStep_.run(cells, {&end_}, {&spareEnd_});
    std::swap(end_, spareEnd_);
  }
  reorder_.set("u_cells", static_cast<int>(cells));
  reorder_.run(from.position.count(),
               {&from.position, &from.velocity, &from.predicted, &lists.head, &lists.next, &end_},
               {&to.position, &to.velocity, &to.predicted});
}

}  // namespace gpubuck::dpd
