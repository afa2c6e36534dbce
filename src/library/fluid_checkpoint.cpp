// Checkpoints of a gpubuck::Fluid.
#include "checkpoint/checkpoint.h"
#include "library/running_fluid.h"

namespace gpubuck {

Fluid Fluid::fromCheckpoint(const Context& context, const std::string& path,
                            const std::vector<std::string>& overrides) {
  run::RunState state;
  {
    const library::Turn turn;  // HDF5 is for one thread at a time
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
