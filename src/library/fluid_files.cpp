// Checkpoints and pictures of a gpubuck::Fluid.
#include <fmt/format.h>

#include "base/error.h"
#include "checkpoint/checkpoint.h"
#include "library/running_fluid.h"
#include "render/frame_renderer.h"

namespace gpubuck {
namespace {

constexpr int kLeastPixels = 16;
constexpr int kMostPixels = 16384;

}  // namespace

struct Fluid::Running::Painter {
  Painter(const texel::Device& device, const scenario::Scenario& scenario, glm::ivec2 pixels)
      : renderer(device, frameSubject(scenario), pixels), size(pixels) {}

  render::FrameRenderer renderer;
  glm::ivec2 size;
};

Image Fluid::render(int width, int height) {
  for (const auto& [name, pixels] : {std::pair{"width", width}, std::pair{"height", height}}) {
    if (pixels < kLeastPixels || pixels > kMostPixels) {
      throw InputError(
          name, fmt::format("{} pixels are not within {}..{}", pixels, kLeastPixels, kMostPixels));
    }
  }
  const library::Call call(*running_->context);
  Running::Machine& machine = *running_->machine;
  dpd::Simulation& simulation = running_->simulation();
  simulation.checkFailure();
  const glm::ivec2 size{width, height};
  if (!machine.painter || machine.painter->size != size) {
    machine.painter.reset();
    machine.painter =
        std::make_shared<Running::Painter>(machine.fluid.device(), machine.fluid.scenario(), size);
  }
  Image picture = machine.painter->renderer.draw(simulation);
  call.finish("render");
  return picture;
}

Fluid Fluid::fromCheckpoint(const Context& context, const std::string& path,
                            const std::vector<std::string>& overrides) {
  run::RunState state;
  {
    const library::Turn turn;  // only one thread at a time may use HDF5
    state = checkpoint::readCheckpoint(path);
  }
  run::changeWhileRunning(state, overrides, path);
  return Fluid(std::make_unique<Running>(context, std::move(state)));
}

void Fluid::save(const std::string& path) {
  run::RunState state;
  {
    const library::Call call(*running_->context);
    state = running_->fluid().state();
    call.finish("save");
  }
  const library::Turn turn;
  checkpoint::writeCheckpoint(path, state);
}

}  // namespace gpubuck
