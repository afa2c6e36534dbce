// Programs: errors that name file and line, uniforms of every type, dumped stages.
#include "gl/program.h"

#include "gl/context.h"

#include <array>
#include <filesystem>
#include <functional>
#include <glm/glm.hpp>
#include <map>

#include "gl/debug.h"
#include "gl/objects.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::gl {
namespace {

using test::contains;
using test::messageOf;
using test::names;
using test::ShaderFolder;

constexpr const char* kTriangle =
    "void main() {\n"
    "  vec2 corner = vec2((gl_VertexID << 1) & 2, gl_VertexID & 2);\n"
    "  gl_Position = vec4(corner * 2.0 - 1.0, 0.0, 1.0);\n"
    "}\n";

std::vector<Stage> stages(const ShaderLibrary& library, const std::string& vertex,
                          const std::string& fragment) {
  return {{GL_VERTEX_SHADER, 330, library.resolve("test.vert", vertex)},
          {GL_FRAGMENT_SHADER, 330, library.resolve("test.frag", fragment)}};
}

class ProgramTest : public test::GpuTest {
 protected:
  /// Returns the error of a program with this fragment shader. The driver also reports the error by
  /// KHR_debug; this second report is dropped.
  std::string compileError(const std::string& fragment) {
    const std::string message = messageOf<RunError>(
        [&] { Program("the pass", stages(folder_.library(), kTriangle, fragment)); });
    takeDebugMessages();
    return message;
  }

  ShaderFolder folder_;
};

TEST_F(ProgramTest, ErrorInTheFile_NamesItsLine) {
  const std::string message = compileError("out vec4 o_c;\nvoid main() {\n  o_c = nothing;\n}\n");
  EXPECT_TRUE(names(message, {"shader the pass", "test.frag:3"}));
}

TEST_F(ProgramTest, ErrorInInclude_NamesItsFileAndLine) {
  folder_.write("t/broken.glsl",
                "// comment\nfloat fine() { return 1.0; }\nint broken = nothing;\n");
  folder_.write("t/outer.glsl", "\n#include \"t/broken.glsl\"\n");
  const std::string message =
      compileError("#include \"t/outer.glsl\"\nout vec4 o_c;\nvoid main() { o_c = vec4(1.0); }\n");
  EXPECT_TRUE(names(message, {"shader the pass", "t/broken.glsl:3"}));
}

TEST_F(ProgramTest, ErrorAfterInclude_NamesTheOuterFile) {
  folder_.write("t/fine.glsl", "\n\n\nfloat fine() { return 1.0; }\n");
  const std::string message =
      compileError("out vec4 o_c;\n#include \"t/fine.glsl\"\n\nvoid main() { o_c = nothing; }\n");
  EXPECT_TRUE(names(message, {"test.frag:4"}));
}

TEST_F(ProgramTest, SyntaxError_NamesFileAndLine) {
  folder_.write("t/syntax.glsl", "\nfloat f( {\n");
  EXPECT_TRUE(names(compileError("#include \"t/syntax.glsl\"\n"), {"t/syntax.glsl:2"}));
}

TEST_F(ProgramTest, Samplers_AreKnownWithTheirTypes) {
  const std::string fragment =
      "uniform sampler2D u_floats, u_unused;\nuniform usampler2D u_uints;\nuniform int u_number;\n"
      "out vec4 o_c;\n"
      "void main() {\n"
      "  o_c = texelFetch(u_floats, ivec2(u_number), 0) + vec4(texelFetch(u_uints, ivec2(0), 0));\n"
      "}\n";
  std::map<std::string, GLenum> types;
  const Program program("samplers", stages(folder_.library(), kTriangle, fragment));
  for (const auto& [name, type] : program.samplers()) types[name] = type;
  EXPECT_EQ(types, (std::map<std::string, GLenum>{{"u_floats", GL_SAMPLER_2D},
                                                  {"u_uints", GL_UNSIGNED_INT_SAMPLER_2D}}));
}

TEST_F(ProgramTest, ErrorInPrologue_SaysSo) {
  const ShaderLibrary library;
  const std::string message = messageOf<RunError>([&] {
    Program("the pass", {{GL_FRAGMENT_SHADER, 330,
                          library.resolve("t", "void main() {}\n", "\nint a = b;\n")}});
  });
  EXPECT_TRUE(names(message, {"shader the pass", "prologue:2"}));
  takeDebugMessages();
}

TEST_F(ProgramTest, SeveralErrors_ShowTheFirstAndTheirNumber) {
  const std::string message =
      compileError("void main() {\n  int a = nothing;\n  int b = neither;\n}\n");
  EXPECT_TRUE(names(message, {"test.frag:2"}));
  EXPECT_TRUE(contains(message, "more)"));
  EXPECT_EQ(message.find('\n'), std::string::npos) << "an error is one line";
}

TEST_F(ProgramTest, FunctionWithoutBody_IsALinkError) {
  const std::string message = messageOf<RunError>([] {
    Program("the pass",
            stages(ShaderLibrary(), "void main() { gl_Position = vec4(0.0); }\n",
                   "float missing();\nout vec4 o_c;\nvoid main() { o_c = vec4(missing()); }\n"));
  });
  EXPECT_TRUE(names(message, {"shader the pass", "missing"}));
  takeDebugMessages();
}

TEST_F(ProgramTest, DeletedProgram_IsNotInUse) {
  const auto inUse = [] {
    GLint id = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &id);
    return id;
  };
  {
    Program program("the pass", stages(folder_.library(), kTriangle,
                                       "out vec4 o_c;\nvoid main() { o_c = vec4(1.0); }\n"));
    program.use();
    EXPECT_NE(inUse(), 0);
  }
  EXPECT_EQ(inUse(), 0);
}

TEST_F(ProgramTest, ValueOfAnotherType_IsAnError) {
  Program program("the pass", stages(folder_.library(), kTriangle,
                                     "uniform float u_x;\nout vec4 o_c;\n"
                                     "void main() { o_c = vec4(u_x); }\n"));
  const std::string message = messageOf<RunError>([&] { program.set("u_x", 1); });
  EXPECT_TRUE(names(message, {"shader the pass", "u_x"}));
}

TEST_F(ProgramTest, StageSources_AreDumpedOncePerProgram) {
  const bool isEs = features().profile == Profile::Es3;
  const std::string suffix = isEs ? ".es." : ".paper.";
  const std::filesystem::path& dump = folder_.path();
  const auto build = [](const char* label, const char* output) {
    const Program program(label, stages(ShaderLibrary(), kTriangle, output));
  };
  const char* white = "out vec4 o_c;\nvoid main() { o_c = vec4(1.0); }\n";
  setShaderDump(dump.string());
  build("a/pass", white);
  build("a/pass", "out vec4 o_c;\nvoid main() { o_c = vec4(0.0); }\n");
  build("a/pass", white);
  setShaderDump("");
  build("not-dumped", white);
  const std::string fragment = test::readFile(dump / ("a-pass" + suffix + "frag"));
  EXPECT_EQ(fragment.rfind(isEs ? "#version 300 es\n" : "#version 330 core\n", 0), 0u);
  EXPECT_TRUE(contains(fragment, "o_c = vec4(1.0)"));
  EXPECT_TRUE(contains(test::readFile(dump / ("a-pass" + suffix + "vert")), "gl_VertexID"));
  EXPECT_TRUE(contains(test::readFile(dump / ("a-pass-2" + suffix + "frag")), "o_c = vec4(0.0)"));
  EXPECT_FALSE(std::filesystem::exists(dump / ("a-pass-3" + suffix + "frag")));
  EXPECT_FALSE(std::filesystem::exists(dump / ("a-pass-2" + suffix + "vert"))) << "the same text";
  EXPECT_FALSE(std::filesystem::exists(dump / ("not-dumped" + suffix + "frag")));
}

struct UniformCase {
  const char* name;
  const char* declaration;
  const char* value;  ///< expression of type vec4 in which the uniform u occurs
  std::function<void(Program&)> set;
  glm::vec4 expected;
};

void PrintTo(const UniformCase& uniform, std::ostream* out) { *out << uniform.name; }

std::vector<UniformCase> uniformCases() {
  static const std::array<float, 3> kFloats{1.5f, -2.5f, 3.5f};
  static const std::array<glm::vec4, 2> kVectors{glm::vec4(9.0f),
                                                 glm::vec4(1.0f, 2.0f, 3.0f, 4.0f)};
  static const std::array<glm::vec3, 2> kVectors3{glm::vec3(9.0f), glm::vec3(1.0f, 2.0f, 3.0f)};
  // Columns (1, 2, 3, 4), (5, 6, 7, 8), ...: the third column reveals a transposed upload.
  static const glm::mat4 kMatrix{1.0f, 2.0f,  3.0f,  4.0f,  5.0f,  6.0f,  7.0f,  8.0f,
                                 9.0f, 10.0f, 11.0f, 12.0f, 13.0f, 14.0f, 15.0f, 16.0f};
  return {
      {"Int", "int u", "vec4(float(u))", [](Program& p) { p.set("u", -70'000); },
       glm::vec4(-70'000.0f)},
      {"Uint", "uint u", "vec4(u == 4000000000u ? 1.0 : 0.0)",
       [](Program& p) { p.set("u", 4'000'000'000u); }, glm::vec4(1.0f)},
      {"Float", "float u", "vec4(u)", [](Program& p) { p.set("u", 0.1f); }, glm::vec4(0.1f)},
      {"Ivec2",
       "ivec2 u",
       "vec4(u, 0.0, 0.0)",
       [](Program& p) { p.set("u", glm::ivec2(3, -4)); },
       {3.0f, -4.0f, 0.0f, 0.0f}},
      {"Vec2",
       "vec2 u",
       "vec4(u, 0.0, 0.0)",
       [](Program& p) { p.set("u", glm::vec2(0.5f, -4.0f)); },
       {0.5f, -4.0f, 0.0f, 0.0f}},
      {"Vec3",
       "vec3 u",
       "vec4(u, 0.0)",
       [](Program& p) { p.set("u", glm::vec3(0.5f, -4.0f, 8.0f)); },
       {0.5f, -4.0f, 8.0f, 0.0f}},
      {"Vec4",
       "vec4 u",
       "u",
       [](Program& p) { p.set("u", glm::vec4(1.0f, 2.0f, 3.0f, 4.0f)); },
       {1.0f, 2.0f, 3.0f, 4.0f}},
      {"Mat4",
       "mat4 u",
       "u[2]",
       [](Program& p) { p.set("u", kMatrix); },
       {9.0f, 10.0f, 11.0f, 12.0f}},
      {"Floats",
       "float u[3]",
       "vec4(u[0], u[1], u[2], 0.0)",
       [](Program& p) { p.set("u", std::span<const float>(kFloats)); },
       {1.5f, -2.5f, 3.5f, 0.0f}},
      {"Vectors3",
       "vec3 u[2]",
       "vec4(u[1], u[0].x)",
       [](Program& p) { p.set("u", std::span<const glm::vec3>(kVectors3)); },
       {1.0f, 2.0f, 3.0f, 9.0f}},
      {"Bool", "bool u", "vec4(u ? 1.0 : 0.5)", [](Program& p) { p.set("u", 1); }, glm::vec4(1.0f)},
      {"Vectors",
       "vec4 u[2]",
       "u[1]",
       [](Program& p) { p.set("u", std::span<const glm::vec4>(kVectors)); },
       {1.0f, 2.0f, 3.0f, 4.0f}},
  };
}

class UniformTest : public test::GpuTest, public ::testing::WithParamInterface<UniformCase> {};

TEST_P(UniformTest, ReachesTheShader) {
  const UniformCase& uniform = GetParam();
  const std::string fragment = std::string("uniform ") + uniform.declaration +
                               ";\nout vec4 o_value;\nvoid main() { o_value = " + uniform.value +
                               "; }\n";
  Program program("uniform", stages(ShaderLibrary(), kTriangle, fragment));
  Program bystander("bystander", stages(ShaderLibrary(), kTriangle, fragment));
  bystander.use();
  uniform.set(program);
  program.set("u_removed_by_the_compiler", 1);

  const Texture target("target", GL_RGBA32F, 1, 1);
  Framebuffer framebuffer("target");
  framebuffer.bind(std::array{&target});
  glViewport(0, 0, 1, 1);
  const VertexArray none;
  glBindVertexArray(none.id());
  program.use();
  glDrawArrays(GL_TRIANGLES, 0, 3);
  glm::vec4 value(-1.0f);
  glReadPixels(0, 0, 1, 1, GL_RGBA, GL_FLOAT, &value);
  test::expectSameTexels(std::vector{uniform.expected}, std::vector{value});
}

INSTANTIATE_TEST_SUITE_P(Types, UniformTest, ::testing::ValuesIn(uniformCases()),
                         [](const auto& instance) { return std::string(instance.param.name); });

}  // namespace
}  // namespace gpubuck::gl
