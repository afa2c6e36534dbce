// Shared by all tests that draw: the context of their executable, the engines, devices with a
// short texture row, sentinels and comparisons of texels.
//
// An executable that links gpubuck_test_support has a main() and one windowless debug context,
// which all tests of the process share. Where GPUBUCK_TEST_GL33=1 is set the context must be
// exactly OpenGL 3.3, where GPUBUCK_OPENGL=es3 is set OpenGL ES 3.0, and only the paper engine
// runs: tools/test leaves out every test with "Fast" in its name then. So a test that needs OpenGL
// 4.3 and is not a parameterised one must have "Fast" in its name, and a test that needs features
// that OpenGL ES lacks must have "Desktop" in its name.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <glm/vec4.hpp>
#include <iosfwd>
#include <source_location>
#include <string>
#include <vector>

#include "texel/array.h"
#include "texel/device.h"

namespace gpubuck::texel {
/// Prints "Paper" or "Fast", so that ctest shows the engine instead of its bytes.
void PrintTo(Engine engine, std::ostream* out);
}  // namespace gpubuck::texel

namespace gpubuck::test {

/// The texel row of test devices: short, so that arrays of W-1, W, W+1 and several rows are cheap.
inline constexpr int kTestTextureWidth = 64;

/// Both engines, or only Paper on OpenGL 3.3 and OpenGL ES. Needs no context.
std::vector<texel::Engine> testedEngines();

/// Names the instances of a suite over testedEngines():
/// INSTANTIATE_TEST_SUITE_P(Engines, MapPassTest, ::testing::ValuesIn(testedEngines()),
/// engineName);
std::string engineName(const ::testing::TestParamInfo<texel::Engine>& info);

/// A device on the context of this executable, which compiles no program that another of these
/// devices has compiled. Throws RunError where the engine cannot run.
texel::Device makeDevice(texel::Engine engine, int textureWidth = kTestTextureWidth,
                         const gl::ShaderLibrary& shaders = gl::ShaderLibrary());

/// A query of the samples drawn, and its result for `samples`: their number, or 1 for any number on
/// a context whose queries do not count.
gl::Query makeSampleQuery();
std::uint64_t asTold(std::uint64_t samples);

/// The first `count` numbers of a buffer.
template <typename Number>
std::vector<Number> readBuffer(const gl::Buffer& buffer, std::size_t count) {
  glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
  const auto* const numbers = static_cast<const Number*>(glMapBufferRange(
      GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(Number)), GL_MAP_READ_BIT));
  std::vector<Number> copy(numbers, numbers + count);
  glUnmapBuffer(GL_COPY_READ_BUFFER);
  return copy;
}

/// The bytes R, G, B, A of the texels of a texture of GL_RGBA8, row by row.
std::vector<std::uint8_t> readBytes(const gl::Texture& texture);

/// The capabilities that passes expect to be off.
std::vector<GLenum> statesThatAreOff();

/// An engine, whose shaders take the form for a software renderer or for a GPU.
struct Form {
  texel::Engine engine;
  bool software;
};

/// The forms of testedEngines() in which passes of sort and search differ.
std::vector<Form> testedForms();
std::string formName(const ::testing::TestParamInfo<Form>& info);
texel::Device makeDevice(const Form& form);

/// Fails in TearDown if the driver reported an error during the test, and if the test leaves
/// another current context, or a drawing state that passes do not expect, to the next test.
class GpuTest : public ::testing::Test {
 protected:
  void TearDown() override;
};

/// A test that runs once for each engine.
class EngineTest : public GpuTest, public ::testing::WithParamInterface<texel::Engine> {};

/// A test that runs once for each form.
class FormTest : public GpuTest, public ::testing::WithParamInterface<Form> {};

/// The contents of texels that a test has not written, including the padding of the last row.
enum class Filling {
  Impossible,  ///< a value that no pass under test computes: reveals texels that a pass omits, or
               ///< writes after the last element
  Plausible    ///< a value that an element may hold: reveals a pass that reads after the last
               ///< element, where it would take an impossible value for the end of the elements
};

/// An engine, and the initial contents of texels.
struct Filled {
  texel::Engine engine;
  Filling filling;

  operator texel::Engine() const { return engine; }
};

/// testedEngines() with each filling, for the suites over FilledTest.
std::vector<Filled> testedFillings();
std::string fillingName(const ::testing::TestParamInfo<Filled>& info);

/// A test that runs once for each engine and filling, and must give the same results with each
/// filling.
class FilledTest : public GpuTest, public ::testing::WithParamInterface<Filled> {
 protected:
  FilledTest();
  ~FilledTest() override;
};

/// Sentinels, one for each format: impossible values, and in a FilledTest the sentinels of its
/// filling. The plausible filling has element 3, not visited; a place that is in any box, with
/// species 0; and small numbers.
texel::IdTexel idSentinel();
glm::vec4 vec4Sentinel();
glm::uvec4 uint4Sentinel();

/// Sets every texel of the array, its padding too, to the sentinel of its format.
inline void fillWithSentinel(texel::IdArray& array) { array.fill(idSentinel()); }
inline void fillWithSentinel(texel::Vec4Array& array) { array.fill(vec4Sentinel()); }
inline void fillWithSentinel(texel::UInt4Array& array) { array.fill(uint4Sentinel()); }

/// Expects the sentinel in every texel from element `first` on, through the padding of the last
/// row, and expects that there is at least one such texel. `first` is count() where a pass has
/// written the whole array.
void expectSentinelFrom(const texel::IdArray& array, std::int64_t first,
                        std::source_location where = std::source_location::current());
void expectSentinelFrom(const texel::Vec4Array& array, std::int64_t first,
                        std::source_location where = std::source_location::current());
void expectSentinelFrom(const texel::UInt4Array& array, std::int64_t first,
                        std::source_location where = std::source_location::current());

/// Expects the same number of texels with the same bits; a failure shows the first few that differ,
/// with their place on a texture of `textureWidth`, ids decoded, floats in decimal and in bits.
void expectSameTexels(const std::vector<texel::IdTexel>& expected,
                      const std::vector<texel::IdTexel>& actual,
                      int textureWidth = kTestTextureWidth,
                      std::source_location where = std::source_location::current());
void expectSameTexels(const std::vector<glm::vec4>& expected, const std::vector<glm::vec4>& actual,
                      int textureWidth = kTestTextureWidth,
                      std::source_location where = std::source_location::current());
void expectSameTexels(const std::vector<glm::uvec4>& expected,
                      const std::vector<glm::uvec4>& actual, int textureWidth = kTestTextureWidth,
                      std::source_location where = std::source_location::current());

/// The body of main(): makes the context and runs the tests. Returns 1 where a test fails, where
/// there is no context as intended, and where the filter leaves no test.
int runGpuTests(int argc, char** argv);

}  // namespace gpubuck::test
