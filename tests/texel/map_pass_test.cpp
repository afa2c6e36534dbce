// Map passes on both engines: every element is computed once, texels after the last element do not
// change, and errors are reported.
#include "texel/map_pass.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>

#include "gl/debug.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::texel {
namespace {

using test::expectSameTexels;
using test::messageOf;
using test::names;

class MapPassTest : public test::EngineTest {
 protected:
  /// Returns a pass whose body is `text`. Rows of the device's textures are 64 texels.
  MapPass pass(const std::string& text, const std::vector<MapPassInfo::Variable>& outputs,
               const std::string& prologue = {}) {
    folder_.write("test/body.glsl", text);
    return MapPass(device_, {.name = "test/body", .outputs = outputs, .prologue = prologue});
  }

  test::ShaderFolder folder_;
  Device device_ = test::makeDevice(GetParam(), test::kTestTextureWidth, folder_.library());
};

// The sizes are around the end of the first row (W - 1, W, W + 1 with W = 64), around the end of
// the second row, and 1000, which takes many rows.
constexpr std::int64_t kSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 1000};

TEST_P(MapPassTest, ComputesEveryElementAndKeepsThePadding) {
  MapPass numbers = pass(
      "uniform uint u_factor;\n"
      "void run(int i) { o_number = uvec4(uint(i), uint(i) * u_factor, ~uint(i), 7u); }\n",
      {{"o_number", Format::UInt4}});
  for (const std::int64_t count : kSizes) {
    UInt4Array array(device_, "numbers", count + 130);  // two rows more, and a part of a row
    test::fillWithSentinel(array);
    numbers.run(count, {{"u_factor", 2'654'435'761u}}, {{"o_number", array}});
    std::vector<glm::uvec4> expected;
    for (std::uint32_t i = 0; i < count; ++i) {
      expected.emplace_back(i, i * 2'654'435'761u, ~i, 7u);
    }
    std::vector<glm::uvec4> actual = array.download();
    actual.resize(static_cast<std::size_t>(count));
    expectSameTexels(expected, actual);
    test::expectSentinelFrom(array, count);
  }
}

TEST_P(MapPassTest, FullArray_KeepsItsPadding) {
  MapPass ids = pass(
      "#include \"texel/id.glsl\"\n"
      "void run(int i) { o_id = encodeId(i, 1.0); }\n",
      {{"o_id", Format::Id}});
  for (const std::int64_t count : {1, 63, 65, 127, 129, 1000}) {
    IdArray array(device_, "ids", count);
    test::fillWithSentinel(array);
    ids.run(count, {}, {{"o_id", array}});
    test::expectSentinelFrom(array, count);
  }
}

// There are empty ranges, ranges within a row, ranges across the end of a row, and ranges of
// several rows.
TEST_P(MapPassTest, Range_ChangesNoTexelOutside) {
  constexpr std::int64_t kCount = 300;
  MapPass numbers = pass("void run(int i) { o_number = uvec4(uint(i), ~uint(i), 5u, 7u); }\n",
                         {{"o_number", Format::UInt4}});
  for (const Range& range :
       {Range{0, 0}, Range{70, 0}, Range{300, 0}, Range{0, 1}, Range{5, 1}, Range{63, 1},
        Range{64, 1}, Range{10, 40}, Range{60, 10}, Range{37, 200}, Range{64, 64}, Range{128, 172},
        Range{299, 1}, Range{1, 299}, Range{0, 300}}) {
    SCOPED_TRACE(fmt::format("{} from {} on", range.count, range.first));
    UInt4Array array(device_, "numbers", kCount);
    test::fillWithSentinel(array);
    numbers.run(range, {}, {{"o_number", array}});
    std::vector<glm::uvec4> expected(kCount + 20, test::uint4Sentinel());  // five rows of 64 texels
    for (std::int64_t i = range.first; i < range.first + range.count; ++i) {
      const auto number = static_cast<std::uint32_t>(i);
      expected[number] = {number, ~number, 5u, 7u};
    }
    expectSameTexels(expected, array.download(true));
  }
}

TEST_P(MapPassTest, Ranges_AddUpToTheWhole) {
  constexpr std::int64_t kCount = 1000;
  MapPass roots =
      pass("void run(int i) { o_root = vec4(sqrt(float(i)), sin(float(i)), i, 1.0); }\n",
           {{"o_root", Format::Vec4}});
  Vec4Array whole(device_, "whole", kCount);
  roots.run(kCount, {}, {{"o_root", whole}});
  for (const std::int64_t size : {1, 63, 64, 65, 129, 999}) {
    Vec4Array parts(device_, "parts", kCount);
    test::fillWithSentinel(parts);
    for (std::int64_t first = 0; first < kCount; first += size) {
      roots.run(Range{first, std::min(size, kCount - first)}, {}, {{"o_root", parts}});
    }
    expectSameTexels(whole.download(), parts.download());
    test::expectSentinelFrom(parts, kCount);
  }
}

TEST_P(MapPassTest, ReadsAnyElementOfEveryFormat) {
  constexpr std::int64_t kCount = 300;
  MapPass reverse = pass(
      "#include \"texel/id.glsl\"\n"
      "uniform sampler2D u_ids;\n"
      "uniform sampler2D u_floats;\n"
      "uniform usampler2D u_uints;\n"
      "void run(int i) {\n"
      "  int other = u_count - 1 - i;\n"
      "  o_id = encodeId(fetchId(u_ids, other), texelFetch(u_ids, texelOf(other), 0).a);\n"
      "  o_float = texelFetch(u_floats, texelOf(other), 0);\n"
      "  o_uint = texelFetch(u_uints, texelOf(other), 0);\n"
      "}\n",
      {{"o_id", Format::Id}, {"o_float", Format::Vec4}, {"o_uint", Format::UInt4}});
  std::mt19937 random(4);
  std::vector<IdTexel> ids(kCount);
  std::vector<glm::vec4> floats(kCount);
  std::vector<glm::uvec4> uints(kCount);
  for (std::size_t i = 0; i < kCount; ++i) {
    ids[i] = static_cast<IdTexel>(random() & 0xFFFFFFu) | (i % 2 == 0 ? 0xFF000000u : 0u);
    floats[i] = glm::vec4(static_cast<float>(i), 0.1f, -3e38f, 1e-30f);
    uints[i] = {random(), random(), random(), random()};
  }
  const IdArray idsIn(device_, "ids in", ids);
  const Vec4Array floatsIn(device_, "floats in", floats);
  const UInt4Array uintsIn(device_, "uints in", uints);
  IdArray idsOut(device_, "ids", kCount);
  Vec4Array floatsOut(device_, "floats", kCount);
  UInt4Array uintsOut(device_, "uints", kCount);
  // Arguments are identified by their names, so that their order does not matter.
  reverse.run(kCount, {{"u_uints", uintsIn}, {"u_ids", idsIn}, {"u_floats", floatsIn}},
              {{"o_float", floatsOut}, {"o_uint", uintsOut}, {"o_id", idsOut}});
  expectSameTexels(std::vector<IdTexel>(ids.rbegin(), ids.rend()), idsOut.download());
  expectSameTexels(std::vector<glm::vec4>(floats.rbegin(), floats.rend()), floatsOut.download());
  expectSameTexels(std::vector<glm::uvec4>(uints.rbegin(), uints.rend()), uintsOut.download());
}

TEST_P(MapPassTest, WritesEightOutputs) {
  std::vector<MapPassInfo::Variable> variables;
  std::string body = "void run(int i) {\n";
  for (int k = 0; k < 8; ++k) {
    variables.push_back({fmt::format("o_{}", k), Format::UInt4});
    body += fmt::format("  o_{0} = uvec4(uint(i), {0}u, 0u, 0u);\n", k);
  }
  MapPass eight = pass(body + "}\n", variables);
  std::vector<UInt4Array> arrays;
  for (const auto& variable : variables) arrays.emplace_back(device_, variable.name, 70);
  std::vector<Output> outputs;
  for (std::size_t k = 8; k-- > 0;) outputs.emplace_back(variables[k].name.c_str(), arrays[k]);
  eight.run(70, {}, outputs);
  for (std::uint32_t k = 0; k < 8; ++k) {
    std::vector<glm::uvec4> expected;
    for (std::uint32_t i = 0; i < 70; ++i) expected.emplace_back(i, k, 0u, 0u);
    expectSameTexels(expected, arrays[k].download());
  }
}

TEST_P(MapPassTest, Prologue_ChoosesAVariant) {
  const std::string body =
      "#ifdef NEGATIVE\n"
      "void run(int i) { o_value = vec4(-float(i)); }\n"
      "#else\n"
      "void run(int i) { o_value = vec4(float(i)); }\n"
      "#endif\n";
  Vec4Array array(device_, "values", 2);
  pass(body, {{"o_value", Format::Vec4}}).run(2, {}, {{"o_value", array}});
  EXPECT_EQ(array.download()[1].x, 1.0f);
  pass(body, {{"o_value", Format::Vec4}}, "#define NEGATIVE\n").run(2, {}, {{"o_value", array}});
  EXPECT_EQ(array.download()[1].x, -1.0f);
}

TEST_P(MapPassTest, OnePass_ServesManyArrays) {
  MapPass constant =
      pass("void run(int i) { o_value = vec4(3.0); }\n", {{"o_value", Format::Vec4}});
  for (const std::int64_t count : {100, 10, 200}) {
    Vec4Array array(device_, "values", count);
    constant.run(count, {}, {{"o_value", array}});
    expectSameTexels(std::vector<glm::vec4>(static_cast<std::size_t>(count), glm::vec4(3.0f)),
                     array.download());
  }
}

// A compute pass of uneven work has 32 invocations per group, and a row of groups has at most
// 65,535 groups: 2,097,120 elements. The last of three rows is partly idle.
TEST_P(MapPassTest, MoreElementsThanOneRowOfGroups) {
  constexpr std::int64_t kCount = 2 * 65'535 * 32 + 1'000;
  const Device device = test::makeDevice(GetParam(), 0, folder_.library());
  folder_.write("test/ids.glsl",
                "#include \"texel/id.glsl\"\nvoid run(int i) { o_id = encodeId(i, 0.0); }\n");
  MapPass ids(device,
              {.name = "test/ids", .outputs = {{"o_id", Format::Id}}, .work = Work::Uneven});
  IdArray array(device, "ids", kCount);
  test::fillWithSentinel(array);
  ids.run(kCount, {}, {{"o_id", array}});
  std::vector<IdTexel> expected(kCount);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<IdTexel>(i);
  expectSameTexels(expected, array.download(), device.textureWidth());
  test::expectSentinelFrom(array, kCount);
}

class MapPassErrorTest : public MapPassTest {
 protected:
  /// Returns the error of running copy_, a pass with one Vec4 input and one Vec4 output, over 100
  /// elements or over `range`.
  std::string errorOf(const std::vector<Input>& inputs, const std::vector<Output>& outputs,
                      const Range& range = {0, 100}) {
    return messageOf<RunError>([&] { copy_.run(range, inputs, outputs); });
  }

  MapPass copy_ = pass(
      "#include \"texel/layout.glsl\"\n"
      "uniform sampler2D u_in;\n"
      "void run(int i) { o_out = texelFetch(u_in, texelOf(i), 0); }\n",
      {{"o_out", Format::Vec4}});
  Vec4Array a_{device_, "a", 100};
  Vec4Array b_{device_, "b", 100};
};

TEST_P(MapPassErrorTest, UnboundSampler) {
  const test::Facts expected{"pass test/body", "u_in", "bound"};
  EXPECT_TRUE(names(errorOf({}, {{"o_out", b_}}), expected));
  EXPECT_TRUE(names(errorOf({{"u_other", a_}}, {{"o_out", b_}}), expected));
  EXPECT_TRUE(names(errorOf({{"u_in", 5}}, {{"o_out", b_}}), expected)) << "a number is no array";
}

TEST_P(MapPassErrorTest, SamplerBoundTwice) {
  const Vec4Array other(device_, "other", 100);
  EXPECT_TRUE(names(errorOf({{"u_in", a_}, {"u_in", other}}, {{"o_out", b_}}),
                    {"pass test/body", "u_in", "twice"}));
}

TEST_P(MapPassErrorTest, SamplerBoundToAnotherType) {
  const UInt4Array uints(device_, "uints", 100);
  EXPECT_TRUE(
      names(errorOf({{"u_in", uints}}, {{"o_out", b_}}), {"pass test/body", "uints", "u_in"}));
  MapPass ofUints = pass(
      "#include \"texel/layout.glsl\"\n"
      "uniform usampler2D u_in;\n"
      "void run(int i) { o_out = vec4(texelFetch(u_in, texelOf(i), 0)); }\n",
      {{"o_out", Format::Vec4}});
  EXPECT_TRUE(names(messageOf<RunError>([&] {
                      ofUints.run(100, {{"u_in", a_}}, {{"o_out", b_}});
                    }),
                    {"pass test/body", "a", "floats", "u_in"}));
}

TEST_P(MapPassErrorTest, UnboundOutput) {
  const test::Facts expected{"pass test/body", "o_out", "bound"};
  EXPECT_TRUE(names(errorOf({{"u_in", a_}}, {}), expected));
  EXPECT_TRUE(names(errorOf({{"u_in", a_}}, {{"o_other", b_}}), expected));
}

TEST_P(MapPassErrorTest, ArrayReadAndWritten) {
  const test::Facts expected{"pass test/body", "a", "read and written"};
  EXPECT_TRUE(names(errorOf({{"u_in", a_}}, {{"o_out", a_}}), expected));
  EXPECT_TRUE(names(errorOf({{"u_in", a_}}, {{"o_out", b_}, {"o_other", a_}}), expected));
}

TEST_P(MapPassErrorTest, ArrayWrittenUnderTwoNames) {
  MapPass two = pass("void run(int i) { o_a = vec4(0.0); o_b = vec4(1.0); }\n",
                     {{"o_a", Format::Vec4}, {"o_b", Format::Vec4}});
  EXPECT_TRUE(names(messageOf<RunError>([&] {
                      two.run(100, {}, {{"o_a", a_}, {"o_b", a_}});
                    }),
                    {"pass test/body", "a", "two names"}));
}

TEST_P(MapPassErrorTest, OutputOfAnotherFormat) {
  IdArray ids(device_, "ids", 100);
  EXPECT_TRUE(names(errorOf({{"u_in", a_}}, {{"o_out", ids}}),
                    {"pass test/body", "ids", "o_out", "floats"}));
}

TEST_P(MapPassErrorTest, OutputTooShort) {
  Vec4Array shorter(device_, "shorter", 99);
  EXPECT_TRUE(names(errorOf({{"u_in", a_}}, {{"o_out", shorter}}),
                    {"pass test/body", "99 elements", "shorter", "o_out", "100"}));
}

TEST_P(MapPassErrorTest, RangeOutsideTheArray) {
  const auto error = [&](const Range& range) {
    return errorOf({{"u_in", a_}}, {{"o_out", b_}}, range);
  };
  EXPECT_TRUE(names(error({1, 100}), {"pass test/body", "100 elements", "b", "o_out", "101"}));
  EXPECT_TRUE(names(error({101, 0}), {"pass test/body", "100 elements", "b", "o_out", "101"}));
  EXPECT_TRUE(names(error({-1, 5}), {"pass test/body", "5 elements", "element -1"}));
  EXPECT_TRUE(names(error({5, -1}), {"pass test/body", "-1 elements", "element 5"}));
}

TEST_P(MapPassErrorTest, UnusedNames_AreIgnored) {
  a_.upload(std::vector<glm::vec4>(100, glm::vec4(2.0f)));
  const UInt4Array other(device_, "other", 1);
  copy_.run(100, {{"u_other", other}, {"u_in", a_}, {"u_number", 5}}, {{"o_out", b_}});
  expectSameTexels(a_.download(), b_.download());
}

TEST_P(MapPassErrorTest, InvalidBody) {
  const std::string message = messageOf<RunError>([&] {
    pass("// body\nvoid run(int i) { o_value = nothing; }\n", {{"o_value", Format::Vec4}});
  });
  EXPECT_TRUE(names(message, {"shader test/body", "test/body.glsl:2"}));
  gl::takeDebugMessages();  // some drivers report the error a second time
}

TEST_P(MapPassErrorTest, MissingShader) {
  const std::string message =
      messageOf<RunError>([&] { MapPass(device_, {.name = "test/none", .outputs = {}}); });
  EXPECT_TRUE(names(message, {"shader"}));
  EXPECT_TRUE(names(message, {"test/none.glsl"}));
}

INSTANTIATE_TEST_SUITE_P(Engines, MapPassTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);
INSTANTIATE_TEST_SUITE_P(Engines, MapPassErrorTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

class MapPassFastTest : public test::GpuTest {};

// One body is launched on one device as a fragment shader and as a compute shader. The body has
// sums of products, which the two forms could fuse differently, and functions, which they could
// compute differently.
TEST_F(MapPassFastTest, FragmentAndCompute_AreBitIdentical) {
  constexpr std::int64_t kCount = 10'000;
  const test::ShaderFolder folder;
  folder.write("test/mix.glsl",
               "#include \"texel/layout.glsl\"\n"
               "uniform sampler2D u_in;\n"
               "void run(int i) {\n"
               "  vec4 v = texelFetch(u_in, texelOf(i), 0);\n"
               "  float r = sqrt(dot(v.xyz, v.xyz));\n"
               "  vec3 unit = v.xyz / r;\n"
               "  float w = 1.0 - r / 3.0;\n"
               "  o_out = vec4(unit * (25.0 * w - 4.5 * w * w * dot(unit, v.zxy)) + v.w,\n"
               "               fract(1.000005 * pow(abs(v.w) + 1.7320508, 5.0)) + exp(-r));\n"
               "}\n");
  const Device device = test::makeDevice(Engine::Fast, test::kTestTextureWidth, folder.library());
  const auto launched = [&](Launch launch) {
    return MapPass(device,
                   {.name = "test/mix", .outputs = {{"o_out", Format::Vec4}}, .launch = launch});
  };
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  std::vector<glm::vec4> values(kCount);
  for (glm::vec4& v : values) v = {normal(random), normal(random), normal(random), normal(random)};
  const Vec4Array in(device, "in", values);
  Vec4Array fragments(device, "by fragments", kCount);
  Vec4Array compute(device, "by compute", kCount);
  test::fillWithSentinel(fragments);
  launched(Launch::Fragment).run(kCount, {{"u_in", in}}, {{"o_out", fragments}});
  launched(Launch::Compute).run(kCount, {{"u_in", in}}, {{"o_out", compute}});
  expectSameTexels(fragments.download(), compute.download());
  EXPECT_NE(fragments.download().back(), test::vec4Sentinel());
}

TEST_F(MapPassFastTest, Atomics_SeeIdTexelsAsUints) {
  constexpr std::uint32_t kCount = 1'000;
  constexpr std::uint32_t kBuckets = 70;
  const test::ShaderFolder folder;
  folder.write("test/latest.glsl",
               "#include \"texel/id.glsl\"\n"
               "void run(int i) {\n"
               "  imageAtomicMax(u_latest, texelOf(i % 70), uint(i) + 65536u);\n"
               "  o_id = encodeId(i, 0.0);\n"
               "}\n");
  const Device device = test::makeDevice(Engine::Fast, test::kTestTextureWidth, folder.library());
  MapPass latest(
      device, {.name = "test/latest", .outputs = {{"o_id", Format::Id}}, .atomics = {"u_latest"}});
  IdArray buckets(device, "buckets", kBuckets);
  IdArray ids(device, "ids", kCount);
  buckets.fill(0u);
  latest.run(kCount, {}, {{"o_id", ids}, {"u_latest", buckets}});
  std::vector<IdTexel> expected(kBuckets);
  for (std::uint32_t i = 0; i < kCount; ++i) expected[i % kBuckets] = i + 65'536u;
  expectSameTexels(expected, buckets.download());
  EXPECT_EQ(ids.download().back(), kCount - 1);

  EXPECT_TRUE(names(messageOf<RunError>([&] {
                      latest.run(kCount, {}, {{"o_id", ids}});
                    }),
                    {"pass test/latest", "u_latest", "bound"}));
  Vec4Array floats(device, "floats", kBuckets);
  EXPECT_TRUE(names(messageOf<RunError>([&] {
                      latest.run(kCount, {}, {{"o_id", ids}, {"u_latest", floats}});
                    }),
                    {"pass test/latest", "floats", "u_latest", "ids"}));
}

}  // namespace
}  // namespace gpubuck::texel
