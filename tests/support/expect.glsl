// The EXPECT_ macros of tests written in GLSL (tests/support/shader_test.h).
// Reads: nothing. Writes: o_record, one texel per assertion. Each invocation runs the whole test
// and keeps the record of one assertion: invocation i keeps assertion i - 1. Invocation 0 keeps the
// number of assertions instead.
//
// A record is (bits of the first value, bits of the second value, type + 256 state, line). The state is kPassed or
// kFailed, or 0 if nothing was recorded. The host has the same constants. The host subtracts from `line` the number
// that gl::ShaderLibrary adds for the file.

const uint kInt = 1u, kUint = 2u, kFloat = 3u, kBool = 4u;
const uint kPassed = 1u, kFailed = 2u, kCounted = 3u;

int g_assertions = 0;
int g_wanted = 0;
uvec4 g_record = uvec4(0u);

void keepRecord(bool passed, uint type, uint first, uint second, int line) {
  if (g_assertions++ == g_wanted) {
    g_record = uvec4(first, second, type + 256u * (passed ? kPassed : kFailed), uint(line));
  }
}

void keep(bool passed, int a, int b, int line) { keepRecord(passed, kInt, uint(a), uint(b), line); }
void keep(bool passed, uint a, uint b, int line) { keepRecord(passed, kUint, a, b, line); }
void keep(bool passed, float a, float b, int line) {
  keepRecord(passed, kFloat, floatBitsToUint(a), floatBitsToUint(b), line);
}
void keep(bool passed, bool a, bool b, int line) { keepRecord(passed, kBool, uint(a), uint(b), line); }

void expectEqual(int expected, int actual, int line) { keep(expected == actual, expected, actual, line); }
void expectEqual(uint expected, uint actual, int line) { keep(expected == actual, expected, actual, line); }
void expectEqual(float expected, float actual, int line) { keep(expected == actual, expected, actual, line); }
void expectEqual(bool expected, bool actual, int line) { keep(expected == actual, expected, actual, line); }

// A vector counts as one assertion per component.
void expectEqual(vec2 expected, vec2 actual, int line) {
  for (int k = 0; k < 2; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(ivec2 expected, ivec2 actual, int line) {
  for (int k = 0; k < 2; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(uvec2 expected, uvec2 actual, int line) {
  for (int k = 0; k < 2; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(vec3 expected, vec3 actual, int line) {
  for (int k = 0; k < 3; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(ivec3 expected, ivec3 actual, int line) {
  for (int k = 0; k < 3; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(uvec3 expected, uvec3 actual, int line) {
  for (int k = 0; k < 3; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(vec4 expected, vec4 actual, int line) {
  for (int k = 0; k < 4; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(ivec4 expected, ivec4 actual, int line) {
  for (int k = 0; k < 4; ++k) expectEqual(expected[k], actual[k], line);
}
void expectEqual(uvec4 expected, uvec4 actual, int line) {
  for (int k = 0; k < 4; ++k) expectEqual(expected[k], actual[k], line);
}

void expectNear(float expected, float actual, float tolerance, int line) {
  keep(abs(expected - actual) <= tolerance, expected, actual, line);
}

void expectLess(int a, int b, int line) { keep(a < b, a, b, line); }
void expectLess(uint a, uint b, int line) { keep(a < b, a, b, line); }
void expectLess(float a, float b, int line) { keep(a < b, a, b, line); }
void expectLessOrEqual(int a, int b, int line) { keep(a <= b, a, b, line); }
void expectLessOrEqual(uint a, uint b, int line) { keep(a <= b, a, b, line); }
void expectLessOrEqual(float a, float b, int line) { keep(a <= b, a, b, line); }
void expectDifferent(int a, int b, int line) { keep(a != b, a, b, line); }
void expectDifferent(uint a, uint b, int line) { keep(a != b, a, b, line); }
void expectDifferent(float a, float b, int line) { keep(a != b, a, b, line); }

#define EXPECT_EQ(expected, actual) expectEqual(expected, actual, __LINE__)
#define EXPECT_NE(a, b) expectDifferent(a, b, __LINE__)
#define EXPECT_NEAR(expected, actual, tolerance) expectNear(expected, actual, tolerance, __LINE__)
#define EXPECT_LT(a, b) expectLess(a, b, __LINE__)
#define EXPECT_LE(a, b) expectLessOrEqual(a, b, __LINE__)
#define EXPECT_TRUE(value) expectEqual(true, value, __LINE__)
#define EXPECT_FALSE(value) expectEqual(false, value, __LINE__)

void beginTest(int i) { g_wanted = i - 1; }

uvec4 endTest(int i) {
  return i == 0 ? uvec4(uint(g_assertions), 0u, 256u * kCounted, 0u) : g_record;
}
