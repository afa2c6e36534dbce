// Map passes on both engines: every element once, no texel beyond, and the errors.
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

using test::contains;
using test::expectSameTexels;
using test::messageOf;

class MapPassTest : public test::EngineTest {
 protected:
  /// A pass whose body is `text`, on a device whose rows are 64 texels.
  MapPass pass(const std::string& text, const std::vector<std::string>& inputs,
               const std::vector<Output>& outputs, const std::string& prologue = {}) {
    folder_.write("test/body.glsl", text);
    return MapPass(
        device_, {.name = "test/body", .inputs = inputs, .outputs = outputs, .prologue = prologue});
  }

  test::ShaderFolder folder_;
  Device device_ = test::makeDevice(GetParam(), test::kTestTextureWidth, folder_.library());
};

// W - 1, W, W + 1 with W = 64, the same around the second row, and rows enough not to be square.
constexpr std::int64_t kSizes[] = {0, 1, 63, 64, 65, 127, 128, 129, 1000};

TEST_P(MapPassTest, ComputesEveryElementAndTouchesNoTexelBehind) {
  MapPass numbers = pass(
      "uniform uint u_factor;\n"
      "void run(int i) { o_number = uvec4(uint(i), uint(i) * u_factor, ~uint(i), 7u); }\n",
      {}, {{"o_number", Format::UInt4}});
  numbers.set("u_factor", 2'654'435'761u);
  for (const std::int64_t count : kSizes) {
    Array array(device_, "numbers", Format::UInt4, count + 130);  // two rows and a bit to spare
    test::fillWithSentinel(array);
    numbers.run(count, {}, {&array});
    std::vector<glm::uvec4> expected;
    for (std::uint32_t i = 0; i < count; ++i) {
      expected.emplace_back(i, i * 2'654'435'761u, ~i, 7u);
    }
    std::vector<glm::uvec4> actual = array.downloadUInt4();
    actual.resize(static_cast<std::size_t>(count));
    expectSameTexels(expected, actual);
    test::expectSentinelFrom(array, count);
  }
}

TEST_P(MapPassTest, TouchesNoPaddingOfAFullArray) {
  MapPass ids = pass(
      "#include \"texel/id.glsl\"\n"
      "void run(int i) { o_id = encodeId(i, 1.0); }\n",
      {}, {{"o_id", Format::Id}});
  for (const std::int64_t count : {1, 63, 65, 127, 129, 1000}) {
    Array array(device_, "ids", Format::Id, count);
    test::fillWithSentinel(array);
    ids.run(count, {}, {&array});
    test::expectSentinelFrom(array, count);
  }
}

// Ranges within a row, over its ends, of several rows, and of none.
TEST_P(MapPassTest, OfARangeTouchesNoTexelOutside) {
  constexpr std::int64_t kCount = 300;
  MapPass numbers = pass("void run(int i) { o_number = uvec4(uint(i), ~uint(i), 5u, 7u); }\n", {},
                         {{"o_number", Format::UInt4}});
  for (const Range& range :
       {Range{0, 0}, Range{70, 0}, Range{300, 0}, Range{0, 1}, Range{5, 1}, Range{63, 1},
        Range{64, 1}, Range{10, 40}, Range{60, 10}, Range{37, 200}, Range{64, 64}, Range{128, 172},
        Range{299, 1}, Range{1, 299}, Range{0, 300}}) {
    SCOPED_TRACE(fmt::format("{} from {} on", range.count, range.first));
    Array array(device_, "numbers", Format::UInt4, kCount);
    test::fillWithSentinel(array);
    numbers.run(range, {}, {&array});
    std::vector<glm::uvec4> expected(kCount + 20, test::kUInt4Sentinel);  // five rows of 64
    for (std::int64_t i = range.first; i < range.first + range.count; ++i) {
      const auto number = static_cast<std::uint32_t>(i);
      expected[number] = {number, ~number, 5u, 7u};
    }
    expectSameTexels(expected, array.downloadUInt4(true));
  }
}

TEST_P(MapPassTest, RangesMakeUpTheWhole) {
  constexpr std::int64_t kCount = 1000;
  MapPass roots =
      pass("void run(int i) { o_root = vec4(sqrt(float(i)), sin(float(i)), i, 1.0); }\n", {},
           {{"o_root", Format::Vec4}});
  Array whole(device_, "whole", Format::Vec4, kCount);
  roots.run(kCount, {}, {&whole});
  for (const std::int64_t size : {1, 63, 64, 65, 129, 999}) {
    Array parts(device_, "parts", Format::Vec4, kCount);
    test::fillWithSentinel(parts);
    for (std::int64_t first = 0; first < kCount; first += size) {
      roots.run(Range{first, std::min(size, kCount - first)}, {}, {&parts});
    }
    expectSameTexels(whole.downloadVec4(), parts.downloadVec4());
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
      {"u_ids", "u_floats", "u_uints"},
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
  Array idsIn(device_, "ids in", Format::Id, kCount), idsOut(device_, "ids", Format::Id, kCount);
  Array floatsIn(device_, "floats in", Format::Vec4, kCount);
  Array floatsOut(device_, "floats", Format::Vec4, kCount);
  Array uintsIn(device_, "uints in", Format::UInt4, kCount);
  Array uintsOut(device_, "uints", Format::UInt4, kCount);
  idsIn.upload(ids);
  floatsIn.upload(floats);
  uintsIn.upload(uints);
  reverse.run(kCount, {&idsIn, &floatsIn, &uintsIn}, {&idsOut, &floatsOut, &uintsOut});
  expectSameTexels(std::vector<IdTexel>(ids.rbegin(), ids.rend()), idsOut.downloadIds());
  expectSameTexels(std::vector<glm::vec4>(floats.rbegin(), floats.rend()),
                   floatsOut.downloadVec4());
  expectSameTexels(std::vector<glm::uvec4>(uints.rbegin(), uints.rend()), uintsOut.downloadUInt4());
}

TEST_P(MapPassTest, WritesEightOutputs) {
  std::vector<Output> outputs;
  std::string body = "void run(int i) {\n";
  for (int k = 0; k < 8; ++k) {
    outputs.push_back({fmt::format("o_{}", k), Format::UInt4});
    body += fmt::format("  o_{0} = uvec4(uint(i), {0}u, 0u, 0u);\n", k);
  }
  MapPass eight = pass(body + "}\n", {}, outputs);
  std::vector<Array> arrays;
  for (const Output& output : outputs) arrays.emplace_back(device_, output.name, output.format, 70);
  eight.run(70, {},
            {&arrays[0], &arrays[1], &arrays[2], &arrays[3], &arrays[4], &arrays[5], &arrays[6],
             &arrays[7]});
  for (std::uint32_t k = 0; k < 8; ++k) {
    std::vector<glm::uvec4> expected;
    for (std::uint32_t i = 0; i < 70; ++i) expected.emplace_back(i, k, 0u, 0u);
    expectSameTexels(expected, arrays[k].downloadUInt4());
  }
}

TEST_P(MapPassTest, ThePrologueChoosesAVariant) {
  const std::string body =
      "#ifdef NEGATIVE\n"
      "void run(int i) { o_value = vec4(-float(i)); }\n"
      "#else\n"
      "void run(int i) { o_value = vec4(float(i)); }\n"
      "#endif\n";
  Array array(device_, "values", Format::Vec4, 2);
  pass(body, {}, {{"o_value", Format::Vec4}}).run(2, {}, {&array});
  EXPECT_EQ(array.downloadVec4()[1].x, 1.0f);
  pass(body, {}, {{"o_value", Format::Vec4}}, "#define NEGATIVE\n").run(2, {}, {&array});
  EXPECT_EQ(array.downloadVec4()[1].x, -1.0f);
}

TEST_P(MapPassTest, OnePassServesManyArrays) {
  MapPass constant =
      pass("void run(int i) { o_value = vec4(3.0); }\n", {}, {{"o_value", Format::Vec4}});
  for (const std::int64_t count : {100, 10, 200}) {
    Array array(device_, "values", Format::Vec4, count);
    constant.run(count, {}, {&array});
    expectSameTexels(std::vector<glm::vec4>(static_cast<std::size_t>(count), glm::vec4(3.0f)),
                     array.downloadVec4());
  }
}

// The compute launch has 32 invocations per group and at most 65,535 groups per row of groups:
// 4,194,240 elements. The last row of groups is partly idle.
TEST_P(MapPassTest, MoreElementsThanOneRowOfGroups) {
  constexpr std::int64_t kCount = 65'535 * 64 + 1'000;
  const Device device = test::makeDevice(GetParam(), 0, folder_.library());
  folder_.write("test/ids.glsl",
                "#include \"texel/id.glsl\"\nvoid run(int i) { o_id = encodeId(i, 0.0); }\n");
  MapPass ids(device, {.name = "test/ids", .inputs = {}, .outputs = {{"o_id", Format::Id}}});
  Array array(device, "ids", Format::Id, kCount);
  test::fillWithSentinel(array);
  ids.run(kCount, {}, {&array});
  std::vector<IdTexel> expected(kCount);
  for (std::size_t i = 0; i < expected.size(); ++i) expected[i] = static_cast<IdTexel>(i);
  expectSameTexels(expected, array.downloadIds(), device.textureWidth());
  test::expectSentinelFrom(array, kCount);
}

class MapPassErrorTest : public MapPassTest {
 protected:
  /// The error of running a pass of one Vec4 input and one Vec4 output over 100 elements.
  std::string errorOf(std::initializer_list<const Array*> inputs,
                      std::initializer_list<Array*> outputs) {
    return messageOf<RunError>([&] { copy_.run(100, inputs, outputs); });
  }

  Array make(const std::string& label, Format format = Format::Vec4, std::int64_t count = 100) {
    return Array(device_, label, format, count);
  }

  MapPass copy_ = pass(
      "#include \"texel/layout.glsl\"\n"
      "uniform sampler2D u_in;\n"
      "void run(int i) { o_out = texelFetch(u_in, texelOf(i), 0); }\n",
      {"u_in"}, {{"o_out", Format::Vec4}});
};

TEST_P(MapPassErrorTest, AnotherNumberOfArrays) {
  Array a = make("a"), b = make("b"), c = make("c");
  const auto expected = [](const std::string& given) {
    return "pass test/body: was given " + given + " atomics: it takes 1, 1 and 0";
  };
  EXPECT_EQ(errorOf({}, {&b}), expected("0 inputs, 1 outputs and 0"));
  EXPECT_EQ(errorOf({&a}, {}), expected("1 inputs, 0 outputs and 0"));
  EXPECT_EQ(errorOf({&a, &c}, {&b}), expected("2 inputs, 1 outputs and 0"));
  EXPECT_EQ(errorOf({&a}, {&b, &c}), expected("1 inputs, 2 outputs and 0"));
}

TEST_P(MapPassErrorTest, AnArrayReadAndWrittenAtOnce) {
  Array a = make("a");
  EXPECT_EQ(errorOf({&a}, {&a}), "pass test/body: array a is both read and written");
}

TEST_P(MapPassErrorTest, AnArrayWrittenUnderTwoNames) {
  MapPass two = pass("void run(int i) { o_a = vec4(0.0); o_b = vec4(1.0); }\n", {},
                     {{"o_a", Format::Vec4}, {"o_b", Format::Vec4}});
  Array a = make("a");
  EXPECT_EQ(messageOf<RunError>([&] {
              two.run(100, {}, {&a, &a});
            }),
            "pass test/body: array a is written under two names");
}

TEST_P(MapPassErrorTest, AnOutputOfAnotherFormat) {
  Array a = make("a"), ids = make("ids", Format::Id);
  EXPECT_EQ(errorOf({&a}, {&ids}), "pass test/body: array ids holds ids, output o_out is floats");
}

TEST_P(MapPassErrorTest, AnOutputTooShort) {
  Array a = make("a"), shorter = make("shorter", Format::Vec4, 99);
  EXPECT_EQ(errorOf({&a}, {&shorter}),
            "pass test/body: array shorter has 99 elements, output o_out needs 100");
}

TEST_P(MapPassErrorTest, ARangeThatDoesNotFit) {
  Array a = make("a"), b = make("b");
  const auto error = [&](const Range& range) {
    return messageOf<RunError>([&] { copy_.run(range, {&a}, {&b}); });
  };
  EXPECT_EQ(error({1, 100}), "pass test/body: array b has 100 elements, output o_out needs 101");
  EXPECT_EQ(error({101, 0}), "pass test/body: array b has 100 elements, output o_out needs 101");
  EXPECT_EQ(error({-1, 5}),
            "pass test/body: cannot take 5 elements from element -1 on: neither may be negative");
  EXPECT_EQ(error({5, -1}),
            "pass test/body: cannot take -1 elements from element 5 on: neither may be negative");
}

TEST_P(MapPassErrorTest, ABodyThatDoesNotCompile) {
  const std::string message = messageOf<RunError>([&] {
    pass("// body\nvoid run(int i) { o_value = nothing; }\n", {}, {{"o_value", Format::Vec4}});
  });
  EXPECT_TRUE(contains(message, "shader test/body: test/body.glsl:2: "));
  gl::takeDebugMessages();  // some drivers report it a second time
}

TEST_P(MapPassErrorTest, AShaderThatIsNotThere) {
  const std::string message = messageOf<RunError>(
      [&] { MapPass(device_, {.name = "test/none", .inputs = {}, .outputs = {}}); });
  EXPECT_TRUE(contains(message, "no shader "));
  EXPECT_TRUE(contains(message, "test/none.glsl"));
}

INSTANTIATE_TEST_SUITE_P(Engines, MapPassTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);
INSTANTIATE_TEST_SUITE_P(Engines, MapPassErrorTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

class MapPassFastTest : public test::GpuTest {};

// One device, one body, launched both ways. Sums of products show a different contraction, the
// functions a different implementation.
TEST_F(MapPassFastTest, FragmentAndComputeLaunchAreBitIdentical) {
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
    return MapPass(device, {.name = "test/mix",
                            .inputs = {"u_in"},
                            .outputs = {{"o_out", Format::Vec4}},
                            .launch = launch});
  };
  std::mt19937 random(5);
  std::normal_distribution<float> normal;
  std::vector<glm::vec4> values(kCount);
  for (glm::vec4& v : values) v = {normal(random), normal(random), normal(random), normal(random)};
  Array in(device, "in", Format::Vec4, kCount);
  Array fragments(device, "by fragments", Format::Vec4, kCount);
  Array compute(device, "by compute", Format::Vec4, kCount);
  in.upload(values);
  test::fillWithSentinel(fragments);
  launched(Launch::Fragment).run(kCount, {&in}, {&fragments});
  launched(Launch::Compute).run(kCount, {&in}, {&compute});
  expectSameTexels(fragments.downloadVec4(), compute.downloadVec4());
  EXPECT_NE(fragments.downloadVec4().back(), test::kVec4Sentinel);
}

TEST_F(MapPassFastTest, AtomicsSeeIdTexelsAsUints) {
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
  MapPass latest(device, {.name = "test/latest",
                          .inputs = {},
                          .outputs = {{"o_id", Format::Id}},
                          .atomics = {"u_latest"}});
  Array buckets(device, "buckets", Format::Id, kBuckets);
  Array ids(device, "ids", Format::Id, kCount);
  buckets.fill(glm::vec4(0.0f));
  latest.run(kCount, {}, {&ids}, {&buckets});
  std::vector<IdTexel> expected(kBuckets);
  for (std::uint32_t i = 0; i < kCount; ++i) expected[i % kBuckets] = i + 65'536u;
  expectSameTexels(expected, buckets.downloadIds());
  EXPECT_EQ(ids.downloadIds().back(), kCount - 1);
}

}  // namespace
}  // namespace gpubuck::texel
