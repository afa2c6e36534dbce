#include "h5md/h5md.h"

#include <gtest/gtest.h>

#include "io/python.h"
#include "io/temporary_folder.h"

namespace gpubuck::h5md {
namespace {

struct H5md : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;

  H5md() {
    fluid.box.size = {8.0, 10.5, 12.0};
    fluid.box.boundary[2] = search::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
  }

  void write(const std::string& name, const std::vector<io::Frame>& frames) const {
    const auto writer = makeWriter(folder / name, fluid);
    for (const io::Frame& frame : frames) writer->append(frame);
    writer->sync();
  }
};

const io::Frame kFrame{7, 0.1, {{{1, 2, 3}, {0.5, 10.25, 0}}, {{4, 5, 6}, {-1, 0, 0.25}}, {1, 0}}};

TEST_F(H5md, MdAnalysisReadsTheTrajectory) {
  io::Frame later = kFrame;
  later.step = 14;
  later.time = 0.2;
  later.particles.position[0].x = 1.5f;
  write("t.h5", {kFrame, later});
  EXPECT_EQ(test::outputOfPython("io/read_with_mdanalysis.py", folder / "t.h5"),
            "7 0.1 [8.0, 10.5, 12.0, 90.0, 90.0, 90.0] [[1.0, 2.0, 3.0], [0.5, 10.25, 0.0]] "
            "[[4.0, 5.0, 6.0], [-1.0, 0.0, 0.25]]\n"
            "14 0.2 [8.0, 10.5, 12.0, 90.0, 90.0, 90.0] [[1.5, 2.0, 3.0], [0.5, 10.25, 0.0]] "
            "[[4.0, 5.0, 6.0], [-1.0, 0.0, 0.25]]\n"
            "['heavy', 'light'] [3. 1.] [0 1]\n"
            "['periodic', 'periodic', 'none']\n"
            "[1 1] gpubuck\n");
}

TEST_F(H5md, TwoDimensionsAreAFlatBoxAndVelocitiesMayBeMissing) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = search::Boundary::Periodic;
  write("t.h5", {{3, 0.5, {{{1, 2, 0}}, {}, {0}}}});
  EXPECT_EQ(test::outputOfPython("io/read_with_mdanalysis.py", folder / "t.h5"),
            "3 0.5 [8.0, 10.5, 1.0, 90.0, 90.0, 90.0] [[1.0, 2.0, 0.0]] None\n"
            "['light'] [1.] [0]\n['periodic', 'periodic', 'none']\n[1 1] gpubuck\n");
}

TEST_F(H5md, EqualTrajectoriesMakeEqualFiles) {
  for (const char* name : {"one.h5", "two.h5"}) {
    write(name, std::vector<io::Frame>(20, kFrame));
  }
  EXPECT_FALSE(folder.get("one.h5").empty());
  EXPECT_TRUE(folder.get("one.h5") == folder.get("two.h5"));
}

TEST_F(H5md, ADiskThatRefusesIsTold) {
  EXPECT_EQ(test::messageOf<RunError>([&] { makeWriter(folder / "none/t.h5", fluid); }, folder),
            "none/t.h5: cannot be written: No such file or directory");
}

}  // namespace
}  // namespace gpubuck::h5md
