// The caller's OpenGL state: no call changes it, and no result depends on it.
#include <gtest/gtest.h>

#include "gl/debug.h"
#include "library/calls.h"
#include "library/foreign_context.h"
#include "library/gl_state.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck {
namespace {

using test::callEverything;
using test::ForeignContext;
using test::GlState;
using test::readGlState;

Engine publicEngine(texel::Engine engine) {
  return engine == texel::Engine::Fast ? Engine::Fast : Engine::Paper;
}

std::vector<double> expectedOn(Engine engine) {
  return callEverything(Context::headless({.engine = engine}), [](const std::string&) {});
}

/// Makes all calls in the current context, and expects after each call the same state as before it.
void expectStateKept(Engine engine, const std::vector<double>& expected) {
  ASSERT_GT(expected.size(), 5000u);
  const GlState before = readGlState();
  ASSERT_GT(before.size(), 300u);
  int calls = 0;
  const std::vector<double> found =
      callEverything(Context::adopt(engine), [&](const std::string& call) {
        ++calls;
        EXPECT_EQ(test::differences(before, readGlState()), "") << "after " << call;
      });
  EXPECT_GE(calls, 15);
  EXPECT_TRUE(found == expected) << "the results are not those of a context of the library's own";
}

class LibraryStateTest : public test::EngineTest {};

TEST_P(LibraryStateTest, DefaultState_IsRestored) {
  const Engine engine = publicEngine(GetParam());
  const std::vector<double> expected = expectedOn(engine);
  const ForeignContext caller;
  expectStateKept(engine, expected);
}

TEST_P(LibraryStateTest, AnyState_IsRestoredAndResultsAreRight) {
  const Engine engine = publicEngine(GetParam());
  const std::vector<double> expected = expectedOn(engine);
  const ForeignContext caller;
  const GlState ordinary = readGlState();
  test::makeHostile();
  ASSERT_TRUE(gl::takeDebugMessages().empty());
  int changed = 0;
  for (const auto& [name, values] : readGlState()) changed += values != ordinary.at(name) ? 1 : 0;
  ASSERT_GT(changed, 150) << "the test is to change most of the state it looks at";
  expectStateKept(engine, expected);
}

TEST_P(LibraryStateTest, Objects_AreAllDeleted) {
  const ForeignContext caller;
  const auto before = test::countGlObjects();
  callEverything(Context::adopt(publicEngine(GetParam())), [](const std::string&) {});
  EXPECT_EQ(test::countGlObjects(), before);
}

INSTANTIATE_TEST_SUITE_P(Engines, LibraryStateTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

class LibraryStateOfAnyEngineTest : public test::GpuTest {};

TEST_F(LibraryStateOfAnyEngineTest, CompatibilityProfile_IsRestoredOnPaperAndFast) {
  const ForeignContext::Profile profile = ForeignContext::Profile::Compatibility;
  for (const Engine engine : {Engine::Paper, Engine::Fast}) {
    const std::vector<double> expected = expectedOn(engine);
    const ForeignContext caller(profile);
    test::makeHostile();
    ASSERT_TRUE(gl::takeDebugMessages().empty());
    expectStateKept(engine, expected);
  }
}

TEST_F(LibraryStateOfAnyEngineTest, CallersError_IsReportedOnce) {
  const ForeignContext caller;
  const Context context = Context::adopt();
  const std::vector<std::uint32_t> bucketOf{1, 0};
  glEnable(0xFFFF);
  const std::string message =
      test::messageOf<RunError>([&] { sortIntoRanges(context, bucketOf, 2); });
  EXPECT_TRUE(test::names(message, {"GL_INVALID_ENUM", "pending"}));
  gl::takeDebugMessages();
  EXPECT_EQ(sortIntoRanges(context, bucketOf, 2).order, (std::vector<std::int32_t>{1, 0}));
}

TEST_F(LibraryStateOfAnyEngineTest, OpenQuery_IsRefusedAndContinues) {
  const ForeignContext caller;
  const Context context = Context::adopt();
  const std::vector<std::uint32_t> bucketOf{1, 0};
  for (const GLenum target : {GL_SAMPLES_PASSED, GL_ANY_SAMPLES_PASSED, GL_PRIMITIVES_GENERATED}) {
    GLuint query = 0;
    glGenQueries(1, &query);
    glBeginQuery(target, query);
    const std::string message =
        test::messageOf<RunError>([&] { sortIntoRanges(context, bucketOf, 2); });
    EXPECT_TRUE(test::names(message, {"active"}));
    GLint open = 0;
    glGetQueryiv(target, GL_CURRENT_QUERY, &open);
    EXPECT_EQ(static_cast<GLuint>(open), query);
    glEndQuery(target);
    glDeleteQueries(1, &query);
  }
}

TEST_F(LibraryStateOfAnyEngineTest, ProgramMarkedForDeletion_IsRefused) {
  const ForeignContext caller;
  const Context context = Context::adopt();
  test::makeHostile();
  GLint program = 0;
  glGetIntegerv(GL_CURRENT_PROGRAM, &program);
  glDeleteProgram(static_cast<GLuint>(program));
  const std::string message = test::messageOf<RunError>([&] {
    sortIntoRanges(context, std::vector<std::uint32_t>{1, 0}, 2);
  });
  EXPECT_TRUE(test::names(message, {"deletion"}));
  EXPECT_TRUE(glIsProgram(static_cast<GLuint>(program)));
}

TEST_F(LibraryStateOfAnyEngineTest, FailedCall_RestoresTheState) {
  const ForeignContext caller;
  test::makeHostile();
  const GlState before = readGlState();
  const Context context = Context::adopt();
  const SortSettings wrong{.algorithm = Algorithm::Bucket, .subBuffers = 0};
  test::messageOf<InputError>([&] {
    sortIntoLists(context, std::vector<std::uint32_t>{1, 0}, 2, wrong);
  });
  EXPECT_EQ(test::differences(before, readGlState()), "");
}

}  // namespace
}  // namespace gpubuck
