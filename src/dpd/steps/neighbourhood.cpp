#include "dpd/steps/neighbourhood.h"

#include <algorithm>

#include "dpd/steps/passes.h"
#include "texel/work_slices.h"

namespace gpubuck::dpd {
namespace {

glm::vec4 sharedOf(const Fluid& fluid) {
  const PairLaw& law = lawOf(fluid);
  return law.shared != nullptr ? law.shared(fluid) : glm::vec4(0.0F);
}

}  // namespace

Density::Density(const texel::Device& device, const Fluid& fluid,
                 const Neighbourhood& neighbourhood, std::int64_t particles)
    : make_([&device, &neighbourhood](const Fluid& now) -> texel::MapPass {
        return {device,
                {.name = "dpd/density",
                 .outputs = {{"o_density", texel::Format::Vec4}},
                 .reads = neighbourhood.blocks(),
                 .prologue = "#define DENSITIES\n" + neighbourhood.neighboursPrologue(now),
                 .work = texel::Work::Uneven}};
      }),
      law_(lawPrologue(fluid)),
      shared_(sharedOf(fluid)),
      pass_(make_(fluid)),
      density_(device, "density", particles) {
  setUniforms(fluid);
}

void Density::setUniforms(const Fluid& fluid) {
  setLaw(pass_, fluid);
  pass_.set("u_sumUnit", sumUnit(lawOf(fluid).largestDensity(fluid)));
}

void Density::setFluid(const Fluid& fluid) {
  const std::string law = lawPrologue(fluid);
  const glm::vec4 shared = sharedOf(fluid);
  if (law == law_ && shared == shared_) return;
  if (law != law_) pass_ = make_(fluid);
  law_ = law;
  shared_ = shared;
  setUniforms(fluid);
  reset();
}

std::int64_t Density::find(std::int64_t particles, const std::vector<texel::Input>& neighbours) {
  const texel::Range part{found_, std::min(particles, density_.count() - found_)};
  texel::inSlices(pass_.device(), part, [&](const texel::Range& slice) {
    pass_.run(slice, neighbours, {{"o_density", density_}});
  });
  found_ += part.count;
  return part.count;
}

}  // namespace gpubuck::dpd
