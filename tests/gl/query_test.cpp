// Occlusion and timer queries.
#include <array>

#include "gl/objects.h"
#include "gl/program.h"
#include "support/gpu_test.h"

namespace gpubuck::gl {
namespace {

class QueryTest : public test::GpuTest {
 protected:
  /// Draws `points` points onto one texel of a 4 x 4 target.
  void draw(int points) {
    framebuffer_.bind(std::array{&target_});
    glViewport(0, 0, 4, 4);
    glBindVertexArray(none_.id());
    program_.use();
    glDrawArrays(GL_POINTS, 0, points);
  }

  ShaderLibrary library_;
  Program program_{
      "points",
      {{GL_VERTEX_SHADER, 330,
        library_.resolve("t.vert", "void main() { gl_Position = vec4(0.1, 0.1, 0.0, 1.0); }\n")},
       {GL_FRAGMENT_SHADER, 330,
        library_.resolve("t.frag", "out vec4 o_c;\nvoid main() { o_c = vec4(1.0); }\n")}}};
  Texture target_{"target", GL_RGBA8, 4, 4};
  Framebuffer framebuffer_{"target"};
  VertexArray none_;
};

TEST_F(QueryTest, SamplesPassed_CountsPointsBetweenBeginAndEnd) {
  const Query three = test::makeSampleQuery();
  const Query zero = test::makeSampleQuery();
  draw(2);
  three.begin();
  draw(3);
  three.end();
  zero.begin();
  zero.end();
  draw(2);
  EXPECT_EQ(three.result(), test::asTold(3u));
  EXPECT_EQ(zero.result(), 0u);
  EXPECT_TRUE(three.available());
}

TEST_F(QueryTest, MovedQuery_KeepsItsResult) {
  Query first = test::makeSampleQuery();
  first.begin();
  draw(5);
  first.end();
  const Query second(std::move(first));
  EXPECT_EQ(second.result(), test::asTold(5u));
}

TEST_F(QueryTest, Query_CanBeUsedAgain) {
  const Query query = test::makeSampleQuery();
  for (const int points : {4, 1}) {
    query.begin();
    draw(points);
    query.end();
    EXPECT_EQ(query.result(), test::asTold(static_cast<GLuint64>(points)));
  }
}

}  // namespace
}  // namespace gpubuck::gl
