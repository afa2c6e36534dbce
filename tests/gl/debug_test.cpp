// Each report of the driver reaches the caller once.
#include "gl/debug.h"

#include <utility>

#include "gl/api.h"
#include "gl/context.h"
#include "gl/objects.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

using test::contains;
using test::messageOf;
using test::names;

class DebugTest : public test::GpuTest {};

void provokeError() { glEnable(GL_RGBA8); }  // no capability

TEST_F(DebugTest, Error_IsCollectedOnce) {
  EXPECT_TRUE(takeDebugMessages().empty());
  provokeError();
  const std::vector<std::string> messages = takeDebugMessages();
  ASSERT_FALSE(messages.empty());
  EXPECT_TRUE(contains(messages.back(), "GL_INVALID_ENUM"));
  EXPECT_TRUE(takeDebugMessages().empty());
}

TEST_F(DebugTest, DebugOutput_AddsTheDriversMessage) {
  ASSERT_TRUE(features().debug);
  provokeError();
  EXPECT_EQ(takeDebugMessages().size(), 2u);  // KHR_debug, then glGetError
}

TEST_F(DebugTest, PendingError_ThrowsWithTheLabel) {
  throwOnError("nothing is wrong");
  provokeError();
  const std::string message = messageOf<RunError>([] { throwOnError("after the pass"); });
  EXPECT_TRUE(names(message, {"after the pass"}));
  throwOnError("the error was taken");
}

GLenum GLAPIENTRY isReset() { return GL_GUILTY_CONTEXT_RESET; }

// A test cannot make a driver reset the GPU. The test therefore replaces the query for resets by a
// function that reports one.
TEST_F(DebugTest, Reset_IsReportedWhenResultsAreRead) {
  const bool isNew = features().isCore(4, 5);
  if (!isNew && !features().robustness) return;  // nothing tells
  auto& ask = isNew ? __glewGetGraphicsResetStatus : __glewGetGraphicsResetStatusARB;
  const Query query = test::makeSampleQuery();
  query.begin();
  query.end();
  EXPECT_EQ(query.result(), 0u);
  const auto driver = std::exchange(ask, isReset);
  const std::string message = messageOf<RunError>([&] { query.result(); });
  EXPECT_TRUE(names(message, {"GPU", "reset"}));
  EXPECT_EQ(messageOf<RunError>([] { throwOnError("after the pass"); }), message);
  ask = driver;
  EXPECT_EQ(query.result(), 0u);
}

TEST_F(DebugTest, Context_ReportsResets) {
  if (!features().isCore(4, 5)) return;  // the value is new in OpenGL 4.5
  GLint strategy = 0;
  glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY, &strategy);
  EXPECT_EQ(strategy, GL_LOSE_CONTEXT_ON_RESET);
}

TEST_F(DebugTest, Objects_CarryTheirLabels) {
  const Texture texture("a label", GL_RGBA8, 1, 1);
  std::string label(32, '\0');
  GLsizei length = 0;
  glGetObjectLabel(GL_TEXTURE, texture.id(), static_cast<GLsizei>(label.size()), &length,
                   label.data());
  EXPECT_EQ(label.substr(0, static_cast<std::size_t>(length)), "a label");
}

TEST_F(DebugTest, Groups_EndWithTheirScope) {
  loadFunctions();  // Earlier tests had other contexts, without debugging.
  ASSERT_TRUE(features().debugGroups);
  const auto depth = [] {
    GLint value = 0;
    glGetIntegerv(GL_DEBUG_GROUP_STACK_DEPTH, &value);
    return value;
  };
  const GLint before = depth();
  {
    const DebugGroup outer("outer");
    const DebugGroup inner("inner");
    EXPECT_EQ(depth(), before + 2);
  }
  EXPECT_EQ(depth(), before);
}

}  // namespace
}  // namespace gpubuck::gl
