#include "checkpoint/checkpoint.h"

#include <H5Cpp.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <cmath>
#include <functional>
#include <glm/common.hpp>
#include <limits>
#include <thread>

#include "base/id.h"
#include "file/temporary_folder.h"
#include "run/changed_states.h"
#include "support/filled_memory.h"
#include "support/long_tests.h"

namespace gpubuck::checkpoint {
namespace {

using test::messageOf;
using test::names;

/// Returns the lists of particles in a box of 3 x 3 x 3 cells.
cells::ListState listsOf(const std::vector<glm::vec4>& positions) {
  cells::ListState lists{{}, std::vector<std::uint32_t>(27, kNullId), {}};
  for (const glm::vec4& r : positions) {
    const glm::uvec3 cell = glm::min(glm::uvec3(r), glm::uvec3(2));
    lists.mapping.push_back(cell.x + 3 * (cell.y + 3 * cell.z));
    lists.next.push_back(lists.head[lists.mapping.back()]);
    lists.head[lists.mapping.back()] = static_cast<std::uint32_t>(lists.next.size() - 1);
  }
  return lists;
}

run::RunState small() {
  run::RunState state;
  // 2 particles.
  state.scenario = scenario::parseScenario(
      "name = \"small\"\nbox.size = [3, 3, 3]\nfluid.density = 0.075\nintegrator.dt = 0.02\n",
      "small.toml", {});
  state.particles.position = {{1.0f, 2.0f, 3.0f, 0.0f}, {0.1f, 0.2f, 0.3f, 0.0f}};
  state.particles.velocity = {{-1.0f, 1e-30f, 3.0f, 0.5f}, {4.0f, 5.0f, 6.0f, 0.25f}};
  state.particles.predicted = {{7.0f, 8.0f, 9.0f, 1.0f}, {1.0f, 1.0f, 1.0f, 0.0f}};
  state.lists = listsOf(state.particles.position);
  state.clock = {.step = 12'345'678'901, .dt = 0.02, .sinceStep = 12'000'000'000, .sinceTime = 0.1};
  return state;
}

void expectEqual(const run::RunState& a, const run::RunState& b) {
  EXPECT_EQ(a.clock.step, b.clock.step);
  EXPECT_EQ(a.clock.dt, b.clock.dt);
  EXPECT_EQ(a.clock.sinceStep, b.clock.sinceStep);
  EXPECT_EQ(a.clock.sinceTime, b.clock.sinceTime);
  EXPECT_EQ(a.particles.position, b.particles.position);
  EXPECT_EQ(a.particles.velocity, b.particles.velocity);
  EXPECT_EQ(a.particles.predicted, b.particles.predicted);
  EXPECT_EQ(a.lists.mapping, b.lists.mapping);
  EXPECT_EQ(a.lists.head, b.lists.head);
  EXPECT_EQ(a.lists.next, b.lists.next);
  EXPECT_EQ(a.engine, b.engine);
  EXPECT_EQ(scenario::toToml(a.scenario), scenario::toToml(b.scenario));
}

struct Checkpoints : ::testing::Test {
  test::TemporaryFolder folder;

  std::string errorOf(const std::string& name) {
    return messageOf<InputError>([&] { readCheckpoint(folder / name); }, folder);
  }
  /// Writes a checkpoint and returns its bytes.
  std::string written(const run::RunState& state) {
    writeCheckpoint(folder / "a.h5", state);
    return folder.get("a.h5");
  }
  /// Returns the error of a checkpoint that `craft` has changed and that has a valid seal.
  template <typename Craft>
  std::string errorOfCrafted(Craft craft) {
    writeCheckpoint(folder / "a.h5", small());
    {
      H5::H5File file(folder / "a.h5", H5F_ACC_RDWR);
      craft(file);
    }
    const std::string contents = folder.get("a.h5").substr(kSealSize);
    folder.put("a.h5", makeSeal(contents) + contents);
    return errorOf("a.h5");
  }
  std::string errorOfClock(const dpd::Clock& clock) {
    run::RunState state = small();
    state.clock = clock;
    writeCheckpoint(folder / "a.h5", state);
    return errorOf("a.h5");
  }
};

H5::DataSpace spaceOf(const std::vector<hsize_t>& shape) {
  return {static_cast<int>(shape.size()), shape.data()};
}

void replace(H5::H5File& file, const char* name, const H5::DataType& type,
             const std::vector<hsize_t>& shape,
             const H5::DSetCreatPropList& how = H5::DSetCreatPropList::DEFAULT) {
  file.unlink(name);
  file.createDataSet(name, type, spaceOf(shape), how);
}

template <typename T>
void replaceAttribute(H5::H5File& file, const char* name, const H5::PredType& type, T value) {
  if (file.attrExists(name)) file.removeAttr(name);
  file.createAttribute(name, type, H5::DataSpace(H5S_SCALAR)).write(type, &value);
}

TEST_F(Checkpoints, SurviveARoundTrip) {
  writeCheckpoint(folder / "a.h5", small());
  expectEqual(readCheckpoint(folder / "a.h5"), small());
  EXPECT_FALSE(std::filesystem::exists(folder / "a.h5.part"));
}

/// Returns a state of three particles with two bonds and an angle.
run::RunState withMolecules() {
  run::RunState state = small();
  state.scenario = scenario::parseScenario(
      "name = \"bonded\"\nbox.size = [3, 3, 3]\nfluid.density = 0.1111\n"
      "[[bond]]\nname = \"link\"\n[[bond]]\nname = \"other\"\n[[angle]]\nname = \"bend\"\n",
      "bonded.toml", {});
  state.particles.position.emplace_back(0.5F, 0.5F, 0.5F, 0.0F);
  state.particles.velocity.emplace_back(0.0F, 0.0F, 0.0F, 0.5F);
  state.particles.predicted.emplace_back(0.0F, 0.0F, 0.0F, 2.0F);
  state.particles.molecules = {{{1, {2, 0}}, {0, {0, 1}}}, {{0, {1, 0, 2}}}};
  state.lists = listsOf(state.particles.position);
  return state;
}

TEST_F(Checkpoints, Molecules_SurviveARoundTrip) {
  run::RunState state = withMolecules();
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_EQ(readCheckpoint(folder / "a.h5").particles.molecules, state.particles.molecules);
  state.particles.molecules = {};
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_TRUE(readCheckpoint(folder / "a.h5").particles.molecules.empty());
}

TEST_F(Checkpoints, MoleculesOfNoParticles_AreInputErrors) {
  run::RunState state = withMolecules();
  state.particles.molecules.bonds[1].ids[0] = 3;
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "particle 3"}));
  state = withMolecules();
  state.particles.molecules.angles[0].kind = 1;
  writeCheckpoint(folder / "a.h5", state);
  EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "kind 1"}));
}

// gpubuck itself does not read this attribute: the time follows from other attributes.
TEST_F(Checkpoints, TimeAttribute_MatchesTheClock) {
  writeCheckpoint(folder / "a.h5", small());
  const H5::H5File file(folder / "a.h5", H5F_ACC_RDONLY);
  double time = 0.0;
  file.openAttribute("time").read(H5::PredType::NATIVE_DOUBLE, &time);
  // The time is 0.1 plus 345,678,901 steps of 0.02.
  EXPECT_DOUBLE_EQ(time, 6'913'578.12);
}

TEST_F(Checkpoints, MayHaveNoLists) {
  run::RunState state = small();
  state.lists = {};
  writeCheckpoint(folder / "a.h5", state);
  expectEqual(readCheckpoint(folder / "a.h5"), state);
}

RC_GTEST_FIXTURE_PROP(Checkpoints, AnyBitsSurviveARoundTrip, ()) {
  run::RunState state = small();
  state.clock.step = *rc::gen::inRange<std::int64_t>(0, dpd::kMaxStep);
  state.clock.sinceStep = *rc::gen::inRange<std::int64_t>(0, state.clock.step + 1);
  state.clock.sinceTime = std::abs(*rc::gen::arbitrary<double>());
  for (glm::vec4& r : state.particles.position) {
    for (int axis = 0; axis < 3; ++axis) {
      r[axis] = static_cast<float>(*rc::gen::inRange(0, 3 << 20)) / (1 << 20);
    }
  }
  for (glm::vec4& v : state.particles.velocity) {
    for (int axis = 0; axis < 3; ++axis) v[axis] = *rc::gen::arbitrary<float>();
  }
  state.lists = listsOf(state.particles.position);
  state.scenario.description = *rc::gen::container<std::string>(rc::gen::inRange<char>(32, 127));
  writeCheckpoint(folder / "a.h5", state);
  expectEqual(readCheckpoint(folder / "a.h5"), state);
}

TEST_F(Checkpoints, NonFiniteVelocities_AreRefused) {
  for (const float bad : {NAN, INFINITY, -INFINITY}) {
    run::RunState state = small();
    state.particles.velocity[1].y = bad;
    writeCheckpoint(folder / "a.h5", state);
    EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "particle 1", "velocity"}));
    state = small();
    state.particles.predicted[0].z = bad;
    writeCheckpoint(folder / "a.h5", state);
    EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "particle 0", "predicted"}));
  }
}

TEST_F(Checkpoints, EqualStates_MakeEqualFiles) {
  const std::string first = written(small());
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));  // HDF5's time stamps count seconds
  EXPECT_EQ(written(small()), first);
}

TEST_F(Checkpoints, MemoryContents_DoNotReachTheFile) {
  std::string first;
  for (const int byte : {0x11, 0xEE}) {
    const test::FilledMemory memory(byte);
    const std::string bytes = written(small());
    if (first.empty()) first = bytes;
    EXPECT_TRUE(bytes == first);
  }
}

TEST_F(Checkpoints, Begin_WithReadableSeal) {
  const std::string bytes = written(small());
  const std::string seal = bytes.substr(0, kSealSize);
  EXPECT_TRUE(seal.starts_with("gpubuck checkpoint, format 3\nbytes " +
                               std::to_string(bytes.size() - kSealSize) + "\ncrc32 "))
      << seal;
  // The definition of this CRC gives its value for "123456789".
  EXPECT_TRUE(makeSeal("123456789").ends_with("crc32 cbf43926\n" + std::string(460, '\n')));
}

TEST_F(Checkpoints, OtherFiles_AreInputErrors) {
  EXPECT_TRUE(names(errorOf("none.h5"), {"none.h5", "No such file or directory"}));
  for (const char* content : {"hello", "", "gpubuck checkpoint"}) {
    folder.put("text.h5", content);
    EXPECT_TRUE(names(errorOf("text.h5"), {"text.h5", "checkpoint"}));
  }
  { H5::H5File(folder / "other.h5", H5F_ACC_TRUNC); }
  EXPECT_TRUE(names(errorOf("other.h5"), {"other.h5", "checkpoint"}));
  std::string next = written(small());
  next[next.find('3')] = '4';
  folder.put("a.h5", next);
  EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "format", "4", "3"}));
  EXPECT_TRUE(names(errorOf(""), {"regular file"}));
  ASSERT_EQ(mkfifo((folder / "pipe").c_str(), 0600), 0);
  EXPECT_TRUE(names(errorOf("pipe"), {"pipe", "regular file"}));
}

// Changes every bit of the file if GPUBUCK_LONG_TESTS=1. Otherwise it changes one bit of every byte
// of the seal, and of every 16th byte after the seal.
TEST_F(Checkpoints, ChangedBit_IsDetected) {
  const std::string whole = written(small());
  ASSERT_GT(whole.size(), 1000u);
  const std::size_t step = test::longTests() ? 1 : 16;
  for (std::size_t place = 0; place < whole.size(); place += place < kSealSize ? 1 : step) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      if (!test::longTests() && bit != place / step % 8) continue;
      std::string damaged = whole;
      damaged[place] = static_cast<char>(damaged[place] ^ (1 << bit));
      folder.put("a.h5", damaged);
      ASSERT_TRUE(names(errorOf("a.h5"), {"a.h5"})) << place << ' ' << bit;
    }
  }
}

/// The checkpoint of these particles is several times as long as a piece that is read at once.
run::RunState large() {
  run::RunState state = small();
  state.scenario = scenario::parseScenario(
      "box.size = [3, 3, 3]\nfluid.density = 200\nintegrator.dt = 0.02\n", "large.toml", {});
  const auto count = static_cast<std::size_t>(scenario::particleCount(state.scenario));
  state.particles = {};
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = static_cast<float>(i);
    const float part = number / static_cast<float>(count);
    state.particles.position.emplace_back(3.0f * part, 1.0f, 2.0f * part, 0.0f);
    state.particles.velocity.emplace_back(number, -part, 0.5f, 0.25f);
    state.particles.predicted.emplace_back(-number, part, 1.5f, number);
  }
  state.lists = listsOf(state.particles.position);
  return state;
}

// The seal covers pieces of 64 KiB, the first of which begins after the seal.
TEST_F(Checkpoints, DamagedPiece_IsDetected) {
  const std::string whole = written(large());
  constexpr std::size_t kPiece = 65'536;
  ASSERT_GT(whole.size(), kSealSize + 4 * kPiece);
  expectEqual(readCheckpoint(folder / "a.h5"), large());
  std::vector<std::size_t> places{whole.size() - 1};
  for (std::size_t piece = kPiece; piece < whole.size(); piece += kPiece) {
    for (const std::size_t start : {piece, kSealSize + piece}) {
      for (const std::size_t place : {start - 1, start, start + 1}) places.push_back(place);
    }
  }
  for (const std::size_t place : places) {
    if (place >= whole.size()) continue;
    std::string damaged = whole;
    damaged[place] = static_cast<char>(damaged[place] ^ 1);
    folder.put("a.h5", damaged);
    ASSERT_TRUE(names(errorOf("a.h5"), {"a.h5", "damaged"})) << place;
    // Reading also fails if the file ends at this piece, repeats it, or lacks it.
    for (const std::string& other :
         {whole.substr(0, place), whole + whole.substr(place),
          whole.substr(0, place) + whole.substr(std::min(place + kPiece, whole.size()))}) {
      folder.put("a.h5", other);
      ASSERT_TRUE(names(errorOf("a.h5"), {"a.h5", "damaged"})) << place;
    }
  }
}

RC_GTEST_FIXTURE_PROP(Checkpoints, OtherDamage_IsDetected, ()) {
  const std::string whole = written(small());
  const auto place = [&] { return *rc::gen::inRange<std::size_t>(0, whole.size() + 1); };
  const std::size_t from = place(), to = place();
  const auto filling = *rc::gen::scale(10.0, rc::gen::string<std::string>());
  const std::string damaged = whole.substr(0, from) + filling + whole.substr(std::max(from, to));
  RC_PRE(damaged != whole);
  folder.put("a.h5", damaged);
  RC_ASSERT(names(errorOf("a.h5"), {"a.h5"}));
}

TEST_F(Checkpoints, CraftedData_AreInputErrors) {
  const std::vector<std::pair<test::Facts, std::function<void(H5::H5File&)>>> cases{
      {{"dataset velocity"}, [](auto& file) { file.unlink("velocity"); }},
      {{"attribute step"}, [](auto& file) { file.removeAttr("step"); }},
      {{"attribute step", "integer", "64"},
       [](auto& file) { replaceAttribute(file, "step", H5::PredType::NATIVE_DOUBLE, 1.0); }},
      {{"attribute dt", "real", "64"},
       [](auto& file) { replaceAttribute(file, "dt", H5::PredType::NATIVE_FLOAT, 0.02F); }},
      {{"dataset position", "x 4"},
       [](auto& file) {
         replace(file, "position", H5::PredType::IEEE_F32LE, {2, 3});
       }},
      {{"dataset position", "x 4"},
       [](auto& file) { replace(file, "position", H5::PredType::IEEE_F32LE, {8}); }},
      {{"dataset position", "x 4"},
       [](auto& file) {
         replace(file, "position", H5::PredType::IEEE_F32LE, {1ULL << 40, 4});
       }},
      {{"dataset position", "floats"},
       [](auto& file) {
         replace(file, "position", H5::PredType::IEEE_F64LE, {2, 4});
       }},
      {{"dataset next", "unsigned", "32"},
       [](auto& file) { replace(file, "next", H5::PredType::IEEE_F32LE, {2}); }},
      {{"dataset next", "2"},
       [](auto& file) { replace(file, "next", H5::PredType::STD_U32LE, {5}); }},
      {{"dataset head", "27"},
       [](auto& file) { replace(file, "head", H5::PredType::STD_U32LE, {1ULL << 40}); }},
      {{"dataset velocity", "32"},  // never written
       [](auto& file) {
         replace(file, "velocity", H5::PredType::IEEE_F32LE, {2, 4});
       }},
      {{"dataset velocity", "one piece"},
       [](auto& file) {
         H5::DSetCreatPropList chunks;
         const hsize_t shape[] = {1, 4};
         chunks.setChunk(2, shape);
         replace(file, "velocity", H5::PredType::IEEE_F32LE, {2, 4}, chunks);
       }},
      {{"velocity", "other files"},
       [](auto& file) {
         H5::DSetCreatPropList elsewhere;
         elsewhere.setExternal("/etc/hostname", 0, 32);
         replace(file, "velocity", H5::PredType::IEEE_F32LE, {2, 4}, elsewhere);
       }},
      {{"velocity", "link"},
       [](auto& file) {
         file.unlink("velocity");
         H5Lcreate_external("other.h5", "velocity", file.getId(), "velocity", H5P_DEFAULT,
                            H5P_DEFAULT);
       }},
      {{"velocity", "link"},
       [](auto& file) {
         file.unlink("velocity");
         file.link(H5L_TYPE_SOFT, "position", "velocity");
       }},
      {{"dataset velocity"},
       [](auto& file) {
         file.unlink("velocity");
         file.createGroup("velocity");
       }},
      {{"dataset scenario", "text"},
       [](auto& file) { replace(file, "scenario", H5::PredType::IEEE_F32LE, {3}); }},
      {{"dataset scenario", "text"},
       [](auto& file) {
         replace(file, "scenario", H5::StrType(H5::PredType::C_S1, H5T_VARIABLE), {1});
       }},
  };
  for (const auto& [facts, craft] : cases) {
    const std::string error = errorOfCrafted(craft);
    EXPECT_TRUE(names(error, {"a.h5"}));
    EXPECT_TRUE(names(error, facts));
  }
}

TEST_F(Checkpoints, EachChangedField_IsRefused) {
  run::RunState good = test::goodState();
  good.run = "0123456789abcdef";
  writeCheckpoint(folder / "a.h5", good);
  EXPECT_EQ(readCheckpoint(folder / "a.h5").run, good.run);
  for (const test::ChangedState& each : test::changedStates()) {
    SCOPED_TRACE(each.name);
    run::RunState state = test::goodState();
    each.change(state);
    writeCheckpoint(folder / "a.h5", state);
    EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5"}));
  }
  for (const char* id : {"0123456789abcdeF", "0123456789abcde", "0123456789abcdef0"}) {
    good.run = id;
    writeCheckpoint(folder / "a.h5", good);
    EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "run", "16"})) << id;
  }
}

TEST_F(Checkpoints, InvalidScenario_IsInputError) {
  run::RunState state = small();
  // The number of particles is the length of the arrays. This number need not follow from the
  // density, since a body may have been put into the fluid.
  state.scenario.fluid.density = 0.1;
  written(state);
  EXPECT_EQ(readCheckpoint(folder / "a.h5").particles.count(), state.particles.count());
  run::RunState shorter = state;
  shorter.particles.velocity.pop_back();
  written(shorter);
  EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "velocity", "x 4"}));
  state.scenario.fluid.density = -1.0;
  written(state);
  EXPECT_TRUE(names(errorOf("a.h5"), {"a.h5", "scenario:16", "fluid.density", "-1", "0"}));
}

TEST_F(Checkpoints, InvalidClock_IsInputError) {
  constexpr std::int64_t kEnd = std::numeric_limits<std::int64_t>::max();
  EXPECT_TRUE(names(errorOfClock({.step = kEnd, .dt = 0.02}),
                    {"a.h5", "step", "9223372036854775807", "0", "9007199254740992"}));
  EXPECT_TRUE(names(errorOfClock({.step = -1, .dt = 0.02}),
                    {"a.h5", "step", "-1", "0", "9007199254740992"}));
  EXPECT_TRUE(names(errorOfClock({.step = 7, .dt = 0.02, .sinceStep = 8}),
                    {"a.h5", "dt_since_step", "8", "0", "7"}));
  EXPECT_TRUE(names(errorOfClock({.dt = 0.0}), {"a.h5", "dt", "0"}));
  EXPECT_TRUE(names(errorOfClock({.dt = HUGE_VAL}), {"a.h5", "dt", "inf", "0"}));
  EXPECT_TRUE(names(errorOfClock({.dt = 0.02, .sinceTime = std::nan("")}),
                    {"a.h5", "dt_since_time", "nan", "0"}));
}

TEST_F(Checkpoints, KeepTheEngine) {
  for (const std::optional<texel::Engine> engine :
       {std::optional<texel::Engine>{}, {texel::Engine::Paper}, {texel::Engine::Fast}}) {
    run::RunState state = small();
    state.engine = engine;
    writeCheckpoint(folder / "a.h5", state);
    EXPECT_EQ(readCheckpoint(folder / "a.h5").engine, engine);
  }
}

TEST_F(Checkpoints, UnknownEngine_IsInputError) {
  const test::Facts facts{"a.h5", "engine", "paper", "fast"};
  for (const std::string name : {"quick", "fas", "paper engine"}) {
    EXPECT_TRUE(
        names(errorOfCrafted([&](H5::H5File& file) {
                const H5::StrType type(H5::PredType::C_S1, name.size());
                file.createAttribute("engine", type, H5::DataSpace(H5S_SCALAR)).write(type, name);
              }),
              facts));
  }
  EXPECT_TRUE(names(errorOfCrafted([](H5::H5File& file) {
                      replaceAttribute(file, "engine", H5::PredType::STD_I64LE, std::int64_t{1});
                    }),
                    facts));
}

TEST_F(Checkpoints, InvalidParticlesAndLists_AreInputErrors) {
  const auto errorAfter = [&](const std::function<void(run::RunState&)>& damage) {
    run::RunState state = small();
    damage(state);
    writeCheckpoint(folder / "a.h5", state);
    return errorOf("a.h5");
  };
  EXPECT_TRUE(names(errorAfter([](auto& state) { state.particles.position[1].w = 0.5f; }),
                    {"a.h5", "initial state", "particle 1", "0.5", "1"}));
  EXPECT_TRUE(names(errorAfter([](auto& state) { state.particles.predicted[1].w = 1.0f; }),
                    {"a.h5", "particles", "place 1", "1", "0"}));
  EXPECT_TRUE(names(errorAfter([](auto& state) { state.particles.position[1].x = -1.0f; }),
                    {"a.h5", "initial state", "particle 1", "x", "-1", "0", "3"}));
  EXPECT_TRUE(names(errorAfter([](auto& state) { state.lists.head.assign(27, kNullId); }),
                    {"a.h5", "lists", "element 0"}));
}

TEST_F(Checkpoints, UnwritableFile_IsRunError) {
  EXPECT_TRUE(
      names(messageOf<RunError>([&] { writeCheckpoint(folder / "none/a.h5", small()); }, folder),
            {"none/a.h5", "No such file or directory"}));
  EXPECT_TRUE(names(messageOf<RunError>([&] { writeCheckpoint("/dev/full", small()); }, folder),
                    {"/dev/full", "No space left on device"}));
}

}  // namespace
}  // namespace gpubuck::checkpoint
