// The requirements of the engines, and the layout of arrays on textures.
#include "texel/device.h"

#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck::texel {
namespace {

using test::makeDevice;
using test::messageOf;
using test::names;

gl::Capabilities version(int major, int minor) {
  gl::Capabilities capabilities;
  capabilities.major = major;
  capabilities.minor = minor;
  return capabilities;
}

TEST(WhyNotTest, PaperEngine_Needs33) {
  EXPECT_EQ(whyNot(Engine::Paper, version(3, 3)), "");
  EXPECT_EQ(whyNot(Engine::Paper, version(4, 1)), "");
  EXPECT_EQ(whyNot(Engine::Paper, version(3, 2)), "needs OpenGL 3.3, this context has 3.2");
}

TEST(WhyNotTest, OtherEngine_Needs43) {
  EXPECT_EQ(whyNot(Engine::Fast, version(4, 3)), "");
  EXPECT_EQ(whyNot(Engine::Fast, version(4, 6)), "");
  EXPECT_EQ(whyNot(Engine::Fast, version(4, 1)), "needs OpenGL 4.3, this context has 4.1");
  EXPECT_EQ(whyNot(Engine::Fast, version(3, 3)), "needs OpenGL 4.3, this context has 3.3");
}

class DeviceTest : public test::GpuTest {};

TEST_F(DeviceTest, Arrays_TakeTheRowsTheyNeed) {
  const Device device = makeDevice(Engine::Paper, 64);
  EXPECT_EQ(device.textureWidth(), 64);
  EXPECT_EQ(device.rowsFor(0), 1);
  EXPECT_EQ(device.rowsFor(1), 1);
  EXPECT_EQ(device.rowsFor(63), 1);
  EXPECT_EQ(device.rowsFor(64), 1);
  EXPECT_EQ(device.rowsFor(65), 2);
  EXPECT_EQ(device.rowsFor(6400), 100);
}

TEST_F(DeviceTest, Row_DefaultsTo4096Texels) {
  const Device device = makeDevice(Engine::Paper, 0);
  EXPECT_EQ(device.textureWidth(), std::min(4096, device.capabilities().maxTextureSize));
}

TEST_F(DeviceTest, ShaderLayout_EqualsTheDeviceLayout) {
  EXPECT_EQ(makeDevice(Engine::Paper, 64).layoutPrologue(),
            "const int kTexelWidth = 64;\nconst int kTexelWidthLog2 = 6;\n");
  EXPECT_EQ(makeDevice(Engine::Paper, 1).layoutPrologue(),
            "const int kTexelWidth = 1;\nconst int kTexelWidthLog2 = 0;\n");
}

TEST_F(DeviceTest, RowNotPowerOfTwoOrTooLong_IsInputError) {
  const int largest = gl::queryCapabilities().maxTextureSize;
  for (const int width : {-4, 3, 100, 2 * largest}) {
    const std::string message = messageOf<InputError>([&] { makeDevice(Engine::Paper, width); });
    EXPECT_TRUE(names(message, {"texture width", std::to_string(width)}));
  }
}

TEST_F(DeviceTest, MoreElementsThanIds_IsInputErrorNamingThem) {
  const Device device = makeDevice(Engine::Paper, 0);
  device.requireFits("particles", 16'777'215);
  EXPECT_TRUE(names(messageOf<InputError>([&] { device.requireFits("particles", 16'777'216); }),
                    {"particles", "16777216", "16777215", "24-bit"}));
}

TEST_F(DeviceTest, MoreElementsThanTheTextureLimit_IsInputError) {
  const Device device = makeDevice(Engine::Paper, 64);
  const std::int64_t largest = 64 * std::int64_t{device.capabilities().maxTextureSize};
  ASSERT_LT(largest, 16'777'215);
  device.requireFits("particles", largest);
  EXPECT_TRUE(names(messageOf<InputError>([&] { device.requireFits("particles", largest + 1); }),
                    {"particles", std::to_string(largest + 1), std::to_string(largest)}));
}

}  // namespace
}  // namespace gpubuck::texel
