// Runs the tests written in GLSL. Tests that are wrong on purpose prove that such tests can fail.
#include <fmt/format.h>

#include "gl/debug.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_test.h"

namespace gpubuck::test {
namespace {

const std::string kPath = "kit/sample_test.glsl";

std::vector<ShaderTestFailure> runFirst(texel::Engine engine, const std::string& text) {
  return runShaderTest(engine, kPath, text, findShaderTests(kPath, text).at(0));
}

class ShaderKitTest : public EngineTest {};

TEST_P(ShaderKitTest, WrongAssertions_AreReportedWithLineAndValues) {
  const std::string text = R"(// line 1
#include "texel/id.glsl"
TEST(Wrong) {
  EXPECT_EQ(3, 3);
  EXPECT_EQ(-7, decodeId(vec4(0.0)));
  EXPECT_EQ(4000000000u, 1u);
  EXPECT_NEAR(0.5, 0.75, 0.2);
  EXPECT_TRUE(1 > 2);
  EXPECT_FALSE(true);
  EXPECT_LT(2.5, 2.5);
  EXPECT_LE(3u, 2u);
  EXPECT_NE(9, 9);
  EXPECT_EQ(ivec3(1, 2, 3), ivec3(1, 5, 3));
}
)";
  const std::vector<ShaderTestFailure> failures = runFirst(GetParam(), text);
  const std::vector<std::pair<int, std::string>> expected{
      {5, "EXPECT_EQ(-7, decodeId(vec4(0.0)));\n  first value  -7\n  second value 0"},
      {6,
       "EXPECT_EQ(4000000000u, 1u);\n  first value  4000000000u (0xee6b2800)\n"
       "  second value 1u (0x00000001)"},
      {7,
       "EXPECT_NEAR(0.5, 0.75, 0.2);\n  first value  0.5 (0x3f000000)\n"
       "  second value 0.75 (0x3f400000)"},
      {8, "EXPECT_TRUE(1 > 2);\n  first value  true\n  second value false"},
      {9, "EXPECT_FALSE(true);\n  first value  false\n  second value true"},
      {10,
       "EXPECT_LT(2.5, 2.5);\n  first value  2.5 (0x40200000)\n"
       "  second value 2.5 (0x40200000)"},
      {11, "EXPECT_LE(3u, 2u);\n  first value  3u (0x00000003)\n  second value 2u (0x00000002)"},
      {12, "EXPECT_NE(9, 9);\n  first value  9\n  second value 9"},
      {13, "EXPECT_EQ(ivec3(1, 2, 3), ivec3(1, 5, 3));\n  first value  2\n  second value 5"},
  };
  ASSERT_EQ(failures.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_EQ(failures[k].line, expected[k].first);
    EXPECT_EQ(failures[k].message, expected[k].second);
  }
}

TEST_P(ShaderKitTest, RightAssertions_Pass) {
  const std::string text = R"(
TEST(Right) {
  EXPECT_EQ(-3, -3);
  EXPECT_EQ(3u, 3u);
  EXPECT_EQ(0.25, 0.25);
  EXPECT_EQ(true, true);
  EXPECT_EQ(vec2(1.0, 2.0), vec2(1.0, 2.0));
  EXPECT_EQ(uvec4(1u, 2u, 3u, 4u), uvec4(1u, 2u, 3u, 4u));
  EXPECT_NE(0.25, 0.5);
  EXPECT_NEAR(0.5, 0.625, 0.125);
  EXPECT_LT(-1, 0);
  EXPECT_LE(1u, 1u);
  EXPECT_TRUE(1 < 2);
  EXPECT_FALSE(1 > 2);
}
)";
  EXPECT_TRUE(runFirst(GetParam(), text).empty());
}

TEST_P(ShaderKitTest, NotANumber_IsNeverNear) {
  const std::string text =
      "float zero(int k) { return float(k - k); }\n"
      "TEST(Nan) {\n"
      "  EXPECT_NEAR(1.0, uintBitsToFloat(0x7FC00000u), 1000.0);\n"
      "}\n";
  const std::vector<ShaderTestFailure> failures = runFirst(GetParam(), text);
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].line, 3);
}

TEST_P(ShaderKitTest, AssertionThatNeverRan_Fails) {
  const std::string text =
      "TEST(Unreached) {\n"
      "  EXPECT_EQ(1, 1);\n"
      "  // EXPECT_EQ(1, 2);\n"
      "  for (int k = 0; k < 0; ++k)\n"
      "    EXPECT_EQ(1, 1);\n"
      "}\n";
  const std::vector<ShaderTestFailure> failures = runFirst(GetParam(), text);
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].line, 5);
  EXPECT_TRUE(contains(failures[0].message, "EXPECT_EQ(1, 1);"));
}

TEST_P(ShaderKitTest, AssertionOverSeveralLines_CountsAsRun) {
  const std::string text =
      "TEST(Long) {\n"
      "  EXPECT_EQ(1,\n"
      "            1);\n"
      "}\n";
  EXPECT_TRUE(runFirst(GetParam(), text).empty());
}

TEST_P(ShaderKitTest, AssertionInAHelper_ReportsItsOwnLine) {
  const std::string text =
      "void check(int k) {\n"
      "  EXPECT_LT(k, 2);\n"
      "}\n"
      "TEST(Helper) {\n"
      "  for (int k = 0; k < 4; ++k) check(k);\n"
      "}\n";
  const std::vector<ShaderTestFailure> failures = runFirst(GetParam(), text);
  ASSERT_EQ(failures.size(), 2u);
  EXPECT_EQ(failures[0].line, 2);
  EXPECT_EQ(failures[0].message, "EXPECT_LT(k, 2);\n  first value  2\n  second value 2");
  EXPECT_EQ(failures[1].message, "EXPECT_LT(k, 2);\n  first value  3\n  second value 2");
}

TEST_P(ShaderKitTest, TestWithoutAssertions_Fails) {
  const std::vector<ShaderTestFailure> failures = runFirst(GetParam(), "\nTEST(Empty) {\n}\n");
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_EQ(failures[0].line, 2);
  EXPECT_TRUE(names(failures[0].message, {"Empty", "no assertion"}));
}

TEST_P(ShaderKitTest, MaximumOfAssertions_FitsAndOneMoreFails) {
  const auto text = [](int assertions) {
    return fmt::format("TEST(Many) {{\n  for (int k = 0; k < {}; ++k) EXPECT_LE(k, {});\n}}\n",
                       assertions, kMaxAssertions);
  };
  EXPECT_TRUE(runFirst(GetParam(), text(kMaxAssertions)).empty());
  const std::vector<ShaderTestFailure> failures = runFirst(GetParam(), text(kMaxAssertions + 1));
  ASSERT_EQ(failures.size(), 1u);
  EXPECT_TRUE(names(failures[0].message, {"Many", "2049", "2048"}));
}

TEST_P(ShaderKitTest, CompileError_NamesFileAndLine) {
  const std::string message = messageOf<RunError>([&] {
    runFirst(GetParam(), "TEST(Broken) {\n  EXPECT_EQ(1, 1);\n  EXPECT_EQ(1, undeclared);\n}\n");
  });
  EXPECT_TRUE(names(message, {kPath + ":3", "undeclared"}));
  gl::takeDebugMessages();  // some drivers report the error a second time
}

INSTANTIATE_TEST_SUITE_P(Engines, ShaderKitTest, ::testing::ValuesIn(testedEngines()), engineName);

TEST(ShaderTestFileTest, FindsTestsAndTheirAssertions) {
  const std::vector<ShaderTest> tests = findShaderTests(kPath,
                                                        "// TEST(Comment) {}\n"
                                                        "/* TEST(Block)\n"
                                                        " */ TEST( First ) { if (a) { }\n"
                                                        "  EXPECT_EQ(1,\n"
                                                        "    f(2)); }\n"
                                                        "void other() { EXPECT_EQ(1, 2); }\n"
                                                        "TEST(Second) { EXPECT_TRUE(b); }\n");
  ASSERT_EQ(tests.size(), 2u);
  EXPECT_EQ(tests[0].name, "First");
  EXPECT_EQ(tests[0].line, 3);
  ASSERT_EQ(tests[0].assertions.size(), 1u);
  EXPECT_EQ(tests[0].assertions[0].first, 4);
  EXPECT_EQ(tests[0].assertions[0].last, 5);
  EXPECT_EQ(tests[1].name, "Second");
  ASSERT_EQ(tests[1].assertions.size(), 1u);
  EXPECT_EQ(tests[1].assertions[0].first, 7);
}

TEST(ShaderTestFileTest, FileWithoutTests_IsRefused) {
  EXPECT_TRUE(
      names(messageOf<RunError>([] { findShaderTests(kPath, "int a;\n"); }), {kPath, "TEST"}));
}

TEST(ShaderTestFileTest, DuplicateName_IsRefused) {
  const std::string twice = "TEST(A) { }\n\nTEST(A) { }\n";
  EXPECT_TRUE(names(messageOf<RunError>([&] { findShaderTests(kPath, twice); }),
                    {kPath + ":3", "second", "A"}));
}

TEST(ShaderTestFileTest, UnterminatedTest_IsRefused) {
  const std::string open = "\nTEST(A) { if (b) { }\n";
  EXPECT_TRUE(names(messageOf<RunError>([&] { findShaderTests(kPath, open); }),
                    {kPath + ":2", "A", "brace"}));
}

}  // namespace
}  // namespace gpubuck::test

int main(int argc, char** argv) {
  try {
    gpubuck::test::registerShaderTests(GPUBUCK_SOURCE_DIR "/tests/shaders");
  } catch (const gpubuck::Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return 1;
  }
  return gpubuck::test::runGpuTests(argc, argv);
}
