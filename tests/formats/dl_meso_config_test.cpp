// CONFIG of DL_MESO as initial particles.
#include <gtest/gtest.h>

#include "base/error.h"
#include "file/temporary_folder.h"
#include "formats/particles.h"

namespace gpubuck::formats {
namespace {

struct DlMesoConfig : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;

  DlMesoConfig() {
    fluid.box.size = {8.0, 10.0, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  FileParticles read(const std::string& text) const {
    return readParticles(folder.put("CONFIG", text), fluid);
  }
  std::string errorOf(const std::string& text) const {
    return test::messageOf<InputError>([&] { read(text); }, folder);
  }
};

const std::string kBox = "8.0 0.0 0.0\n0.0 10.0 0.0\n0.0 0.0 12.0\n";

TEST_F(DlMesoConfig, Particles_AreInTheOrderOfTheirNumbers) {
  const FileParticles two =
      read("title\n1 2\n" + kBox + "heavy 2\n-4 0 -6\n1 2 3\nlight, 1\n  5.0 -5.5 5.5\n4 5 6\n");
  EXPECT_EQ(two.species, (std::vector<int>{0, 1}));
  EXPECT_EQ(two.position, (std::vector<glm::vec3>{{1.0F, 9.5F, 11.5F}, {0.0F, 5.0F, 0.0F}}));
  EXPECT_EQ(two.velocity, (std::vector<glm::vec3>{{4, 5, 6}, {1, 2, 3}}));
  const FileParticles plain = read("title\n0 0\n2\n0 0 0\n1\n1 1 1\n");
  EXPECT_EQ(plain.species, (std::vector<int>{1, 0}));
  EXPECT_TRUE(plain.velocity.empty());
  EXPECT_EQ(read("title\n2 0 1\nlight 1\n0 0 0\n1 1 1\n9 9 9\n").velocity[0], glm::vec3(1.0F));
  EXPECT_EQ(boxOfDlMesoConfig(folder.put("CONFIG", "x\n0 2\n" + kBox)), glm::dvec3(8, 10, 12));
  EXPECT_FALSE(boxOfDlMesoConfig(folder.put("CONFIG", "x\n0 0\n")));
}

TEST_F(DlMesoConfig, Faults_NameTheLine) {
  struct Case {
    std::string text, error;
  };
  const std::vector<Case> cases{
      {"", "CONFIG: empty file, expected a title"},
      {"x\n", "CONFIG: ends early, expected levcfg and imcon"},
      {"x\n0\n", "CONFIG:2: 1 word, expected levcfg and imcon"},
      {"x\n3 0\n", "CONFIG:2: '3' is not a valid levcfg (0..2)"},
      {"x\n0 0\n", "CONFIG: has no particles"},
      {"x\n0 2\n8 0 0\n0 10 0\n", "CONFIG: ends early, expected a vector of the box"},
      {"x\n0 3\n8 1 0\n0 10 0\n0 0 12\n", "CONFIG:3: the box is tilted"},
      {"x\n0 2\n8 0 0\n0 11 0\n0 0 12\nlight 1\n0 0 0\n",
       "CONFIG: the box is 11 along y, but the fluid's is 10"},
      {"x\n0 0\nwater 1\n0 0 0\n", "CONFIG:3: 'water' is not one of the species light, heavy"},
      {"x\n0 0\nlight 1.5\n0 0 0\n", "CONFIG:3: '1.5' is not a valid number (0..16777215)"},
      {"x\n0 0\nlight 1\n0 0\n", "CONFIG:4: 2 words, expected the place of a particle"},
      {"x\n0 0\nlight 1\n0 0 x\n", "CONFIG:4: 'x' is not a finite number"},
      {"x\n0 0\nlight 1\n0 0 6\n", "CONFIG:4: z 6 is outside of the box, -6 to 6"},
      {"x\n0 0\nlight 1\n0 0 0\nheavy 1\n0 0 0\n", "CONFIG:5: particle 1 is given twice"},
      {"x\n0 0\nlight 1\n0 0 0\nheavy 3\n0 0 0\n",
       "CONFIG: has 2 particles, but one of the number 3"},
      {"x\n1 0\nlight 1\n0 0 0\n", "CONFIG: ends early, expected the velocity of a particle"},
      {"x\n1 0\nlight 1\n0 0 0\n0 1e39 0\n",
       "CONFIG:5: '1e39' is not a finite number in single precision"}};
  for (const auto& [text, error] : cases) {
    EXPECT_EQ(errorOf(text).substr(0, error.size()), error) << text;
  }
  fluid.box.dimensions = 2;
  EXPECT_EQ(errorOf("x\n0 0\nlight 1\n0 0 0\n"),
            "CONFIG: has three dimensions, but the fluid has two");
}

}  // namespace
}  // namespace gpubuck::formats
