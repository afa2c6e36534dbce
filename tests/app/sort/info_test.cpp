// `gpubuck info`, and whether the engines that it lists can run.
#include <gtest/gtest.h>

#include <string>

#include "app/command.h"
#include "base/number.h"
#include "file/temporary_folder.h"
#include "run/live_fluid.h"

namespace gpubuck::test {
namespace {

nlohmann::json info() {
  const Outcome outcome = runGpubuck({"info", "--json"});
  EXPECT_TRUE(done(outcome));
  return jsonOf(outcome);
}

TEST(Info, Json_DescribesTheContext) {
  const nlohmann::json json = info();
  EXPECT_EQ(json.at("gpubuck"), GPUBUCK_VERSION);
  for (const char* key : {"vendor", "renderer", "opengl", "glsl", "context"}) {
    EXPECT_FALSE(json.at(key).get<std::string>().empty()) << key;
  }
  EXPECT_TRUE(json.at("software").is_boolean());
  EXPECT_GE(json.at("max_texture_size").get<int>(), 1024) << "the least OpenGL 3.3 allows";
  EXPECT_GE(json.at("max_elements").get<int>(), 1024 * 1024);
  EXPECT_LE(json.at("max_elements").get<int>(), 16777215);
  EXPECT_EQ(json.at("engines").size(), 2u);
  EXPECT_EQ(json.at("engines").at("paper"), (nlohmann::json{{"runs", true}, {"why_not", ""}}));
  for (const nlohmann::json& device : json.at("devices")) {
    EXPECT_FALSE(device.at("name").get<std::string>().empty());
    EXPECT_TRUE(device.at("software").is_boolean());
  }
}

TEST(Info, OlderOpenGl_LacksOneEngineAndSaysWhy) {
  const nlohmann::json engine = info().at("engines").at("fast");
  EXPECT_EQ(engine.at("runs").get<bool>(), engine.at("why_not").get<std::string>().empty());
  if (paperEngineAlone()) {
    EXPECT_EQ(engine.at("why_not"), "needs OpenGL 4.3, this context has " + openGlOfPaperEngine());
  }
}

TEST(Info, ListedEngines_Run) {
  const nlohmann::json engine = info().at("engines").at("fast");
  const std::string why = engine.at("why_not");
  const TemporaryFolder folder;
  const std::string scenario = folder.put("tiny.toml", "[box]\nsize = [3, 3, 3]\n");
  const Outcome sort =
      runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--engine", "fast"}, {.input = "1\n"});
  const Outcome atomic = runGpubuck(
      {"sort", "--cells", "-", "--buckets", "4", "--algorithm", "atomic"}, {.input = "1\n"});
  const Outcome run =
      runGpubuck({"run", scenario, "--steps", "1", "--engine", "fast", "--out", folder / "out"});
  if (engine.at("runs").get<bool>()) {
    EXPECT_TRUE(done(sort));
    EXPECT_TRUE(done(atomic));
    EXPECT_TRUE(done(run));
  } else {
    EXPECT_TRUE(refused(sort, 1, {"--engine fast", why}));
    EXPECT_TRUE(refused(atomic, 1, {"atomic", why}));
    EXPECT_TRUE(refused(run, 1, {"--engine fast", why}));
  }
}

TEST(Info, ShowsEngineRuleAndItsResult) {
  const nlohmann::json json = info();
  const nlohmann::json rule = json.at("engine_auto");
  EXPECT_EQ(rule.at("rule"), run::kEngineRule);
  const bool fastRuns = json.at("engines").at("fast").at("runs");
  EXPECT_EQ(rule.at("engine"), fastRuns ? "fast" : "paper");
  const auto most = rule.at("fast_up_to_particles").get<std::int64_t>();
  const Outcome text = runGpubuck({"info"});
  EXPECT_TRUE(done(text));
  EXPECT_NE(text.output.find(std::string("rule of auto      ") + run::kEngineRule + "\n"),
            std::string::npos);
  if (fastRuns) {
    EXPECT_GE(most, (16 << 20) / 48) << "the least that OpenGL 4.3 allows";
    EXPECT_LE(most, 16777215);
    EXPECT_NE(
        text.output.find("engine auto       fast, for up to " + groupDigits(most) + " particles\n"),
        std::string::npos);
  } else {
    EXPECT_EQ(most, 0);
    EXPECT_NE(text.output.find("engine auto       paper: fast needs OpenGL 4.3, "),
              std::string::npos);
  }
}

TEST(Info, Text_EqualsJson) {
  const nlohmann::json json = info();
  const Outcome text = runGpubuck({"info"});
  EXPECT_TRUE(done(text));
  for (const char* key : {"gpubuck", "vendor", "renderer", "opengl", "glsl", "context"}) {
    EXPECT_NE(text.output.find("  " + json.at(key).get<std::string>() + "\n"), std::string::npos)
        << key;
  }
  EXPECT_NE(text.output.find("engine paper      runs\n"), std::string::npos);
  const nlohmann::json fast = json.at("engines").at("fast");
  const std::string state = fast.at("runs").get<bool>() ? "runs" : fast.at("why_not");
  EXPECT_NE(text.output.find("engine fast       " + state + "\n"), std::string::npos);
}

TEST(Info, OnlyListedDevices_CanBeChosen) {
  const std::size_t count = info().at("devices").size();
  for (std::size_t i = 0; i < count; ++i) {
    const Outcome chosen = runGpubuck({"info", "--gpu", std::to_string(i), "--json"});
    EXPECT_TRUE(done(chosen));
    EXPECT_FALSE(jsonOf(chosen).at("renderer").get<std::string>().empty());
  }
  for (const std::string& number : {std::to_string(count), std::string("-2")}) {
    EXPECT_TRUE(refused(runGpubuck({"info", "--gpu", number}), 2, {"--gpu", number}));
    EXPECT_TRUE(refused(
        runGpubuck({"sort", "--cells", "-", "--buckets", "4", "--gpu", number}, {.input = "1\n"}),
        2, {"--gpu", number}));
  }
}

}  // namespace
}  // namespace gpubuck::test
