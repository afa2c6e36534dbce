// H5MD files as other programs write them, made with h5py (write_dialects.py): the same three
// particles, or files with a fault in one field.
#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <sstream>

#include "file/temporary_folder.h"
#include "formats/format.h"
#include "formats/h5md.h"
#include "formats/python.h"

namespace gpubuck::formats::h5md {
namespace {

TEST(H5mdDialectsPeer, AreReadAsWhatTheyMean_FaultsAreRefused) {
  const test::TemporaryFolder folder;
  dpd::Fluid fluid;
  fluid.box.size = {6.0, 6.0, 6.0};
  fluid.species = {{"H", 1.0, 0.5, ""}, {"O", 16.0, 0.5, ""}};
  fluid.bondKinds = {{.name = "a"}, {.name = "b"}};
  std::istringstream names(test::outputOfPython("h5md/write_dialects.py", folder.path().string()));
  int count = 0;
  for (std::string name; std::getline(names, name); ++count) {
    SCOPED_TRACE(name);
    const auto readAll = [&] {
      const auto reader = makeReader(folder / name);
      formats::Frame frame;
      while (reader->next(frame)) continue;
      return frame.particles.count();
    };
    if (name.starts_with("fault")) {
      const std::string error = test::messageOf<InputError>(readAll, folder);
      EXPECT_TRUE(test::names(error, {name}));
      continue;
    }
    try {
      const formats::FileParticles read = formats::readParticles(folder / name, fluid);
      EXPECT_EQ(read.species, (std::vector<int>{0, 0, 1}));
      const std::vector<glm::vec3> places{{1, 1, 1}, {1.5F, 1, 1}, {5.875F, 1, 1}};
      EXPECT_EQ(read.position, places);
      EXPECT_EQ(!read.leftOut.empty(), name == "notice.h5") << read.leftOut;
      std::vector<dpd::Bond> bonds;
      if (name == "bonds.h5") bonds = {{1, {0, 1}}};
      EXPECT_EQ(read.molecules.bonds, bonds);
      if (name != "box-in-time.h5") {
        EXPECT_EQ(readAll(), 3U);
      }
    } catch (const InputError& error) {
      ADD_FAILURE() << error.what();
    }
  }
  EXPECT_EQ(count, 30);
}

}  // namespace
}  // namespace gpubuck::formats::h5md
