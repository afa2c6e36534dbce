// Tests of shader functions, written in GLSL: tests/shaders/*_test.glsl.
//
//   #include "texel/id.glsl"
//   TEST(NullIsAllOnes) {
//     EXPECT_EQ(kNull, decodeId(vec4(1.0)));
//   }
//
// Assertions: EXPECT_EQ, EXPECT_NE, EXPECT_LT, EXPECT_LE for int, uint and float (EXPECT_EQ also
// for bool and vectors, one assertion per component), EXPECT_NEAR for float, EXPECT_TRUE,
// EXPECT_FALSE. They are written in the test file itself, in a TEST or in a function that TESTs
// call. Each test runs as a fragment shader (GLSL 3.30, engine paper) and as a compute shader
// (4.30, engine fast).
//
// A test fails when an assertion is wrong, when the test makes no assertion, when it makes more
// than kMaxAssertions, and when an assertion written in its body never ran.
#pragma once

#include <string>
#include <vector>

#include "texel/device.h"

namespace gpubuck::test {

/// Maximum number of assertions of a TEST.
inline constexpr int kMaxAssertions = 2048;

/// The lines, from 1, of an EXPECT_ from its name to its closing parenthesis.
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

/// A wrong assertion, or another fault of a test.
struct ShaderTestFailure {
  int line;
  std::string message;
};

/// The tests of a file's text. Throws RunError, which names `path` and the line, if there are no
/// tests, if a name occurs twice and if a TEST does not end.
std::vector<ShaderTest> findShaderTests(const std::string& path, const std::string& text);

/// Runs one test on the current context; no failure means it passed. `path` names the text in
/// messages. Throws RunError naming file and line when it does not compile.
std::vector<ShaderTestFailure> runShaderTest(texel::Engine engine, const std::string& path,
                                             const std::string& text, const ShaderTest& test);

/// Registers every test of every *_test.glsl in `folder` with GoogleTest, once for each of
/// testedEngines(), as FILE.NAME/ENGINE. Needs no context. Throws RunError like findShaderTests and
/// when the folder has no such file.
void registerShaderTests(const std::string& folder);

}  // namespace gpubuck::test
