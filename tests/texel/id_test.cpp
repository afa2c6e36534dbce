// The id codec of C++ compared with the codec of texel/id.glsl, on the driver of the tests.
#include "texel/array.h"

#include "support/gpu_test.h"
#include "support/shader_folder.h"
#include "texel/map_pass.h"

namespace gpubuck::texel {
namespace {

/// Returns ids with every value of a byte in every channel, ids around powers of 256, and NULL.
std::vector<std::uint32_t> someIds() {
  std::vector<std::uint32_t> ids{0,      1,      254,       255,        256,        257,    65'535,
                                 65'536, 65'537, 8'388'608, 16'711'680, 16'777'214, kNullId};
  for (std::uint32_t value = 0; value < 256; ++value) {
    ids.push_back(value | (255 - value) << 8 | (value ^ 170) << 16);
  }
  return ids;
}

class IdTest : public test::EngineTest {
 protected:
  IdTest() {
    folder_.write("test/id.glsl",
                  "#include \"texel/id.glsl\"\n"
                  "uniform sampler2D u_ids;\n"
                  "void run(int i) {\n"
                  "  vec4 texel = texelFetch(u_ids, texelOf(i), 0);\n"
                  "  int id = decodeId(texel);\n"
                  "  bool flag = texel.a > 0.5;\n"
                  "  o_decoded = uvec4(id, flag ? 1 : 0, id == kNull ? 1 : 0, 0);\n"
                  "  o_again = encodeId(id, flag ? 1.0 : 0.0);\n"
                  "}\n");
  }

  test::ShaderFolder folder_;
};

TEST_P(IdTest, AgreesWithTheShaders) {
  const Device device = test::makeDevice(GetParam(), test::kTestTextureWidth, folder_.library());
  MapPass pass(device, {.name = "test/id",
                        .outputs = {{"o_decoded", Format::UInt4}, {"o_again", Format::Id}}});
  for (const bool flag : {false, true}) {
    std::vector<IdTexel> texels;
    std::vector<glm::uvec4> expected;
    for (const std::uint32_t id : someIds()) {
      const IdTexel texel = texels.emplace_back(encodeId(id, flag));
      EXPECT_EQ(decodeId(texel), id);
      EXPECT_EQ(hasFlag(texel), flag);
      EXPECT_EQ(decodeSignedId(texel), id == kNullId ? -1 : static_cast<std::int32_t>(id));
      expected.emplace_back(id, flag ? 1 : 0, id == kNullId ? 1 : 0, 0);
    }
    const std::int64_t count = std::ssize(texels);
    const IdArray ids(device, "ids", texels);
    UInt4Array decoded(device, "decoded", count);
    IdArray again(device, "again", count);
    test::fillWithSentinel(decoded);
    test::fillWithSentinel(again);
    pass.run(count, {{"u_ids", ids}}, {{"o_decoded", decoded}, {"o_again", again}});
    test::expectSameTexels(expected, decoded.download());
    test::expectSameTexels(texels, again.download());
  }
}

INSTANTIATE_TEST_SUITE_P(Engines, IdTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

}  // namespace
}  // namespace gpubuck::texel
