// The Fourier transform on the GPU, compared with sums in double precision.
#include "texel/fourier_transform.h"

#include <cmath>
#include <complex>
#include <numbers>
#include <random>

#include "base/error.h"
#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

using Complex = std::complex<double>;
using Sizes = std::array<int, 3>;

class FourierTransformTest : public test::FilledTest {};
INSTANTIATE_TEST_SUITE_P(Engines, FourierTransformTest, ::testing::ValuesIn(test::testedFillings()),
                         test::fillingName);

std::int64_t countOf(const Sizes& sizes) {
  return static_cast<std::int64_t>(sizes[0]) * sizes[1] * sizes[2];
}

std::vector<glm::vec4> randomNumbers(std::int64_t count) {
  std::mt19937 random(7);
  std::normal_distribution<float> normal;
  std::vector<glm::vec4> values(static_cast<std::size_t>(count));
  for (glm::vec4& value : values) {
    value = {normal(random), 3.0F * normal(random), 2.0F + normal(random), normal(random)};
  }
  return values;
}

/// Returns the transform by its definition: sums along one axis after the other.
std::vector<Complex> transformed(std::vector<Complex> values, const Sizes& sizes) {
  std::size_t stride = 1;
  for (const int size : sizes) {
    const auto n = static_cast<std::size_t>(size);
    std::vector<Complex> result(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t m = i / stride % n;
      for (std::size_t k = 0; k < n; ++k) {
        const double turns = static_cast<double>(m * k % n) / static_cast<double>(n);
        result[i] +=
            values[i + k * stride - m * stride] * std::polar(1.0, -2.0 * std::numbers::pi * turns);
      }
    }
    values = result;
    stride *= n;
  }
  return values;
}

TEST_P(FourierTransformTest, IsTheSumOfItsDefinition) {
  const Device device = test::makeDevice(GetParam());
  for (const Sizes& sizes :
       {Sizes{1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 4}, {64, 1, 1}, {128, 2, 1}, {8, 4, 16}}) {
    SCOPED_TRACE(::testing::PrintToString(sizes));
    const std::vector<glm::vec4> given = randomNumbers(countOf(sizes));
    Vec4Array values(device, "values", countOf(sizes));
    test::fillWithSentinel(values);
    values.upload(given);
    FourierTransform transform(device, sizes);
    transform(values);
    std::vector<Complex> one, other;
    double squares = 0.0;
    for (const glm::vec4& value : given) {
      one.emplace_back(value.x, value.y);
      other.emplace_back(value.z, value.w);
      squares += glm::dot(glm::dvec4(value), glm::dvec4(value));
    }
    one = transformed(one, sizes);
    other = transformed(other, sizes);
    const std::vector<glm::vec4> found = values.download();
    // There are at most 9 stages. Each stage rounds a few times by 2^-24 of an element, and
    // elements are about as large as the root of the sum of all squares.
    const double tolerance = 0x1p-19 * std::sqrt(squares);
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_NEAR(found[i].x, one[i].real(), tolerance) << i;
      EXPECT_NEAR(found[i].y, one[i].imag(), tolerance) << i;
      EXPECT_NEAR(found[i].z, other[i].real(), tolerance) << i;
      EXPECT_NEAR(found[i].w, other[i].imag(), tolerance) << i;
    }
  }
}

// The second call uses the textures that the first call left.
TEST_P(FourierTransformTest, TwiceAndAgain_GivesTheSameBits) {
  const Device device = test::makeDevice(GetParam());
  const std::vector<glm::vec4> given = randomNumbers(64);
  Vec4Array values(device, "values", given);
  FourierTransform transform(device, {4, 16, 1});
  transform(values);
  const std::vector<glm::vec4> first = values.download();
  values.upload(given);
  transform(values);
  test::expectSameTexels(first, values.download());
}

TEST_P(FourierTransformTest, OtherSizes_AreRefused) {
  const Device device = test::makeDevice(GetParam());
  for (const Sizes& sizes : {Sizes{3, 1, 1}, {4, 0, 1}, {4, 4, -2}, {4, 12, 4}}) {
    EXPECT_THROW(FourierTransform(device, sizes), RunError) << ::testing::PrintToString(sizes);
  }
}

}  // namespace
}  // namespace gpubuck::texel
