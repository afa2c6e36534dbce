#include "reference/philox.h"

#include <algorithm>

namespace gpubuck::reference {
namespace {

float noiseOf(std::array<std::uint32_t, 4> counter, std::uint32_t seed) {
  const std::uint32_t bits = philox4x32(counter, {seed, 0u})[0] >> 9;
  return 3.4641f * ((static_cast<float>(bits) + 0.5f) / 8388608.0f) - 1.73205f;
}

}  // namespace

std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t first = std::uint64_t{0xD2511F53u} * counter[0];
    const std::uint64_t second = std::uint64_t{0xCD9E8D57u} * counter[2];
    counter = {static_cast<std::uint32_t>(second >> 32) ^ counter[1] ^ key[0],
               static_cast<std::uint32_t>(second),
               static_cast<std::uint32_t>(first >> 32) ^ counter[3] ^ key[1],
               static_cast<std::uint32_t>(first)};
    key[0] += 0x9E3779B9u;
    key[1] += 0xBB67AE85u;
  }
  return counter;
}

float philoxPairNoise(std::uint32_t step, std::uint32_t seed, int idA, int idB) {
  const auto low = static_cast<std::uint32_t>(std::min(idA, idB));
  const auto high = static_cast<std::uint32_t>(std::max(idA, idB));
  return noiseOf({low, high, step, 0u}, seed);
}

float philoxParticleNoise(std::uint32_t step, std::uint32_t seed, int id, int axis) {
  const auto word = static_cast<std::uint32_t>(id);
  return noiseOf({word, word, step, static_cast<std::uint32_t>(axis + 1)}, seed);
}

}  // namespace gpubuck::reference
