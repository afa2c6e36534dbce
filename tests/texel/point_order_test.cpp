// The last of several points on a texel stays. A device that keeps another point is reported.
#include "texel/scatter_pass.h"

#include "support/errors.h"
#include "support/gpu_test.h"
#include "support/shader_folder.h"

namespace gpubuck::texel {
namespace {

class PointOrderTest : public test::EngineTest {};
INSTANTIATE_TEST_SUITE_P(Engines, PointOrderTest, ::testing::ValuesIn(test::testedEngines()),
                         test::engineName);

TEST_P(PointOrderTest, ThisDevice_KeepsIt) { requirePointOrder(test::makeDevice(GetParam())); }

// A shader that numbers points backwards simulates such a device.
TEST_P(PointOrderTest, DeviceWithoutIt_IsReported) {
  const test::ShaderFolder folder;
  std::string text = test::readFile(folder.path() / "texel/point_order.vert");
  const std::string number = "encodeId(gl_VertexID,";
  ASSERT_NE(text.find(number), std::string::npos);
  text.replace(text.find(number), number.size(), "encodeId(16383 - gl_VertexID,");
  folder.write("texel/point_order.vert", text);
  const Device device = test::makeDevice(GetParam(), test::kTestTextureWidth, folder.library());
  for (int time = 0; time < 2; ++time) {
    const std::string message = test::messageOf<RunError>([&] { requirePointOrder(device); });
    EXPECT_TRUE(test::names(
        message, {"order of points", device.capabilities().renderer, "128", "16256", "127"}));
  }
}

TEST_P(PointOrderTest, IsNotTimed) {
  const Device device = test::makeDevice(GetParam());
  device.profiler().enable(true);
  requirePointOrder(device);
  EXPECT_TRUE(device.profiler().enabled());
  EXPECT_TRUE(device.profiler().times().empty());
}

}  // namespace
}  // namespace gpubuck::texel
