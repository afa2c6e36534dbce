#include "checkpoint/checkpoint.h"

#include "checkpoint/seal.h"
#include "fuzz/scenario_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {

void checkpoint(std::string_view input) {
  // What has no seal gets one: a checksum keeps accidents from what is behind it, not other people.
  const std::string bytes(input);
  const bool isSealed = input.starts_with("gpubuck");
  const std::string path =
      fileOf("checkpoint.h5", isSealed ? bytes : checkpoint::makeSeal(bytes) + bytes);
  const auto state = taken({path}, [&] { return checkpoint::readCheckpoint(path); });
  if (!state) return;
  requireRoundTrip(state->scenario);
  const std::string again = pathOf("again.h5");
  checkpoint::writeCheckpoint(again, *state);
  const scenario::RunState read = checkpoint::readCheckpoint(again);
  require(read.particles.position == state->particles.position &&
              read.particles.velocity == state->particles.velocity &&
              read.particles.predicted == state->particles.predicted,
          "particles are read back as they were");
  require(read.lists.mapping == state->lists.mapping && read.lists.head == state->lists.head &&
              read.lists.next == state->lists.next,
          "lists are read back as they were");
  require(read.clock.step == state->clock.step && read.clock.time() == state->clock.time(),
          "the clock is read back as it was");
}

}  // namespace gpubuck::fuzz
