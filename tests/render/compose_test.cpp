// The picture of a liquid over the picture of the rest of the scene, at one sample.
#include <gtest/gtest.h>

#include <array>
#include <glm/gtc/matrix_transform.hpp>

#include "gl/objects.h"
#include "render/scene_passes.h"
#include "support/gpu_test.h"

namespace gpubuck::render {
namespace {

class ComposeTest : public test::GpuTest {
 protected:
  /// Returns the sample of a liquid in front of a thing that is 80 away. The liquid has the colour
  /// `liquid` and its surface is 50 away. In shadow, a share `inShadow` of the liquid's light is
  /// left.
  glm::vec4 composed(const glm::vec4& liquid, float inShadow, const glm::vec4& behind) {
    const gl::Texture colour = texture(liquid), place = texture({50.0F, inShadow, 0.0F, 0.0F}),
                      other = texture(behind);
    const gl::Texture depth("depth", GL_DEPTH_COMPONENT24, 1, 1);
    const GLuint distance = 0xCCCCCCCCu;
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, &distance);
    const gl::Texture target("target", GL_RGBA8, 1, 1),
        targetDepth("target depth", GL_DEPTH_COMPONENT24, 1, 1);
    gl::Framebuffer framebuffer("target");
    framebuffer.bind(std::array<const gl::Texture*, 1>{&target}, &targetDepth);
    glViewport(0, 0, 1, 1);
    DrawPass pass(device_, "render/surface/compose", "texel/map_pass.vert",
                  "render/surface/compose.frag");
    pass.set("u_projection", glm::ortho(0.0F, 1.0F, 0.0F, 1.0F, 0.0F, 100.0F));
    pass.set("u_grain", 1);
    pass.set("u_smooth", 0);
    glDepthFunc(GL_ALWAYS);
    pass.drawInDepth(
        GL_TRIANGLES, 3, 1,
        {{"u_colour", colour}, {"u_place", place}, {"u_behind", other}, {"u_behindDepth", depth}});
    glDepthFunc(GL_LESS);
    std::array<unsigned char, 4> rgba{};
    glReadPixels(0, 0, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    return glm::vec4(rgba[0], rgba[1], rgba[2], rgba[3]) / 255.0F;
  }

  static gl::Texture texture(const glm::vec4& value) {
    gl::Texture texture("sample", GL_RGBA32F, 1, 1);
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, 1, 1, GL_RGBA, GL_FLOAT, &value.x);
    return texture;
  }

  texel::Device device_ = test::makeDevice(texel::Engine::Paper);
};

// The shares of light that are left in shadow are mixed like the colours: if a liquid hides half of
// a thing, the sample's share is the mean of the two shares.
TEST_F(ComposeTest, LightLeftInShadow_IsMixedAsTheColours) {
  const glm::vec4 behind(0.8F, 0.4F, 0.2F, 1.0F);
  for (const float opacity : {0.0F, 0.25F, 0.75F, 1.0F}) {
    const glm::vec4 seen = composed(opacity * glm::vec4(0.2F, 0.6F, 1.0F, 1.0F), 0.2F, behind);
    const glm::vec4 liquid(0.2F, 0.6F, 1.0F, 0.2F);
    for (int k = 0; k < 4; ++k) {
      EXPECT_NEAR(seen[k], behind[k] + opacity * (liquid[k] - behind[k]), 0.005F) << opacity;
    }
  }
}

}  // namespace
}  // namespace gpubuck::render
