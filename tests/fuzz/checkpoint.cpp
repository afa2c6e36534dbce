#include "checkpoint/checkpoint.h"

#include <algorithm>
#include <span>

#include "base/id.h"
#include "fuzz/scenario_round_trip.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {
namespace {

/// Returns a state of two particles, which are both in the first of 27 cells.
run::RunState small() {
  run::RunState state;
  state.scenario = scenario::parseScenario(
      "name = \"small\"\nbox.size = [3, 3, 3]\nfluid.density = 0.075\n", "small.toml", {});
  state.particles.position = {{0.5F, 0.25F, 0.0F, 0.0F}, {0.1F, 0.2F, 0.3F, 0.0F}};
  state.particles.velocity = {{-1.0F, 1e-30F, 3.0F, 0.5F}, {4.0F, 5.0F, 6.0F, 0.25F}};
  state.particles.predicted = {{7.0F, 8.0F, 9.0F, 1.0F}, {1.0F, 1.0F, 1.0F, 0.0F}};
  state.lists = {{0, 0}, std::vector<std::uint32_t>(27, kNullId), {1, kNullId}};
  state.lists.head[0] = 0;
  state.clock = {.step = 12'345'678'901, .dt = 0.02, .sinceStep = 12'000'000'000, .sinceTime = 0.1};
  return state;
}

/// Takes bytes from the front of `input`, and flips the bits of `values` where these bytes have a
/// 1.
template <typename T>
void change(std::span<T> values, std::string_view& input) {
  const std::span<std::byte> bytes = std::as_writable_bytes(values);
  const std::size_t count = std::min(bytes.size(), input.size());
  for (std::size_t i = 0; i < count; ++i) bytes[i] ^= static_cast<std::byte>(input[i]);
  input.remove_prefix(count);
}

/// Changes the state small() by `input`, and writes a checkpoint of it. Returns the path. Hardly
/// any run could have such a state.
std::string written(std::string_view input) {
  run::RunState state = small();
  for (auto* array :
       {&state.particles.position, &state.particles.velocity, &state.particles.predicted}) {
    change(std::span(*array), input);
  }
  for (auto* array : {&state.lists.mapping, &state.lists.next, &state.lists.head}) {
    change(std::span(*array), input);
  }
  for (auto* number : {&state.clock.dt, &state.clock.sinceTime}) {
    change(std::span(number, 1), input);
  }
  const std::string path = pathOf("checkpoint.h5");
  checkpoint::writeCheckpoint(path, state);
  return path;
}

}  // namespace

// Input that begins like a checkpoint is read as a checkpoint, and refused unless its seal is
// right. Any other input changes the state in a checkpoint. Neither kind of input makes files of
// wrong structure whose seal is right, since HDF5 (1.10) crashes on them.
void checkpoint(std::string_view input) {
  const bool isFile = input.starts_with("gpubuck");
  const std::string path = isFile ? fileOf("checkpoint.h5", input) : written(input);
  const auto state = taken({path}, [&] { return checkpoint::readCheckpoint(path); });
  if (!state) return;
  requireRoundTrip(state->scenario);
  const std::string again = pathOf("again.h5");
  checkpoint::writeCheckpoint(again, *state);
  std::string first = bytesOf("checkpoint.h5");
  if (isFile) {
    // A file of the corpus may lack keys that were added to the format later. The second file has
    // all keys.
    first = bytesOf("again.h5");
    checkpoint::writeCheckpoint(again, checkpoint::readCheckpoint(again));
  }
  require(bytesOf("again.h5") == first, "a checkpoint is written as it was read");
}

}  // namespace gpubuck::fuzz
