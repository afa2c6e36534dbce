#include "support/gpu_test.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <memory>
#include <optional>
#include <ostream>
#include <string_view>

#include "base/error.h"
#include "base/id.h"
#include "gl/api.h"
#include "gl/context.h"
#include "gl/current_context.h"
#include "gl/debug.h"

namespace gpubuck::test {
namespace {

/// The context of this executable, which all its tests share.
std::optional<gl::CurrentContext> ownContext;

bool restrictedToGl33() {
  const char* value = std::getenv("GPUBUCK_TEST_GL33");
  return value != nullptr && std::string_view(value) == "1";
}

const char* nameOf(texel::Engine engine) {
  return engine == texel::Engine::Fast ? "Fast" : "Paper";
}

/// The program cache of the context of this executable, while the context exists.
std::shared_ptr<gl::ProgramCache>& programCache() {
  static std::shared_ptr<gl::ProgramCache> cache;
  return cache;
}

/// The filling of the test that runs now.
Filling presentFilling = Filling::Impossible;

bool isPlausible() { return presentFilling == Filling::Plausible; }

/// Throws RunError if this run of the tests should have another context.
void requireIntendedContext() {
  const gl::Capabilities found = gl::queryCapabilities();
  if (gl::defaultProfile() == gl::Profile::Es3) {
    if (found.profile == gl::Profile::Es3 && found.major == 3 && found.minor == 0) return;
    throw RunError("GPUBUCK_OPENGL=es3",
                   fmt::format("the context is {} on {}; set MESA_GLES_VERSION_OVERRIDE=3.0 too",
                               found.version, found.renderer));
  }
  if (restrictedToGl33() && !(found.major == 3 && found.minor == 3)) {
    throw RunError("GPUBUCK_TEST_GL33=1",
                   fmt::format("the context is {} on {}; set MESA_GL_VERSION_OVERRIDE=3.3 and "
                               "MESA_GLSL_VERSION_OVERRIDE=330 too",
                               found.version, found.renderer));
  }
  const std::string reason = texel::whyNot(texel::Engine::Fast, found);
  if (!restrictedToGl33() && !reason.empty()) {
    throw RunError("engine fast",
                   reason + "; set GPUBUCK_TEST_GL33=1 to test the paper engine alone");
  }
  gl::throwOnError("making the context");
}

std::string describe(texel::IdTexel texel) {
  const std::uint32_t id = texel::decodeId(texel);
  const std::string name = id == kNullId ? "NULL" : fmt::format("{}", id);
  return fmt::format("id {} flag {}", name, texel >> 24);
}
std::string describe(const glm::uvec4& texel) {
  return fmt::format("({0}, {1}, {2}, {3}) = ({0:08x} {1:08x} {2:08x} {3:08x})", texel.x, texel.y,
                     texel.z, texel.w);
}
std::string describe(const glm::vec4& texel) {
  return fmt::format("({:.9g}, {:.9g}, {:.9g}, {:.9g}) = ({:08x} {:08x} {:08x} {:08x})", texel.x,
                     texel.y, texel.z, texel.w, std::bit_cast<std::uint32_t>(texel.x),
                     std::bit_cast<std::uint32_t>(texel.y), std::bit_cast<std::uint32_t>(texel.z),
                     std::bit_cast<std::uint32_t>(texel.w));
}

template <typename Texel>
using Bits = std::array<std::uint32_t, sizeof(Texel) / sizeof(std::uint32_t)>;

template <typename Texel>
bool sameBits(const Texel& a, const Texel& b) {
  return std::bit_cast<Bits<Texel>>(a) == std::bit_cast<Bits<Texel>>(b);
}

template <typename Texel>
void compare(const std::vector<Texel>& expected, const std::vector<Texel>& actual, int textureWidth,
             const std::source_location& where) {
  constexpr int kShown = 8;
  if (expected.size() != actual.size()) {
    ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
        << "expected " << expected.size() << " texels, there are " << actual.size();
    return;
  }
  std::string shown;
  std::size_t different = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (sameBits(expected[i], actual[i])) continue;
    if (++different > kShown) continue;
    const auto width = static_cast<std::size_t>(textureWidth);
    shown += fmt::format("  element {} (column {}, row {}): expected {}, is {}\n", i, i % width,
                         i / width, describe(expected[i]), describe(actual[i]));
  }
  if (different == 0) return;
  ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
      << different << " of " << expected.size() << " texels differ:\n"
      << shown << (different > kShown ? "  ...\n" : "");
}

template <typename Texel>
void expectTail(const texel::Array<Texel>& array, const Texel& sentinel, std::int64_t first,
                const std::source_location& where) {
  const std::vector<Texel> texels = array.download(true);
  if (first < 0 || first >= std::ssize(texels)) {
    ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line()))
        << array.label() << ": no texel from element " << first
        << " on, the sentinel checks nothing";
    return;
  }
  std::vector<Texel> expected = texels;
  std::fill(expected.begin() + static_cast<std::ptrdiff_t>(first), expected.end(), sentinel);
  compare(expected, texels, array.texture().width(), where);
}

}  // namespace

std::vector<texel::Engine> testedEngines() {
  if (restrictedToGl33() || gl::defaultProfile() == gl::Profile::Es3) {
    return {texel::Engine::Paper};
  }
  return {texel::Engine::Paper, texel::Engine::Fast};
}

std::string engineName(const ::testing::TestParamInfo<texel::Engine>& info) {
  return nameOf(info.param);
}

texel::Device makeDevice(texel::Engine engine, int textureWidth, const gl::ShaderLibrary& shaders) {
  return texel::Device({.engine = engine,
                        .shaders = shaders,
                        .programs = programCache(),
                        .textureWidth = textureWidth});
}

std::vector<Form> testedForms() {
  std::vector<Form> forms;
  for (const texel::Engine engine : testedEngines()) {
    forms.push_back({engine, true});
    if (engine == texel::Engine::Fast) forms.push_back({engine, false});
  }
  return forms;
}

std::string formName(const ::testing::TestParamInfo<Form>& info) {
  return std::string(nameOf(info.param.engine)) + (info.param.software ? "" : "_on_gpu");
}

texel::Device makeDevice(const Form& form) {
  return texel::Device({.engine = form.engine,
                        .programs = programCache(),
                        .textureWidth = kTestTextureWidth,
                        .software = form.software});
}

std::vector<Filled> testedFillings() {
  std::vector<Filled> all;
  for (const texel::Engine engine : testedEngines()) {
    for (const Filling filling : {Filling::Impossible, Filling::Plausible}) {
      all.push_back({engine, filling});
    }
  }
  return all;
}

std::string fillingName(const ::testing::TestParamInfo<Filled>& info) {
  const bool isPlausible = info.param.filling == Filling::Plausible;
  return std::string(nameOf(info.param.engine)) + (isPlausible ? "_plausible" : "");
}

FilledTest::FilledTest() { presentFilling = GetParam().filling; }
FilledTest::~FilledTest() { presentFilling = Filling::Impossible; }

texel::IdTexel idSentinel() { return isPlausible() ? texel::encodeId(3, false) : 0x5AC3A53Cu; }
glm::vec4 vec4Sentinel() {
  return isPlausible() ? glm::vec4(0.5f, 0.5f, 0.5f, 0.0f)
                       : glm::vec4(-1234.5f, 6.02e23f, -1.6e-19f, 8765.25f);
}
glm::uvec4 uint4Sentinel() {
  return isPlausible() ? glm::uvec4(3u, 2u, 1u, 0u)
                       : glm::uvec4(0xDEADBEEFu, 0xBADC0FFEu, 0x5EED5EEDu, 0xFEEDFACEu);
}

void GpuTest::TearDown() {
  for (const std::string& message : gl::takeDebugMessages()) {
    ADD_FAILURE() << "the driver reports: " << message;
  }
  const std::optional<gl::CurrentContext> now = gl::CurrentContext::find();
  EXPECT_TRUE(now && ownContext && now->isSameContext(*ownContext))
      << "the test leaves another context current, or none";
  for (const GLenum state : statesThatAreOff()) {
    EXPECT_FALSE(glIsEnabled(state)) << fmt::format("the test leaves 0x{:x} enabled", state);
  }
}

gl::Query makeSampleQuery() {
  return gl::Query(gl::features().sampleCounts ? GL_SAMPLES_PASSED : GL_ANY_SAMPLES_PASSED);
}

std::uint64_t asTold(std::uint64_t samples) {
  return gl::features().sampleCounts ? samples : std::min<std::uint64_t>(samples, 1);
}

std::vector<std::uint8_t> readBytes(const gl::Texture& texture) {
  gl::Framebuffer framebuffer("test");
  framebuffer.bind(std::array{&texture});
  std::vector<std::uint8_t> bytes(4 * static_cast<std::size_t>(texture.width()) *
                                  static_cast<std::size_t>(texture.height()));
  glReadPixels(0, 0, texture.width(), texture.height(), GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  return bytes;
}

std::vector<GLenum> statesThatAreOff() {
  std::vector<GLenum> states{GL_BLEND, GL_DEPTH_TEST, GL_SCISSOR_TEST};
  if (gl::features().profile == gl::Profile::Core) states.push_back(GL_PROGRAM_POINT_SIZE);
  return states;
}

void expectSentinelFrom(const texel::IdArray& array, std::int64_t first,
                        std::source_location where) {
  expectTail(array, idSentinel(), first, where);
}
void expectSentinelFrom(const texel::Vec4Array& array, std::int64_t first,
                        std::source_location where) {
  expectTail(array, vec4Sentinel(), first, where);
}
void expectSentinelFrom(const texel::UInt4Array& array, std::int64_t first,
                        std::source_location where) {
  expectTail(array, uint4Sentinel(), first, where);
}

void expectSameTexels(const std::vector<texel::IdTexel>& expected,
                      const std::vector<texel::IdTexel>& actual, int textureWidth,
                      std::source_location where) {
  compare(expected, actual, textureWidth, where);
}
void expectSameTexels(const std::vector<glm::vec4>& expected, const std::vector<glm::vec4>& actual,
                      int textureWidth, std::source_location where) {
  compare(expected, actual, textureWidth, where);
}
void expectSameTexels(const std::vector<glm::uvec4>& expected,
                      const std::vector<glm::uvec4>& actual, int textureWidth,
                      std::source_location where) {
  compare(expected, actual, textureWidth, where);
}

int runGpuTests(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(list_tests)) return RUN_ALL_TESTS();
  try {
    const std::unique_ptr<gl::Context> context = gl::Context::createHeadless({.debug = true});
    ownContext = gl::CurrentContext::find();
    gl::enableDebugOutput();
    requireIntendedContext();
    programCache() = std::make_shared<gl::ProgramCache>();
    const int result = RUN_ALL_TESTS();
    programCache().reset();
    if (::testing::UnitTest::GetInstance()->test_to_run_count() > 0) return result;
    fmt::print(stderr, "no test matches the filter\n");
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
  }
  return 1;
}

}  // namespace gpubuck::test

namespace gpubuck::texel {

void PrintTo(Engine engine, std::ostream* out) {
  *out << (engine == Engine::Fast ? "Fast" : "Paper");
}

}  // namespace gpubuck::texel
