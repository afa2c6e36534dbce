// CONFIG files of DL_MESO, read as initial particles.
#include <gtest/gtest.h>

#include "base/error.h"
#include "file/temporary_folder.h"
#include "formats/format.h"

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
    std::string text;
    test::Facts facts;
  };
  const std::vector<Case> cases{
      {"", {"CONFIG", "empty"}},
      {"x\n", {"CONFIG", "early", "levcfg", "imcon"}},
      {"x\n0\n", {"CONFIG:2", "1", "levcfg", "imcon"}},
      {"x\n3 0\n", {"CONFIG:2", "3", "0", "2"}},
      {"x\n0 0\n", {"CONFIG", "particles"}},
      {"x\n0 2\n8 0 0\n0 10 0\n", {"CONFIG", "early", "vector"}},
      {"x\n0 3\n8 1 0\n0 10 0\n0 0 12\n", {"CONFIG:3", "tilted"}},
      {"x\n0 2\n8 0 0\n0 11 0\n0 0 12\nlight 1\n0 0 0\n", {"CONFIG", "11", "y", "10"}},
      {"x\n0 0\nwater 1\n0 0 0\n", {"CONFIG:3", "water", "light", "heavy"}},
      {"x\n0 0\nlight 1.5\n0 0 0\n", {"CONFIG:3", "1.5", "0", "16777215"}},
      {"x\n0 0\nlight 1\n0 0\n", {"CONFIG:4", "2 words", "place"}},
      {"x\n0 0\nlight 1\n0 0 x\n", {"CONFIG:4", "x", "finite"}},
      {"x\n0 0\nlight 1\n0 0 6\n", {"CONFIG:4", "z", "6", "-6"}},
      {"x\n0 0\nlight 1\n0 0 0\nheavy 1\n0 0 0\n", {"CONFIG:5", "particle 1", "twice"}},
      {"x\n0 0\nlight 1\n0 0 0\nheavy 3\n0 0 0\n", {"CONFIG", "2 particles", "3"}},
      {"x\n1 0\nlight 1\n0 0 0\n", {"CONFIG", "early", "velocity"}},
      {"x\n1 0\nlight 1\n0 0 0\n0 1e39 0\n", {"CONFIG:5", "1e39", "finite"}}};
  for (const auto& [text, facts] : cases) EXPECT_TRUE(test::names(errorOf(text), facts)) << text;
  fluid.box.dimensions = 2;
  EXPECT_TRUE(test::names(errorOf("x\n0 0\nlight 1\n0 0 0\n"), {"CONFIG", "three", "two"}));
}

}  // namespace
}  // namespace gpubuck::formats
