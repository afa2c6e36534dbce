// Shared by all tests that draw: the context of their executable, the engines, devices with a
// short texture row, sentinels and comparisons of texels.
//
// An executable that links gpubuck_test_support has a main() and one windowless debug context,
// which all tests of the process share. If GPUBUCK_TEST_GL33=1 is set, the context must be exactly
// OpenGL 3.3, and if GPUBUCK_OPENGL=es3 is set, exactly OpenGL ES 3.0. In both cases only the paper
// engine runs, and tools/test leaves out every test with "Fast" in its name. A test that needs
// OpenGL 4.3 and has no parameter for the engine must therefore have "Fast" in its name. A test
// that needs features that OpenGL ES lacks must have "Desktop" in its name.
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

/// The width of textures of test devices. It is small, so that tests with arrays of W-1, W, W+1 and
/// several rows of texels are cheap.
inline constexpr int kTestTextureWidth = 64;

/// Returns both engines, or only Paper on OpenGL 3.3 and OpenGL ES. Needs no context.
std::vector<texel::Engine> testedEngines();

/// Names the instances of a suite over testedEngines():
/// INSTANTIATE_TEST_SUITE_P(Engines, MapPassTest, ::testing::ValuesIn(testedEngines()),
/// engineName);
std::string engineName(const ::testing::TestParamInfo<texel::Engine>& info);

/// Returns a device on the context of this executable. The devices share their programs, so that
/// none is compiled twice. Throws RunError if the engine cannot run.
texel::Device makeDevice(texel::Engine engine, int textureWidth = kTestTextureWidth,
                         const gl::ShaderLibrary& shaders = gl::ShaderLibrary());

/// makeSampleQuery() returns a query of the samples drawn. asTold() returns the result of the query
/// if `samples` samples are drawn. Where the queries of the context do not count, the result is at
/// most 1.
gl::Query makeSampleQuery();
std::uint64_t asTold(std::uint64_t samples);

/// Returns the first `count` numbers of a buffer.
template <typename Number>
std::vector<Number> readBuffer(const gl::Buffer& buffer, std::size_t count) {
  glBindBuffer(GL_COPY_READ_BUFFER, buffer.id());
  const auto* const numbers = static_cast<const Number*>(glMapBufferRange(
      GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(count * sizeof(Number)), GL_MAP_READ_BIT));
  std::vector<Number> copy(numbers, numbers + count);
  glUnmapBuffer(GL_COPY_READ_BUFFER);
  return copy;
}

/// Returns the bytes R, G, B, A of the texels of a GL_RGBA8 texture, row by row.
std::vector<std::uint8_t> readBytes(const gl::Texture& texture);

/// Returns the capabilities of OpenGL that passes expect to be off.
std::vector<GLenum> statesThatAreOff();

/// An engine, with its shaders in the form for a software renderer or in the form for a GPU.
struct Form {
  texel::Engine engine;
  bool software;
};

/// Returns the forms of testedEngines() in which the passes of sorts and searches differ.
std::vector<Form> testedForms();
std::string formName(const ::testing::TestParamInfo<Form>& info);
texel::Device makeDevice(const Form& form);

/// Fails in TearDown if the driver reported an error during the test. Fails, too, if the test
/// leaves another current context, or a drawing state that passes do not expect, to the next test.
class GpuTest : public ::testing::Test {
 protected:
  void TearDown() override;
};

/// A test that runs once per engine.
class EngineTest : public GpuTest, public ::testing::WithParamInterface<texel::Engine> {};

/// A test that runs once per form.
class FormTest : public GpuTest, public ::testing::WithParamInterface<Form> {};

/// The contents of texels that a test has not written, including the padding of the last row.
enum class Filling {
  Impossible,  ///< a value that no pass under test computes: reveals a pass that omits texels, or
               ///< writes after the last element
  Plausible    ///< a value that an element may have: reveals a pass that reads after the last
               ///< element, where an impossible value would look like the end of the elements
};

/// An engine, and the initial contents of texels.
struct Filled {
  texel::Engine engine;
  Filling filling;

  operator texel::Engine() const { return engine; }
};

/// Returns testedEngines() with each filling, for suites of FilledTest.
std::vector<Filled> testedFillings();
std::string fillingName(const ::testing::TestParamInfo<Filled>& info);

/// A test that runs once per engine and filling, and must give the same results with each filling.
class FilledTest : public GpuTest, public ::testing::WithParamInterface<Filled> {
 protected:
  FilledTest();
  ~FilledTest() override;
};

/// Return a sentinel for each format: an impossible value, or in a FilledTest the sentinel of the
/// test's filling. The sentinels of the plausible filling are element 3, not visited; a place that
/// is in any box, with species 0; and small numbers.
texel::IdTexel idSentinel();
glm::vec4 vec4Sentinel();
glm::uvec4 uint4Sentinel();

/// Sets every texel of the array, also the padding, to the sentinel of the array's format.
inline void fillWithSentinel(texel::IdArray& array) { array.fill(idSentinel()); }
inline void fillWithSentinel(texel::Vec4Array& array) { array.fill(vec4Sentinel()); }
inline void fillWithSentinel(texel::UInt4Array& array) { array.fill(uint4Sentinel()); }

/// Expects the sentinel in every texel from element `first` on, also in the padding of the last
/// row. Expects that there is at least one such texel. If a pass has written the whole array,
/// `first` is count().
void expectSentinelFrom(const texel::IdArray& array, std::int64_t first,
                        std::source_location where = std::source_location::current());
void expectSentinelFrom(const texel::Vec4Array& array, std::int64_t first,
                        std::source_location where = std::source_location::current());
void expectSentinelFrom(const texel::UInt4Array& array, std::int64_t first,
                        std::source_location where = std::source_location::current());

/// Expects the same number of texels with the same bits. A failure shows the first few texels that
/// differ, with their places on a texture of `textureWidth`. Ids are decoded; floats are shown in
/// decimal and as bits.
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

/// The body of main(): makes the context and runs the tests. Returns 1 if a test fails, if there is
/// no context as intended, or if the filter leaves no test.
int runGpuTests(int argc, char** argv);

}  // namespace gpubuck::test
