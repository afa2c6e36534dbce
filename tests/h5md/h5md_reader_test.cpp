// H5MD as `[initial] file` and as input of `gpubuck convert`.
#include <H5Cpp.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <numeric>
#include <system_error>

#include "base/error.h"
#include "file/temporary_folder.h"
#include "formats/format.h"
#include "formats/h5md.h"

namespace gpubuck::formats::h5md {
namespace {

struct H5mdReading : ::testing::Test {
  test::TemporaryFolder folder;
  dpd::Fluid fluid;
  dpd::Molecules molecules;

  H5mdReading() {
    fluid.box.size = {8.0, 10.5, 12.0};
    fluid.box.boundary[2] = cells::Boundary::Reflecting;
    fluid.species = {{"light", 1.0, 0.5, ""}, {"heavy", 3.0, 0.5, ""}};
    fluid.bondKinds = {{.name = "link"}, {.name = "rope"}};
    fluid.angleKinds = {{.name = "bend"}};
    molecules = {{{1, {0, 1}}, {0, {2, 1}}}, {{0, {0, 1, 2}}}};
  }

  static formats::Frame frameOf(int k) {
    const auto shift = static_cast<float>(k);
    return {10 * k,
            0.1 * k,
            {{{1, 2, 3}, {0.1F + shift, 10.25F, 0}, {7.9999995F, 0, 11.999999F}},
             {{4, 5, 6}, {-1, shift, 0.25F}, {0, 0, 1e-30F}},
             {1, 0, 1}}};
  }

  std::string write(const std::vector<formats::Frame>& frames) const {
    const auto writer =
        makeWriter(folder / "t.h5", fluid, molecules, file::Opening::Replace, Keep::Whole);
    for (const formats::Frame& frame : frames) writer->append(frame);
    writer->sync();
    return folder / "t.h5";
  }

  std::string errorOf() const {
    return test::messageOf<InputError>([&] { formats::readParticles(folder / "t.h5", fluid); },
                                       folder);
  }

  /// Opens the file to change it.
  H5::H5File change() const { return {folder / "t.h5", H5F_ACC_RDWR}; }

  template <typename T>
  void set(const char* dataset, std::size_t entry, T value, const H5::PredType& type) const {
    const H5::H5File file = change();
    const H5::DataSet set = file.openDataSet(dataset);
    std::vector<T> values(static_cast<std::size_t>(set.getSpace().getSimpleExtentNpoints()));
    set.read(values.data(), type);
    values.at(entry) = value;
    set.write(values.data(), type);
  }

  void replace(const char* dataset, const std::vector<hsize_t>& shape) const {
    H5::H5File file = change();
    file.unlink(dataset);
    file.createDataSet(dataset, H5::PredType::IEEE_F64LE,
                       H5::DataSpace(static_cast<int>(shape.size()), shape.data()));
  }
};

// If a user converts a foreign file and sends the result, the result must not contain data of
// another file of this machine.
TEST_F(H5mdReading, NumbersOfOtherFiles_AreNotRead) {
  const char* const kPlaces = "particles/all/position/value";
  const std::vector<std::pair<std::string, std::function<void(H5::H5File&)>>> cases{
      {"the numbers of particles/all/position/value are in other files, which are not read",
       [&](H5::H5File& file) {
         H5::DSetCreatPropList external;
         external.setExternal(folder.put("private", std::string(72, 'x')).c_str(), 0, 72);
         const hsize_t shape[] = {1, 3, 3};
         file.createDataSet(kPlaces, H5::PredType::IEEE_F64LE, H5::DataSpace(3, shape), external);
       }},
      {"the numbers of particles/all/position/value are in other files, which are not read",
       [&](H5::H5File& file) {
         H5::DSetCreatPropList how;
         const hsize_t shape[] = {1, 3, 3};
         const H5::DataSpace space(3, shape);
         H5Pset_virtual(how.getId(), space.getId(), "other.h5", "x", space.getId());
         file.createDataSet(kPlaces, H5::PredType::IEEE_F64LE, space, how);
       }},
      {"particles/all/position/value is a link; only data within the file are read",
       [&](H5::H5File& file) {
         H5Lcreate_external("other.h5", "x", file.getId(), kPlaces, H5P_DEFAULT, H5P_DEFAULT);
       }},
      {"particles/all/position is a link; only data within the file are read",
       [](H5::H5File& file) {
         file.unlink("particles/all/position");
         H5Lcreate_external("other.h5", "x", file.getId(), "particles/all/position", H5P_DEFAULT,
                            H5P_DEFAULT);
       }},
      {"particles is a link; only data within the file are read", [](H5::H5File& file) {
         file.unlink("particles");
         file.link(H5L_TYPE_SOFT, "elsewhere", "particles");
       }}};
  for (const auto& [message, craft] : cases) {
    write({frameOf(0)});
    {
      H5::H5File file = change();
      file.unlink(kPlaces);
      craft(file);
    }
    EXPECT_EQ(errorOf(), "t.h5: " + message);
    EXPECT_EQ(test::messageOf<InputError>([&] { makeReader(folder / "t.h5"); }, folder),
              "t.h5: " + message);
  }
}

void expectEqual(const dpd::Particles& one, const dpd::Particles& other) {
  EXPECT_EQ(one.position, other.position);
  EXPECT_EQ(one.velocity, other.velocity);
  EXPECT_EQ(one.species, other.species);
}

TEST_F(H5mdReading, LastFrame_IsReadBackToTheBit) {
  write({frameOf(0), frameOf(1), frameOf(2)});
  const formats::FileParticles read = formats::readParticles(folder / "t.h5", fluid);
  expectEqual(read, frameOf(2).particles);
  EXPECT_EQ(read.molecules, molecules);
  EXPECT_EQ(read.leftOut, "");
}

TEST_F(H5mdReading, SpeciesAndKinds_AreThoseOfTheSameName) {
  write({frameOf(1)});
  std::swap(fluid.species[0], fluid.species[1]);
  fluid.bondKinds = {{.name = "rope"}, {.name = "other"}, {.name = "link"}};
  const formats::FileParticles read = formats::readParticles(folder / "t.h5", fluid);
  EXPECT_EQ(read.species, (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(read.molecules.bonds, (std::vector<dpd::Bond>{{0, {0, 1}}, {2, {2, 1}}}));
  fluid.bondKinds.resize(1);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "link", "rope", "[[bond]]"}));
  fluid.species.resize(1);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "light", "heavy"}));
}

TEST_F(H5mdReading, Trajectory_HasAllFramesAndTheFluid) {
  write({frameOf(0), frameOf(1), frameOf(2)});
  const auto reader = makeReader(folder / "t.h5");
  formats::Frame frame;
  for (int k = 0; k < 3; ++k) {
    ASSERT_TRUE(reader->next(frame));
    EXPECT_EQ(frame.step, 10 * k);
    EXPECT_EQ(frame.time, 0.1 * k);
    expectEqual(frame.particles, frameOf(k).particles);
    EXPECT_EQ(reader->share(), (k + 1) / 3.0);
  }
  EXPECT_FALSE(reader->next(frame));
  EXPECT_EQ(reader->fluid().box.size, fluid.box.size);
  EXPECT_EQ(reader->fluid().box.boundary, fluid.box.boundary);
  EXPECT_EQ(reader->fluid().box.dimensions, 3);
  ASSERT_EQ(reader->fluid().species.size(), 2U);
  EXPECT_EQ(reader->fluid().species[1].name, "heavy");
  EXPECT_EQ(reader->fluid().species[1].mass, 3.0);
  EXPECT_EQ(reader->fluid().bondKinds[1].name, "rope");
  EXPECT_EQ(reader->fluid().angleKinds[0].name, "bend");
  EXPECT_EQ(reader->molecules(), molecules);
}

TEST_F(H5mdReading, WrittenAgain_MakesTheSameFile) {
  write({frameOf(0), frameOf(1)});
  {
    const auto reader = makeReader(folder / "t.h5");
    const auto writer = makeWriter(folder / "again.h5", reader->fluid(), reader->molecules(),
                                   file::Opening::Replace, Keep::Whole);
    for (formats::Frame frame; reader->next(frame);) writer->append(frame);
    writer->sync();
  }
  EXPECT_TRUE(folder.get("again.h5") == folder.get("t.h5"));
}

TEST_F(H5mdReading, TwoDimensionsWithoutVelocitiesAndMolecules) {
  fluid.box.dimensions = 2;
  fluid.box.size.z = 1.0;
  fluid.box.boundary[2] = cells::Boundary::Periodic;
  molecules = {};
  const formats::Frame flat{3, 0.5, {{{1, 2, 0}, {7, 10, 0}}, {}, {0, 1}}};
  write({flat});
  expectEqual(formats::readParticles(folder / "t.h5", fluid), flat.particles);
  const auto reader = makeReader(folder / "t.h5");
  formats::Frame frame;
  ASSERT_TRUE(reader->next(frame));
  EXPECT_EQ(reader->fluid().box.dimensions, 2);
  EXPECT_TRUE(reader->fluid().bondKinds.empty());
  expectEqual(frame.particles, flat.particles);
}

TEST_F(H5mdReading, Momentum_IsDividedByTheMasses) {
  write({frameOf(1)});
  change().move("particles/all/velocity", "particles/all/momentum");
  std::vector<glm::vec3> velocities = frameOf(1).particles.velocity;
  velocities[0] /= 3.0F, velocities[2] /= 3.0F;  // the heavy ones
  const formats::FileParticles read = formats::readParticles(folder / "t.h5", fluid);
  EXPECT_EQ(read.velocity, velocities);
  EXPECT_EQ(read.leftOut, "");
  formats::Frame frame;
  const auto readAll = [&] {
    const auto reader = makeReader(folder / "t.h5");
    EXPECT_TRUE(reader->next(frame));
    formats::Frame none;
    EXPECT_FALSE(reader->next(none));
    return reader->leftOut();
  };
  EXPECT_EQ(readAll(), "");
  EXPECT_EQ(frame.particles.velocity, velocities);
  change().unlink("particles/all/mass");
  EXPECT_EQ(formats::readParticles(folder / "t.h5", fluid).velocity, velocities);
  EXPECT_TRUE(test::names(readAll(), {folder / "t.h5", "momentum"}));
  EXPECT_TRUE(frame.particles.velocity.empty());
}

TEST_F(H5mdReading, GroupThatCannotBeRead_IsNotTakenForAbsent) {
  std::string bytes = (write({frameOf(0)}), folder.get("t.h5"));
  const std::size_t names = bytes.find("HEAP");  // names of the elements of the first group
  ASSERT_NE(names, std::string::npos);
  folder.put("t.h5", bytes.replace(names, 4, "XXXX"));
  EXPECT_TRUE(test::names(errorOf(), {"t.h5"}));
}

/// Closes this process's descriptors of a file. Returns their number.
int closeBehindItsBack(const std::string& path) {
  int closed = 0;
  for (int file = 3; file < 100; ++file) {
    std::error_code none;
    const auto link = std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", file), none);
    if (link == path && ::close(file) == 0) ++closed;
  }
  return closed;
}

// If the system cannot close a file, HDF5 uses freed memory unless the driver in hdf5/hdf5.h
// prevents this.
TEST_F(H5mdReading, FileThatTheSystemCannotClose_IsReadNevertheless) {
  write({frameOf(0)});
  const auto reader = makeReader(folder / "t.h5");
  formats::Frame frame;
  EXPECT_TRUE(reader->next(frame));
  EXPECT_EQ(closeBehindItsBack(folder / "t.h5"), 1);
  EXPECT_FALSE(reader->next(frame));
}

TEST_F(H5mdReading, FileThatTheSystemCannotRead_IsReportedWithItsReason) {
  write({frameOf(0)});
  const auto reader = makeReader(folder / "t.h5");
  EXPECT_EQ(closeBehindItsBack(folder / "t.h5"), 1);
  formats::Frame frame;
  EXPECT_TRUE(test::names(test::messageOf<InputError>([&] { reader->next(frame); }, folder),
                          {"t.h5", "Bad file descriptor"}));
}

TEST_F(H5mdReading, MassesOtherThanTheFluids_AreRefused) {
  write({frameOf(0)});
  fluid.species[1].mass = 3.5;
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "frame 1", "mass", "3", "heavy", "3.5"}));
  fluid.species[1].mass = 3.000001;  // six digits
  EXPECT_EQ(formats::readParticles(folder / "t.h5", fluid).count(), 3U);
  fluid.species[1].mass = 3.5;
  change().unlink("particles/all/mass");
  EXPECT_EQ(formats::readParticles(folder / "t.h5", fluid).count(), 3U);
}

// A file as MDAnalysis or h5py write it, with a fixed box of three sides, boundary as texts of any
// length, no species, numbers of double precision, and an interval of steps.
TEST_F(H5mdReading, OtherPrograms_LeaveOutSpeciesAndGiveIntervals) {
  const H5::FloatType real(H5::PredType::IEEE_F64LE);
  {
    H5::H5File file(folder / "t.h5", H5F_ACC_TRUNC);
    file.createGroup("particles");
    file.createGroup("particles/water");
    H5::Group box = file.createGroup("particles/water/box");
    const hsize_t three = 3;
    const H5::StrType text(H5::PredType::C_S1, H5T_VARIABLE);
    const std::array<const char*, 3> boundary{"periodic", "periodic", "none"};
    box.createAttribute("boundary", text, H5::DataSpace(1, &three)).write(text, boundary.data());
    const std::array<double, 3> sides{8.0, 10.5, 12.0};
    box.createDataSet("edges", real, H5::DataSpace(1, &three))
        .write(sides.data(), H5::PredType::NATIVE_DOUBLE);
    file.createGroup("particles/water/position");
    const std::array<hsize_t, 3> shape{2, 1, 3};
    const std::array<double, 6> places{1, 2, 3, -0.5, 11.0, 12.0 - 1e-12};
    file.createDataSet("particles/water/position/value", real, H5::DataSpace(3, shape.data()))
        .write(places.data(), H5::PredType::NATIVE_DOUBLE);
    const int step = 5;
    const double time = 0.25;
    file.createDataSet("particles/water/position/step", H5::PredType::STD_I32LE,
                       H5::DataSpace(H5S_SCALAR))
        .write(&step, H5::PredType::NATIVE_INT);
    file.createDataSet("particles/water/position/time", real, H5::DataSpace(H5S_SCALAR))
        .write(&time, H5::PredType::NATIVE_DOUBLE);
  }
  fluid.species = {{"water", 1.0, 1.0, ""}};
  const formats::FileParticles read = formats::readParticles(folder / "t.h5", fluid);
  EXPECT_EQ(read.species, std::vector<int>{0});
  EXPECT_TRUE(read.velocity.empty());
  EXPECT_EQ(read.position[0], glm::vec3(7.5F, 0.5F, std::nextafter(12.0F, 0.0F)));
  const auto reader = makeReader(folder / "t.h5");
  formats::Frame frame;
  ASSERT_TRUE(reader->next(frame) && reader->next(frame));
  EXPECT_EQ(frame.step, 5);
  EXPECT_EQ(frame.time, 0.25);
}

TEST_F(H5mdReading, Faults_AreOneLineThatNamesThem) {
  const auto fresh = [&] { write({frameOf(0), frameOf(1)}); };
  fresh();
  set("particles/all/position/value", 9, 100.0F, H5::PredType::NATIVE_FLOAT);
  EXPECT_EQ(formats::readParticles(folder / "t.h5", fluid).position[0].x, 4.0F) << "periodic";
  set("particles/all/position/value", 11, 12.0F, H5::PredType::NATIVE_FLOAT);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "frame 2", "particle 0", "z 12", "0"}));
  set("particles/all/position/value", 9, NAN, H5::PredType::NATIVE_FLOAT);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "frame 2", "particle 0", "x nan"}));
  fresh();
  set("particles/all/velocity/value", 13, INFINITY, H5::PredType::NATIVE_FLOAT);
  EXPECT_TRUE(
      test::names(errorOf(), {"t.h5", "frame 2", "particle 1", "velocity", "(-1, inf, 0.25)"}));
  fresh();
  set("particles/all/id", 1, 7, H5::PredType::NATIVE_INT);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "connectivity/bonds", "bond 0", "particle 1"}));
  set("particles/all/id", 1, 2, H5::PredType::NATIVE_INT);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "frame 2", "particles/all/id", "2", "twice"}));
  fresh();
  set("connectivity/bonds", 3, 3, H5::PredType::NATIVE_INT);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "connectivity/bonds", "bond 1", "particle 3"}));
  set("connectivity/bonds", 3, -1, H5::PredType::NATIVE_INT);
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "connectivity/bonds", "bond 1", "particle -1"}));
  fresh();
  replace("connectivity/angles", {1, 2});
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "connectivity/angles", "angles x 3"}));
  change().unlink("parameters/bond_kind");
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "parameters/bond_kind", "dataset"}));
  fresh();
  replace("particles/all/position/value", {2, 3});
  EXPECT_TRUE(
      test::names(errorOf(), {"t.h5", "particles/all/position/value", "frames x particles x 3"}));
  replace("particles/all/position/value", {0, 3, 3});
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "no frames"}));
  replace("particles/all/position/value", {1, 0, 3});
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "0 particles", "1", "16777215"}));
  replace("particles/all/position/value", {1, 20'000'000, 3});
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "20000000 particles"}));
  fresh();
  replace("particles/all/velocity/value", {2, 2, 3});
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "particles/all/velocity/value", "shape"}));
  fresh();
  replace("particles/all/species", {3});
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "1 species", "2"}));
  fresh();
  fluid.box.size.y = 10.6;
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "box", "10.5", "y", "10.6"}));
  fluid.box.size.y = 10.5;
  change().openGroup("particles/all/box").removeAttr("boundary");
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "particles/all/box", "boundary"}));
  fresh();
  change().createGroup("particles/more");
  EXPECT_EQ(formats::readParticles(folder / "t.h5", fluid).count(), 3U) << "all is taken";
  change().move("particles/all", "particles/some");
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "2 groups", "more, some"}));
}

TEST_F(H5mdReading, OtherFiles_AreNoH5md) {
  const std::string path = folder / "t.h5";
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "No such file or directory"}));
  folder.put("t.h5", "");
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "HDF5"}));
  folder.put("t.h5", "gpubuck checkpoint, format 3\n");
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "H5MD", "--restart"}));
  { const H5::H5File file(path, H5F_ACC_TRUNC); }
  EXPECT_TRUE(test::names(errorOf(), {"t.h5", "group", "H5MD"}));
  write({frameOf(0)});
  const std::string whole = folder.get("t.h5");
  for (const std::size_t bytes : {whole.size() / 2, std::size_t{100}}) {
    folder.put("t.h5", whole.substr(0, bytes));
    EXPECT_TRUE(test::names(errorOf(), {"t.h5"}));
  }
}

TEST_F(H5mdReading, OtherConnectivity_IsLeftOut) {
  write({frameOf(0)});
  change().createGroup("connectivity/dihedrals");
  EXPECT_TRUE(test::names(formats::readParticles(folder / "t.h5", fluid).leftOut,
                          {folder / "t.h5", "dihedrals"}));
}

}  // namespace
}  // namespace gpubuck::formats::h5md
