// The library's own contexts and contexts of the caller, several at once, and their lifetimes.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "gl/debug.h"
#include "library/calls.h"
#include "library/foreign_context.h"
#include "library/gl_state.h"
#include "support/compilations.h"
#include "support/errors.h"
#include "support/gpu_test.h"

namespace gpubuck {
namespace {

using test::contains;
using test::ForeignContext;
using test::messageOf;
using test::names;

const std::vector<std::uint32_t> kBucketOf{2, 0, 1, 0};
const std::vector<std::int32_t> kOrder{1, 3, 2, 0};
constexpr const char* kSmallFluid = "box.size = [3, 3, 3]\n";

std::vector<std::int32_t> sorted(const Context& context) {
  return sortIntoRanges(context, kBucketOf, 3).order;
}

class LibraryContextTest : public test::GpuTest {};

TEST_F(LibraryContextTest, ForkedChild_CannotUseIt) {
  std::array<int, 2> pipe{};
  ASSERT_EQ(::pipe(pipe.data()), 0);
  auto context = std::make_unique<Context>(Context::headless());
  auto fluid = std::make_unique<Fluid>(Fluid::fromText(*context, kSmallFluid));
  const pid_t child = fork();
  if (child == 0) {
    std::string said;
    for (const auto& call :
         std::vector<std::function<void()>>{[&] { sorted(*context); }, [&] { fluid->step(); },
                                            [] { Context::headless(); }, [] { listGpus(); }}) {
      said += messageOf<RunError>(call) + "\n";
    }
    fluid.reset();
    context.reset();
    const auto written = write(pipe[1], said.data(), said.size());
    _exit(written == std::ssize(said) ? 7 : 1);
  }
  close(pipe[1]);
  std::string said;
  std::array<char, 4096> part{};
  while (const ssize_t count = read(pipe[0], part.data(), part.size())) {
    ASSERT_GT(count, 0);
    said.append(part.data(), static_cast<std::size_t>(count));
  }
  close(pipe[0]);
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(WEXITSTATUS(status), 7) << status;
  EXPECT_EQ(std::count(said.begin(), said.end(), '\n'), 4) << said;
  std::size_t refusals = 0;
  for (std::size_t at = 0; (at = said.find("fork", at)) != std::string::npos; ++at) ++refusals;
  EXPECT_EQ(refusals, 8u) << said;
  fluid->step();
  EXPECT_EQ(sorted(*context), kOrder);
}

TEST_F(LibraryContextTest, NoCurrentContext_CannotBeAdopted) {
  ForeignContext caller;
  ForeignContext::letGo();
  const std::string message = messageOf<RunError>([] { Context::adopt(); });
  EXPECT_TRUE(names(message, {"OpenGL context", "current"}));
  caller.makeCurrent();
  EXPECT_EQ(sorted(Context::adopt()), kOrder);
}

TEST_F(LibraryContextTest, OwnContext_WorksInAThreadWithoutContext) {
  const ForeignContext caller;
  ForeignContext::letGo();
  {
    const Context context = Context::headless();
    EXPECT_EQ(sorted(context), kOrder);
    EXPECT_FALSE(caller.isCurrent());
  }
  EXPECT_FALSE(caller.isCurrent());
}

TEST_F(LibraryContextTest, OwnContext_KeepsTheCallersCurrent) {
  const ForeignContext caller;
  {
    const Context context = Context::headless();
    EXPECT_TRUE(caller.isCurrent());
    const auto before = test::countGlObjects();
    EXPECT_EQ(sorted(context), kOrder);
    EXPECT_TRUE(caller.isCurrent());
    Fluid fluid = Fluid::fromText(context, kSmallFluid);
    fluid.step();
    EXPECT_TRUE(caller.isCurrent());
    EXPECT_EQ(test::countGlObjects(), before);
  }
  EXPECT_TRUE(caller.isCurrent());
  GLuint texture = 0;
  glGenTextures(1, &texture);
  EXPECT_NE(texture, 0u) << "the caller's context is gone";
}

TEST_F(LibraryContextTest, TwoOwnContexts_AlternateAndOutliveEachOther) {
  const Context first = Context::headless();
  Fluid fluid = Fluid::fromText(first, kSmallFluid);
  {
    const Context second = Context::headless();
    Fluid other = Fluid::fromText(second, kSmallFluid);
    fluid.step(2);
    other.step(2);
    EXPECT_EQ(fluid.particles().positions, other.particles().positions);
    EXPECT_EQ(sorted(second), sorted(first));
  }
  fluid.step();
  EXPECT_EQ(fluid.measure().step, 3);
  EXPECT_EQ(sorted(first), kOrder);
}

TEST_F(LibraryContextTest, LastFluid_KeepsIt) {
  std::optional<Fluid> fluid;
  {
    const Context context = Context::headless();
    fluid.emplace(Fluid::fromText(context, kSmallFluid));
  }
  fluid->step();
  EXPECT_EQ(fluid->stepNumber(), 1);
  fluid.reset();
}

TEST_F(LibraryContextTest, OwnContext_WorksFromOtherThreads) {
  const Context context = Context::headless();
  std::vector<std::int32_t> here;
  std::vector<std::int32_t> there;
  std::thread thread([&] {
    for (int k = 0; k < 3; ++k) there = sorted(context);
  });
  for (int k = 0; k < 3; ++k) here = sorted(context);
  thread.join();
  EXPECT_EQ(here, kOrder);
  EXPECT_EQ(there, kOrder);
}

TEST_F(LibraryContextTest, CheckpointsOfTwoThreads_AreSerialised) {
  const Context context = Context::headless();
  const auto saveAndLoad = [&](const std::string& name) {
    const std::string path =
        (std::filesystem::temp_directory_path() / fmt::format("gpubuck-{}-{}.h5", getpid(), name))
            .string();
    Fluid fluid = Fluid::fromText(context, kSmallFluid);
    for (int k = 0; k < 100; ++k) {
      fluid.save(path);
      EXPECT_EQ(Fluid::fromCheckpoint(context, path).count(), fluid.count());
    }
    std::filesystem::remove(path);
  };
  std::thread thread([&] { saveAndLoad("there"); });
  saveAndLoad("here");
  thread.join();
}

TEST_F(LibraryContextTest, ChangesOfTwoThreads_AreAllKept) {
  const Context context = Context::headless();
  Fluid fluid = Fluid::fromText(context, kSmallFluid);
  for (int k = 1; k <= 20; ++k) {
    const std::string kT = fmt::format("1.{:02}1", k), drag = fmt::format("2.{:02}1", k);
    std::thread thread([&] { fluid.set({"fluid.kT=" + kT}); });
    fluid.set({"fluid.drag=" + drag});
    const std::string meanwhile = fluid.scenario();
    thread.join();
    EXPECT_TRUE(contains(meanwhile, "drag = " + drag));
    EXPECT_TRUE(contains(fluid.scenario(), "drag = " + drag));
    EXPECT_TRUE(contains(fluid.scenario(), "kT = " + kT));
  }
}

TEST_F(LibraryContextTest, AdoptedContext_MustBeCurrent) {
  ForeignContext caller;
  const Context context = Context::adopt();
  Fluid fluid = Fluid::fromText(context, kSmallFluid);
  fluid.step();
  {
    const ForeignContext other;
    for (const auto& call : {std::function<void()>([&] { sorted(context); }),
                             std::function<void()>([&] { fluid.step(); }),
                             std::function<void()>([&] { fluid.measure(); }),
                             std::function<void()>([&] { fluid.particles(); })}) {
      EXPECT_TRUE(names(messageOf<RunError>(call), {"current"}));
    }
    EXPECT_TRUE(other.isCurrent());
  }
  caller.makeCurrent();
  fluid.step();
  EXPECT_EQ(fluid.measure().step, 2);
}

TEST_F(LibraryContextTest, ObjectDestroyedElsewhere_IsFreedByTheNextCall) {
  ForeignContext caller;
  auto before = test::countGlObjects();
  const Context context = Context::adopt();
  std::optional<Fluid> fluid(Fluid::fromText(context, kSmallFluid));
  EXPECT_NE(test::countGlObjects(), before);
  {
    const ForeignContext other;
    const auto ofOther = test::countGlObjects();
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    fluid.reset();
    EXPECT_TRUE(glIsTexture(texture)) << "of the same name as one of the fluid's";
    glDeleteTextures(1, &texture);
    EXPECT_EQ(test::countGlObjects(), ofOther);
  }
  caller.makeCurrent();
  const auto withoutPrograms = [] {
    auto counts = test::countGlObjects();
    counts.erase("programs");  // the context keeps programs for later calls
    return counts;
  };
  EXPECT_GT(withoutPrograms()["textures"], 0);
  traceSort(context, std::vector<std::uint32_t>{0}, 1);  // keeps no textures, unlike other sorts
  EXPECT_EQ(withoutPrograms()["textures"], 0);
  before.erase("programs");
  EXPECT_EQ(withoutPrograms(), before);
}

TEST_F(LibraryContextTest, KeptSorts_AreFourAndEndWithTheContext) {
  const ForeignContext caller;
  const auto before = test::countGlObjects();
  std::vector<int> textures;
  {
    const Context context = Context::adopt(Engine::Paper);
    for (const std::size_t elements : {5, 6, 7, 8, 9, 5}) {
      sortIntoRanges(context, std::vector<std::uint32_t>(elements), 3);
      textures.push_back(test::countGlObjects()["textures"]);
    }
  }
  EXPECT_GT(textures[0], 0);
  EXPECT_EQ(textures[3], 4 * textures[0]);
  EXPECT_EQ(textures[5], textures[3]);
  EXPECT_EQ(test::countGlObjects(), before);
}

TEST_F(LibraryContextTest, DestroyedElsewhere_KeepsProgramsOfThatContext) {
  ForeignContext caller;
  std::optional<Context> context(Context::adopt());
  sorted(*context);
  const auto ofCaller = test::countGlObjects();
  EXPECT_GT(ofCaller.at("programs"), 0);
  {
    const ForeignContext other;
    const Context inOther = Context::adopt();
    sorted(inOther);
    const auto ofOther = test::countGlObjects();
    context.reset();
    EXPECT_EQ(test::countGlObjects(), ofOther);
  }
  caller.makeCurrent();
  EXPECT_EQ(test::countGlObjects(), ofCaller);
}

// The first call in a context loads the functions of OpenGL, and so does the first call after a
// call in another context. CountedCompilations is therefore made after a first call.
TEST_F(LibraryContextTest, SecondCall_CompilesNothing) {
  // If an engine is chosen, the GPU searches for neighbours even among few points.
  std::vector<Engine> engines{Engine::Paper};
  if (test::testedEngines().size() > 1) engines.push_back(Engine::Fast);
  for (const Engine engine : engines) {
    const Context context = Context::headless({.engine = engine});
    const std::vector<double> first = test::callEverything(context, [](const std::string&) {});
    const test::CountedCompilations compilations;
    EXPECT_EQ(test::callEverything(context, [](const std::string&) {}), first);
    EXPECT_EQ(compilations.count(), 0);
    const std::vector<Point> points{{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}};
    NeighbourList(context, 1.0, {.search = "cells-per-cutoff=2"}).find(points);
    EXPECT_GT(compilations.count(), 0) << "of another search, which is a constant of the shaders";
  }
}

TEST_F(LibraryContextTest, AdoptedContexts_AreDistinguished) {
  ForeignContext first;
  const Context inFirst = Context::adopt();
  EXPECT_EQ(sorted(inFirst), kOrder);
  {
    const ForeignContext second;
    const Context inSecond = Context::adopt();
    EXPECT_EQ(sorted(inSecond), kOrder);
    EXPECT_THROW(sorted(inFirst), RunError);
  }
  first.makeCurrent();
  EXPECT_EQ(sorted(inFirst), kOrder);
}

TEST_F(LibraryContextTest, MissingGpu_IsInputError) {
  EXPECT_TRUE(names(messageOf<InputError>([] { Context::headless({.gpu = 999}); }), {"999"}));
}

TEST_F(LibraryContextTest, Auto_TakesFastWhereItRuns) {
  const Context context = Context::headless();
  const bool hasFast = test::testedEngines().size() > 1;
  EXPECT_EQ(context.engine(), hasFast ? Engine::Fast : Engine::Paper);
  EXPECT_TRUE(contains(context.description(), ", OpenGL "));
  EXPECT_EQ(Context::headless({.engine = Engine::Paper}).engine(), Engine::Paper);
  if (hasFast) return;
  EXPECT_TRUE(names(messageOf<RunError>([] { Context::headless({.engine = Engine::Fast}); }),
                    {"engine fast", "OpenGL", "4.3"}));
}

TEST_F(LibraryContextTest, Errors_CanBeCaughtByTheirClasses) {
  const Context context = Context::headless();
  // InputError itself is caught, not Error: the classes must be the same on both sides of the
  // library.
  EXPECT_THROW(sortIntoRanges(context, kBucketOf, 0), InputError);
  try {
    sortIntoRanges(context, kBucketOf, 2);
    ADD_FAILURE() << "bucket 2 of 2 is accepted";
  } catch (const std::runtime_error& error) {
    EXPECT_TRUE(names(error.what(), {"element 0", "bucket 2", "0", "1"}));
    EXPECT_NE(dynamic_cast<const InputError*>(&error), nullptr);
  }
}

}  // namespace
}  // namespace gpubuck
