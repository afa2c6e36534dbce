#include <array>

#include "render/annotations.h"
#include "render/bond_view.h"
#include "render/colour_map.h"
#include "render/frame_renderer.h"
#include "render/particle_colours.h"
#include "render/pick_pass.h"
#include "render/shadow_map.h"
#include "render/surface/surface_view.h"
#include "texel/device.h"

namespace gpubuck::render {

/// Compiles every variant of the shaders of this layer, so that app/shader_dump.cpp can write them.
void compileShaders(const texel::Device& device) {
  dpd::FrameSubject subject;
  subject.fluid.species.resize(1);
  subject.fluid.pairs.resize(1);
  const cells::Box& box = subject.fluid.box;
  const FrameRenderer renderer(device, subject);
  const ParticleColours colours(device);
  const IdImage idImage(device);
  const Annotations annotations(device);
  SurfaceView(device, box, {}).compile();
  for (const bool hasOcclusion : {false, true}) {
    for (const bool hasShadows : {false, true}) {
      for (const int sampling : {1, 2}) {
        const ResolvePass resolve(device, sampling, hasOcclusion, hasShadows);
      }
    }
  }
  const ShadowMap shadows(device, box, {});
  const PickPass pick(device, box, {});
  for (const auto output : {BondView::Output::Colours, BondView::Output::Numbers}) {
    BondView(device, box, {}, output).compile();
  }
  const texel::Vec4Array two(device, "predicted", std::array{glm::vec4(0.0F), glm::vec4(1.0F)});
  BondEnds(device).find({.bonds = {{.kind = 0, .ids = {0, 1}}}}, two);
}

}  // namespace gpubuck::render
