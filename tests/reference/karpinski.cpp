#include "reference/karpinski.h"

#include <algorithm>
#include <cmath>

namespace gpubuck::reference {
namespace {

constexpr float kSqrt3 = 1.7320508f;
constexpr float kChunk = 1.0f / 4096.0f;
constexpr float kHalfChunk = 1.0f / 8192.0f;

struct Lanes {
  float x, y;
};

float fraction(float x) { return x - std::floor(x); }
Lanes fraction(Lanes v) { return {fraction(v.x), fraction(v.y)}; }

float power(float r) {
  const float t = r + kSqrt3;
  const float t2 = t * t;
  return (t2 * t2) * (1.000005f * t);
}

Lanes round(Lanes r) {
  const float x = power(r.x);
  const float y = power(r.y);
  return {x + y, x - y};
}

Lanes absorb(Lanes state, std::uint32_t a, std::uint32_t b) {
  return {state.x + kChunk * static_cast<float>(a), state.y + kChunk * static_cast<float>(b)};
}

float scaleToUnitVariance(float u) { return 3.4641f * u - 1.73205f; }

/// Returns the same as mixedNoise() of the shader.
float mixed(const KarpinskiKey& key, int low, int high, float offset) {
  const auto lo = static_cast<std::uint32_t>(low);
  const auto hi = static_cast<std::uint32_t>(high);
  Lanes s = round({0.5f * key.x + kHalfChunk * static_cast<float>(lo & 4095u),
                   0.5f * key.y + kHalfChunk * static_cast<float>(lo >> 12)});
  s = {s.x + (key.z + (kChunk * static_cast<float>(hi & 4095u) + offset)),
       s.y + (key.w + (kChunk * static_cast<float>(hi >> 12) + offset))};
  s = round(fraction(s));
  s = round(fraction(s));
  return scaleToUnitVariance(fraction(power(fraction(s.x)) + s.y));
}

}  // namespace

KarpinskiKey karpinskiKey(std::uint32_t step, std::uint32_t seed) {
  const std::uint32_t stepLow = step & 4095u;
  const std::uint32_t stepMiddle = (step >> 12) & 4095u;
  Lanes s = round(
      {kHalfChunk * static_cast<float>(stepLow), kHalfChunk * static_cast<float>(stepMiddle)});
  s = round(fraction(absorb(s, seed & 4095u, (seed >> 12) & 4095u)));
  s = round(fraction(absorb(s, step >> 24, seed >> 24)));
  s = round(fraction(s));
  const Lanes first = fraction(round(fraction(s)));
  s = round(fraction(absorb(round(first), stepLow, stepMiddle)));
  const Lanes second = fraction(s);
  return {first.x, first.y, second.x, second.y};
}

float karpinskiPairNoise(const KarpinskiKey& key, int idA, int idB) {
  return mixed(key, std::min(idA, idB), std::max(idA, idB), 0.0f);
}

float karpinskiParticleNoise(const KarpinskiKey& key, int id, int axis) {
  return mixed(key, id, id, static_cast<float>(axis + 1) * 0.3333f);
}

float karpinskiSequenceAdvance(float state) {
  return std::clamp(fraction(power(state)), 0.0f, 0.99999994f);
}

float karpinskiSequencePairNoise(float stateA, float stateB) {
  return scaleToUnitVariance(fraction(stateA + stateB));
}

}  // namespace gpubuck::reference
