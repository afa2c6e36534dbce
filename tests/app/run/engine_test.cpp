// `gpubuck run --engine auto`: the automatic engine, and the engine with which a run continues.
#include "app/run/run_command.h"

namespace gpubuck::test {
namespace {

TEST_F(RunCommand, AutoEngine_IsChosenWithReason) {
  const nlohmann::json rule = jsonOf(runGpubuck({"info", "--json"})).at("engine_auto");
  const Outcome outcome = run(tiny(), "out", 1, {"--engine", "auto"});
  ASSERT_TRUE(done(outcome));
  EXPECT_EQ(record("out").at("engine"), rule.at("engine"));
  EXPECT_TRUE(outcome.output.starts_with("engine " + rule.at("engine").get<std::string>() + ": " +
                                         rule.at("why").get<std::string>() + "; about "))
      << outcome.output;
  EXPECT_TRUE(done(run(tiny(), "quiet", 1, {"--engine", "auto", "--quiet"})));
}

TEST_F(RunCommand, RepeatedRuns_AreByteIdentical) {
  const std::vector<std::string> options{"--engine", "auto", "--observe-every", "1"};
  ASSERT_TRUE(done(run(tiny(), "first", 4, options)));
  ASSERT_TRUE(done(run(tiny(), "second", 4, options)));
  expectSame("observables.csv", "first", "second");
}

TEST_F(RunCommand, WithoutOpenGl43_RunsOnPaper) {
  const Surroundings old{
      .environment = {"MESA_GL_VERSION_OVERRIDE=3.3", "MESA_GLSL_VERSION_OVERRIDE=330"}};
  const Outcome outcome = run(tiny(), "out", 1, {"--engine", "auto"}, old);
  ASSERT_TRUE(done(outcome));
  EXPECT_TRUE(outcome.output.starts_with(
      "engine paper: fast needs OpenGL 4.3, this context has 3.3; about "))
      << outcome.output;
  EXPECT_EQ(record("out").at("engine"), "paper");
}

TEST_F(RunCommand, Restart_KeepsTheEngine) {
  const std::vector<std::string> each{"--checkpoint-every", "2", "--observe-every", "1"};
  ASSERT_TRUE(done(run(tiny(), "straight", 4, each)));  // on the engine `paper`
  ASSERT_TRUE(done(run(tiny(), "broken", 2, each)));
  std::vector<std::string> goOn = each;
  goOn.insert(goOn.end(), {"--engine", "auto", "--append", "--restart",
                           folder / "broken/checkpoint-00000002.h5"});
  const Outcome outcome = run(tiny(), "broken", 2, goOn);
  ASSERT_TRUE(done(outcome));
  EXPECT_TRUE(outcome.output.starts_with("engine paper: it made the earlier steps; about "))
      << outcome.output;
  EXPECT_EQ(record("broken").at("engine"), "paper");
  expectSame("observables.csv", "straight", "broken");
}

}  // namespace
}  // namespace gpubuck::test
