// Buffer passes: their bindings, the data they leave unchanged, and their errors.
#include "texel/buffer_pass.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "gl/debug.h"
#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "texel/device.h"

namespace gpubuck::texel {
namespace {

using test::messageOf;
using test::names;
using Numbers = std::vector<std::uint32_t>;

class FastBufferPassTest : public test::GpuTest {
 protected:
  BufferPass pass(const std::string& text, BufferPassInfo info) {
    folder_.write("test/body.glsl", text);
    info.name = "test/body";
    if (info.groupSize == 0) info.groupSize = 32;
    return BufferPass(device_, info);
  }

  test::ShaderFolder folder_;
  Device device_ = test::makeDevice(Engine::Fast, test::kTestTextureWidth, folder_.library());
};

UIntBuffer filled(const std::string& label, const Numbers& values) {
  UIntBuffer buffer(label, static_cast<std::int64_t>(values.size()));
  buffer.upload(values);
  return buffer;
}

TEST_F(FastBufferPassTest, Groups_ShareMemory) {
  BufferPass reverse = pass(
      "shared uint s_values[kGroupSize];\n"
      "uniform uint u_add;\n"
      "void main() {\n"
      "  uint t = gl_LocalInvocationIndex;\n"
      "  s_values[t] = b_in[gl_GlobalInvocationID.x];\n"
      "  memoryBarrierShared(); barrier();\n"
      "  b_out[gl_GlobalInvocationID.x] = s_values[kGroupSize - 1u - t] + u_add + kMore;\n"
      "}\n",
      {.groupSize = 64,
       .reads = {"b_in"},
       .writes = {"b_out"},
       .prologue = "const uint kMore = 100u;\n"});
  Numbers values(192);
  std::iota(values.begin(), values.end(), 0u);
  const UIntBuffer in = filled("in", values);
  UIntBuffer out = filled("out", Numbers(192, 7u));
  reverse.run(2, {{"b_in", in}, {"u_add", 1000u}}, {{"b_out", out}});
  Numbers expected(192, 7u);
  for (std::uint32_t i = 0; i < 128; ++i) expected[i] = (i / 64) * 64 + 63 - i % 64 + 1100;
  EXPECT_EQ(out.download(), expected);
  EXPECT_EQ(in.download(), values);
}

TEST_F(FastBufferPassTest, MoreElementsThanGroupsOfARow) {
  BufferPass mark = pass(
      "#include \"texel/element.glsl\"\n"
      "void main() {\n"
      "  int i = elementOfInvocation();\n"
      "  if (i >= 0) b_out[i] += uint(i) + 1u;\n"
      "}\n",
      {.groupSize = 1, .writes = {"b_out"}});
  constexpr std::uint32_t kFirst = 5, kEnd = kFirst + 2 * 65'535 + 17;
  for (const std::uint32_t end : {kFirst, kFirst + 1, kFirst + 65'535, kFirst + 65'536, kEnd}) {
    UIntBuffer out = filled("out", Numbers(kEnd + 3, 7u));
    mark.runOver({kFirst, end - kFirst}, {}, {{"b_out", out}});
    Numbers expected(kEnd + 3, 7u);
    for (std::uint32_t i = kFirst; i < end; ++i) expected[i] += i + 1;
    EXPECT_EQ(out.download(), expected) << end;
  }
}

TEST_F(FastBufferPassTest, ReadsArraysAndWritesImages) {
  BufferPass copy = pass(
      "#include \"texel/id.glsl\"\n"
      "uniform sampler2D u_a;\nuniform sampler2D u_b;\n"
      "void main() {\n"
      "  int i = int(gl_GlobalInvocationID.x);\n"
      "  b_sum[i] = uint(fetchId(u_a, i) + 2 * fetchId(u_b, i));\n"
      "  imageStore(u_double, texelOf(i), uvec4(2u * uint(fetchId(u_a, i))));\n"
      "  imageStore(u_flagged, texelOf(i), uvec4(uint(i) | 0xAB000000u));\n"
      "}\n",
      {.writes = {"b_sum"}, .images = {"u_double", "u_flagged"}});
  std::vector<IdTexel> a(96), b(96);
  std::iota(a.begin(), a.end(), 70'000u);
  std::iota(b.begin(), b.end(), 5u);
  const IdArray arrayA(device_, "a", a), arrayB(device_, "b", b);
  IdArray twice(device_, "double", 96), flagged(device_, "flagged", 96);
  UIntBuffer sum("sum", 96);
  copy.run(3, {{"u_b", arrayB}, {"u_a", arrayA}},
           {{"u_flagged", flagged}, {"b_sum", sum}, {"u_double", twice}});
  Numbers expectedSum;
  std::vector<IdTexel> expectedTwice, expectedFlagged;
  for (std::uint32_t i = 0; i < 96; ++i) {
    expectedSum.push_back(70'000u + i + 2 * (5u + i));
    expectedTwice.push_back(2 * (70'000u + i));
    expectedFlagged.push_back(i | 0xAB000000u);
  }
  EXPECT_EQ(sum.download(), expectedSum);
  test::expectSameTexels(expectedTwice, twice.download());
  test::expectSameTexels(expectedFlagged, flagged.download());
}

TEST_F(FastBufferPassTest, ReadsBuffersAsTexels) {
  BufferPass gather = pass(
      "uniform samplerBuffer u_vectors;\nuniform usamplerBuffer u_pairs;\n"
      "uniform usamplerBuffer u_numbers;\n"
      "void main() {\n"
      "  int i = int(gl_GlobalInvocationID.x), j = int(texelFetch(u_numbers, i).x);\n"
      "  b_out[i] = texelFetch(u_pairs, j).y + floatBitsToUint(texelFetch(u_vectors, j).w);\n"
      "}\n",
      {.writes = {"b_out"}});
  Numbers numbers(32), pairs(64), vectors(128), expected(32);
  for (std::uint32_t i = 0; i < 32; ++i) {
    numbers[i] = (7 * i + 3) % 32;
    pairs[2 * i + 1] = 1000 * i;
    vectors[4 * i + 3] = 0x3F800000U + i;
  }
  for (std::size_t i = 0; i < 32; ++i) expected[i] = 0x3F800000U + 1001 * numbers[i];
  const UIntBuffer a = filled("a", numbers), b = filled("b", pairs), c = filled("c", vectors);
  UIntBuffer out("out", 32);
  using enum Texels;
  const auto run = [&](const std::vector<Input>& inputs) {
    gather.run(1, inputs, {{"b_out", out}});
  };
  run({{"u_vectors", c, Vec4}, {"u_pairs", b, UInt2}, {"u_numbers", a, UInt}});
  EXPECT_EQ(out.download(), expected);
  const auto error = [&](const std::vector<Input>& inputs) {
    return messageOf<RunError>([&] { run(inputs); });
  };
  EXPECT_TRUE(names(error({{"u_pairs", b, UInt2}, {"u_numbers", a, UInt}}),
                    {"pass test/body", "u_vectors", "bound"}));
  EXPECT_TRUE(names(error({{"u_vectors", c}, {"u_pairs", b, UInt2}, {"u_numbers", a, UInt}}),
                    {"pass test/body", "u_vectors", "bound"}));
  EXPECT_TRUE(names(error({{"u_vectors", c, UInt}, {"u_pairs", b, UInt2}, {"u_numbers", a, UInt}}),
                    {"pass test/body", "c", "whole numbers", "u_vectors"}));
  EXPECT_TRUE(names(error({{"u_vectors", c, Vec4}, {"u_pairs", b, Vec4}, {"u_numbers", a, UInt}}),
                    {"pass test/body", "b", "vectors", "u_pairs"}));
  EXPECT_TRUE(
      names(error({{"u_vectors", c, Vec4}, {"u_pairs", b, UInt2}, {"u_numbers", out, UInt}}),
            {"pass test/body", "out", "read and written"}));
}

// Two buffers of the same size take turns: each run reads the buffer that the run before has
// written.
TEST_F(FastBufferPassTest, Texels_AreThoseOfThePreviousRun) {
  BufferPass shift = pass(
      "uniform usamplerBuffer u_in;\n"
      "void main() {\n"
      "  int i = int(gl_GlobalInvocationID.x);\n"
      "  b_out[i] = texelFetch(u_in, (i + 33) % 320).x + 1u;\n"
      "}\n",
      {.writes = {"b_out"}});
  Numbers values(320), expected;
  std::iota(values.begin(), values.end(), 0u);
  UIntBuffer here = filled("here", values), there("there", 320);
  for (int k = 0; k < 20; ++k) {
    shift.run(10, {{"u_in", here, Texels::UInt}}, {{"b_out", there}});
    std::swap(here, there);
  }
  for (std::uint32_t i = 0; i < 320; ++i) expected.push_back((i + 20 * 33) % 320 + 20);
  EXPECT_EQ(here.download(), expected);
}

TEST_F(FastBufferPassTest, LaterPasses_SeeEarlierWrites) {
  BufferPass shift = pass(
      "void main() {\n"
      "  uint i = gl_GlobalInvocationID.x;\n"
      "  b_out[i] = b_in[(i + 33u) % 320u] + 1u;\n"
      "}\n",
      {.reads = {"b_in"}, .writes = {"b_out"}});
  Numbers values(320);
  std::iota(values.begin(), values.end(), 0u);
  UIntBuffer here = filled("here", values), there("there", 320);
  for (int k = 0; k < 20; ++k) {
    shift.run(10, {{"b_in", here}}, {{"b_out", there}});
    std::swap(here, there);
  }
  Numbers expected;
  for (std::uint32_t i = 0; i < 320; ++i) expected.push_back((i + 20 * 33) % 320 + 20);
  EXPECT_EQ(here.download(), expected);
}

TEST_F(FastBufferPassTest, Profile_HasItsNameAndBytes) {
  BufferPass copy = pass(
      "uniform sampler2D u_id;\nvoid main() { b_out[0] = b_in[0] + uint(texelFetch(u_id, ivec2(0), "
      "0).r); }\n",
      {.reads = {"b_in"}, .writes = {"b_out"}});
  const UIntBuffer in = filled("in", Numbers(100, 1u));
  UIntBuffer out("out", 10);
  const IdArray ids(device_, "ids", 3);
  device_.profiler().waitForPasses(true);
  copy.run(1, {{"b_in", in}, {"u_id", ids}}, {{"b_out", out}});
  device_.profiler().enable(true);
  for (const std::int64_t groups : {1, 0, 1}) {
    copy.run(groups, {{"b_in", in}, {"u_id", ids}}, {{"b_out", out}});
  }
  const std::vector<PassTime> times = device_.profiler().times();
  ASSERT_EQ(times.size(), 1u);
  EXPECT_EQ(times[0].name, "test/body");
  EXPECT_EQ(times[0].runs, 2);
  EXPECT_EQ(times[0].bytes, 2 * 4 * (100 + 10 + 3)) << "padding of arrays is not counted";
}

TEST_F(FastBufferPassTest, WrongArguments_AreRefused) {
  BufferPass copy =
      pass("void main() { b_out[0] = b_in[0]; }\n", {.reads = {"b_in"}, .writes = {"b_out"}});
  UIntBuffer a("a", 1), b("b", 1);
  IdArray ids(device_, "ids", 1);
  const auto error = [&](std::int64_t groups, const std::vector<Input>& inputs,
                         const std::vector<Output>& outputs) {
    return messageOf<RunError>([&] { copy.run(groups, inputs, outputs); });
  };
  EXPECT_TRUE(names(error(1, {}, {{"b_out", b}}), {"pass test/body", "b_in", "bound"}));
  EXPECT_TRUE(
      names(error(1, {{"b_in", ids}}, {{"b_out", b}}), {"pass test/body", "b_in", "bound"}));
  EXPECT_TRUE(names(error(1, {{"b_in", a}}, {}), {"pass test/body", "b_out", "bound"}));
  EXPECT_TRUE(
      names(error(1, {{"b_in", a}}, {{"b_out", ids}}), {"pass test/body", "b_out", "bound"}));
  EXPECT_TRUE(
      names(error(1, {{"b_in", a}}, {{"b_out", a}}), {"pass test/body", "a", "read and written"}));
  EXPECT_TRUE(names(error(1, {{"b_in", a}}, {{"b_out", b}, {"b_other", b}}),
                    {"pass test/body", "b", "two names"}));
  EXPECT_TRUE(
      names(error(-1, {{"b_in", a}}, {{"b_out", b}}), {"pass test/body", "-1", "0", "65535"}));
  EXPECT_TRUE(names(error(65'536, {{"b_in", a}}, {{"b_out", b}}),
                    {"pass test/body", "65536", "0", "65535"}));
}

TEST_F(FastBufferPassTest, Images_MustHoldIds) {
  BufferPass store =
      pass("void main() { imageStore(u_out, ivec2(0), uvec4(0u)); }\n", {.images = {"u_out"}});
  Vec4Array floats(device_, "floats", 1);
  EXPECT_TRUE(names(messageOf<RunError>([&] {
                      store.run(1, {}, {{"u_out", floats}});
                    }),
                    {"pass test/body", "floats", "ids"}));
}

TEST_F(FastBufferPassTest, GroupsLargerThanTheLimit_AreRefused) {
  const int most = queryComputeLimits().groupSize;
  const std::string message =
      messageOf<RunError>([&] { pass("void main() {}\n", {.groupSize = most + 1}); });
  EXPECT_TRUE(
      names(message, {"pass test/body", std::to_string(most + 1), "1", std::to_string(most)}));
}

TEST_F(FastBufferPassTest, InvalidBody_IsAnError) {
  const std::string message =
      messageOf<RunError>([&] { pass("// body\nvoid main() { b_none[0] = 1u; }\n", {}); });
  EXPECT_TRUE(names(message, {"shader test/body", "test/body.glsl:2"}));
  gl::takeDebugMessages();  // some drivers report the error a second time
}

TEST_F(FastBufferPassTest, MissingExtension_IsAnError) {
  const std::string message = messageOf<RunError>(
      [&] { pass("void main() {}\n", {.extensions = {"GL_NONE_such_extension"}}); });
  EXPECT_TRUE(names(message, {"test/body", "shader"}));
  gl::takeDebugMessages();
}

TEST_F(FastBufferPassTest, UIntBuffers_CopyExactlyTheirCount) {
  UIntBuffer buffer("numbers", 3);
  buffer.upload(Numbers{1u, 0xFFFFFFFFu, 3u});
  EXPECT_EQ(buffer.download(), (Numbers{1u, 0xFFFFFFFFu, 3u}));
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { buffer.upload(Numbers(2)); }), {"numbers", "3", "2"}));
  UIntBuffer empty("none", 0);
  empty.upload(Numbers{});
  EXPECT_TRUE(empty.download().empty());
  const std::int64_t most = queryComputeLimits().bufferBytes / 4;
  EXPECT_TRUE(names(messageOf<InputError>([&] { UIntBuffer("vast", most + 1); }),
                    {"vast", std::to_string(most + 1)}));
}

TEST_F(FastBufferPassTest, ReadBuffer_HasTheFrontOfABuffer) {
  Numbers values(1'000);
  std::iota(values.begin(), values.end(), 5U);
  const UIntBuffer from = filled("from", values);
  ReadBuffer read("read", 900);
  for (const std::int64_t count : {900, 1, 257}) {
    const ReadBuffer::Mapped copy = read.copy(from, count);
    EXPECT_TRUE(std::ranges::equal(copy.numbers(),
                                   std::span(values).first(static_cast<std::size_t>(count))));
  }
  const UIntBuffer other = filled("other", Numbers(10, 3U));
  EXPECT_EQ(read.copy(other, 10).numbers().back(), 3U) << "of what it copied last";
  EXPECT_TRUE(names(messageOf<RunError>([&] { read.copy(from, 901); }), {"from", "900", "901"}));
  EXPECT_TRUE(names(messageOf<RunError>([&] { read.copy(other, 11); }), {"other", "10", "11"}));
}

}  // namespace
}  // namespace gpubuck::texel
