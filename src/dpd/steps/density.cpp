#include "dpd/steps/density.h"

#include <algorithm>

#include "dpd/steps/passes.h"
#include "texel/lots.h"

namespace gpubuck::dpd {

Density::Density(const texel::Device& device, const Fluid& fluid,
                 const Neighbourhood& neighbourhood, std::int64_t particles)
    : law_(lawPrologue(fluid)),
      pass_(device, {.name = "dpd/density",
                     .outputs = {{"o_density", texel::Format::Vec4}},
                     .reads = neighbourhood.blocks(),
                     .prologue = neighbourhood.neighboursPrologue(fluid),
                     .work = texel::Work::Uneven}),
      density_(device, "density", particles) {
  pass_.set("u_sumUnit", sumUnit(lawOf(fluid).largestDensity));
}

bool Density::isOf(const Fluid& fluid) const { return lawPrologue(fluid) == law_; }

std::int64_t Density::find(std::int64_t particles, const std::vector<texel::Input>& neighbours) {
  const texel::Range part{found_, std::min(particles, density_.count() - found_)};
  texel::inLots(part, [&](const texel::Range& lot) {
    pass_.run(lot, neighbours, {{"o_density", density_}});
  });
  found_ += part.count;
  return part.count;
}

}  // namespace gpubuck::dpd
