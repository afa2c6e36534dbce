// Tests of shader functions, written in GLSL: tests/shaders/*_test.glsl.
//
//   #include "texel/id.glsl"
//   TEST(NullIsAllOnes) {
//     EXPECT_EQ(kNull, decodeId(vec4(1.0)));
//   }
//
// Assertions: EXPECT_EQ, EXPECT_NE, EXPECT_LT, EXPECT_LE for int, uint and float (EXPECT_EQ also
// for bool and vectors, one assertion per component), EXPECT_NEAR for float, EXPECT_TRUE,
// EXPECT_FALSE. Assertions are written in the test file itself, in a TEST or in a function that
// TESTs call. Each test runs as a fragment shader (GLSL 3.30, engine `paper`) and as a compute
// shader (GLSL 4.30, engine `fast`).
//
// A test fails if an assertion is wrong, if it makes no assertion or more than kMaxAssertions, or
// if an assertion that is written in its body never ran.
#pragma once

#include <string>
#include <vector>

#include "texel/device.h"

namespace gpubuck::test {

/// Maximum number of assertions of a TEST.
inline constexpr int kMaxAssertions = 2048;

/// The lines of an EXPECT_ from its name to its closing parenthesis, counted from 1.
struct ShaderAssertion {
  int first;
  int last;
};

/// One `TEST(name) {...}` of a file.
struct ShaderTest {
  std::string name;
  int line;                                 ///< line of the word TEST
  std::vector<ShaderAssertion> assertions;  ///< assertions between the braces of the test
};

/// A wrong assertion, or another error of a test.
struct ShaderTestFailure {
  int line;
  std::string message;
};

/// Returns the tests in the text of a file. Throws RunError, which names `path` and the line, if
/// there are no tests, if a name occurs twice, or if a TEST does not end.
std::vector<ShaderTest> findShaderTests(const std::string& path, const std::string& text);

/// Runs one test on the current context. The test has passed if there are no failures. Messages
/// name the text by `path`. Throws RunError, which names file and line, if the test does not
/// compile.
std::vector<ShaderTestFailure> runShaderTest(texel::Engine engine, const std::string& path,
                                             const std::string& text, const ShaderTest& test);

/// Registers every test of each *_test.glsl in `folder` with GoogleTest, once for each of
/// testedEngines(), as FILE.NAME/ENGINE. Needs no context. Throws RunError like findShaderTests, or
/// if the folder has no such file.
void registerShaderTests(const std::string& folder);

}  // namespace gpubuck::test
