#include "dpd/steps/particle_buffers.h"

#include <cstring>

namespace gpubuck::dpd {
namespace {

/// Returns the numbers of `values`, padded with zeros to the end of the buffer.
void uploadTo(texel::UIntBuffer& buffer, const std::vector<glm::vec4>& values) {
  std::vector<std::uint32_t> numbers(static_cast<std::size_t>(buffer.count()), 0);
  if (!values.empty())
    std::memcpy(numbers.data(), values.data(), values.size() * sizeof(glm::vec4));
  buffer.upload(numbers);
}

std::vector<glm::vec4> downloadFrom(const texel::UIntBuffer& buffer, std::int64_t count) {
  std::vector<std::uint32_t> numbers(4 * static_cast<std::size_t>(count));
  buffer.download(numbers);
  std::vector<glm::vec4> values(static_cast<std::size_t>(count));
  if (!values.empty())
    std::memcpy(values.data(), numbers.data(), values.size() * sizeof(glm::vec4));
  return values;
}

}  // namespace

ParticleBuffers::ParticleBuffers(std::int64_t count, const std::string& prefix)
    // Padded, because shaders read four at a time.
    : position(prefix + " position", 4 * (count + 3)),
      velocity(prefix + " velocity", 4 * count),
      predicted(prefix + " predicted", 4 * count) {}

void ParticleBuffers::upload(const ParticleState& state) {
  uploadTo(position, state.position);
  uploadTo(velocity, state.velocity);
  uploadTo(predicted, state.predicted);
}

ParticleState ParticleBuffers::download() const {
  const std::int64_t count = velocity.count() / 4;
  return {downloadFrom(position, count), downloadFrom(velocity, count),
          downloadFrom(predicted, count)};
}

std::vector<texel::Block> ParticleBuffers::blocks() {
  return {{"b_position", "vec4"}, {"b_velocity", "vec4"}, {"b_predicted", "vec4"}};
}

std::vector<texel::Input> ParticleBuffers::inputs() const {
  return {{"b_position", position}, {"b_velocity", velocity}, {"b_predicted", predicted}};
}

std::vector<texel::Output> ParticleBuffers::outputs() {
  return {{"b_position", position}, {"b_velocity", velocity}, {"b_predicted", predicted}};
}

std::vector<texel::Input> ParticleBuffers::texels() const {
  using enum texel::Texels;
  return {{"u_position", position, Vec4},
          {"u_velocity", velocity, Vec4},
          {"u_predicted", predicted, Vec4}};
}

}  // namespace gpubuck::dpd
