// Links: what they say of a scenario is what comes out of them.
#include "demo/scenario_link.h"

#include <gtest/gtest.h>
#include <imgui.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "demo/actions/undo.h"
#include "demo/demo_test.h"
#include "scenario/schema.h"

namespace gpubuck::demo {
namespace {

std::string differenceOf(const scenario::Scenario& one, const scenario::Scenario& other) {
  std::string all;
  for (const auto& each : scenario::differences(one, other)) all += each.key + " ";
  return all;
}

/// Another value that a key may take; the same where there is none.
scenario::Value changedValue(const scenario::Key& key, scenario::Value value) {
  const double factor = *rc::gen::element(0.5, 0.9, 1.0 + 1e-15, 1.1, 3.0, -1.0, 1e-9);
  if (auto* word = std::get_if<std::string>(&value); word != nullptr && !key.words.empty()) {
    *word = (*rc::gen::elementOf(key.words)).name;
  }
  if (auto* real = std::get_if<double>(&value))
    *real = *real * factor + (factor == 3.0 ? 0.1 : 0.0);
  if (auto* whole = std::get_if<std::int64_t>(&value))
    *whole = *rc::gen::inRange<std::int64_t>(0, 40);
  if (auto* reals = std::get_if<std::vector<double>>(&value)) {
    for (double& each : *reals) each *= factor;
  }
  return value;
}

/// Changes one key at random, if it may be.
void changeSomething(scenario::Scenario& scenario) {
  const scenario::Key& key = *rc::gen::elementOf(scenario::schema());
  if (!key.set || !key.get || key.path == "name" || key.path == "initial.file") return;
  const auto entries = scenario::entriesOf(key, scenario);
  if (entries.empty()) return;
  const std::size_t entry = *rc::gen::elementOf(entries);
  if (key.isWritten && !key.isWritten(scenario, entry)) return;
  scenario::Scenario changed = scenario;
  try {
    const scenario::Value value = changedValue(key, key.get(scenario, entry));
    scenario::requireAllowed(
        key, scenario, value, key.path,
        [](const std::string& path, const std::string& why) { throw InputError(path, why); });
    key.set(changed, entry, value);
    scenario::requireValid(changed);
    scenario = changed;
  } catch (const InputError&) {
  }
}

RC_GTEST_PROP(ScenarioLink, GivesBackTheScenarioThatItWasMadeOf, ()) {
  const auto names = scenarioNames();
  scenario::Scenario scenario = loadScenario(*rc::gen::elementOf(names));
  const int changes = *rc::gen::inRange(0, 8);
  for (int k = 0; k < changes; ++k) changeSomething(scenario);
  std::string link, address;
  try {
    link = linkOf(scenario);
    address = addressOf(scenario);
  } catch (const InputError&) {
    RC_DISCARD("says that it cannot be said");
  }
  RC_TAG(changes > 3 ? "many" : "few");
  RC_LOG() << link;
  RC_ASSERT(isLink(link));
  RC_ASSERT(link.find_first_of(" \"#<>\n") == std::string::npos);
  RC_ASSERT(differenceOf(loadScenario(link), scenario) == "");
  RC_ASSERT(differenceOf(loadScenario("https://example.org/?" + address), scenario) == "");
}

TEST(ScenarioLink, HoldsWhatDiffersAndNoMore) {
  EXPECT_EQ(linkOf(loadScenario("dam-break")), "gpubuck:dam-break");
  EXPECT_EQ(addressOf(loadScenario("dam-break")), "scenario=dam-break");
  const scenario::Scenario changed = loadScenario(
      "falling-drop", {"noise.seed=7", "fluid.gravity=[0, 0.5, -0.3]", "sort.mode=sort"});
  EXPECT_EQ(linkOf(changed),
            "gpubuck:falling-drop?fluid.gravity=[0,0.5,-0.3]&seed=7&sort.mode=sort");
  EXPECT_EQ(loadScenario("\n gpubuck:equilibrium?view.slice_axis=x&species.0.colour=%23ff8000 ",
                         {"fluid.kT=2"})
                .fluid.species[0]
                .colour,
            loadScenario("equilibrium", {"species.0.colour=#ff8000"}).fluid.species[0].colour);
  EXPECT_EQ(loadScenario("gpubuck:equilibrium?fluid.kT=3", {"fluid.kT=2"}).fluid.kT, 2.0);
}

TEST(ScenarioLink, SaysEveryPairOfEveryScenario) {
  for (const std::string& name : scenarioNames()) {
    scenario::Scenario changed = loadScenario(name);
    for (const char* const path : {"pair.*.a", "pair.*.gamma"}) {
      const scenario::Key& key = scenario::keyAt(path);
      for (const std::size_t entry : scenario::entriesOf(key, changed)) {
        key.set(changed, entry, 7.0 + static_cast<double>(entry));
        EXPECT_EQ(differenceOf(loadScenario(linkOf(changed)), changed), "") << name;
      }
    }
  }
}

TEST(ScenarioLink, IsRefusedWithTheReason) {
  EXPECT_THROW(readLink("gpubuck:none-such"), InputError);
  EXPECT_THROW(readLink("gpubuck:/etc/passwd"), InputError);
  EXPECT_THROW(readLink("gpubuck:dam-break?fluid.kT"), InputError);
  EXPECT_THROW(readLink("?fluid.kT=1"), InputError);
  EXPECT_THROW(loadScenario("gpubuck:dam-break?fluid.kT=hot"), InputError);
  EXPECT_NO_THROW(readLink("?scenario=dam-break&paused&explain"));
  EXPECT_FALSE(isLink("dam-break"));
  EXPECT_THROW(readLink("gpubuck:dam-break?fluid.kT=1e999"), InputError);
  EXPECT_FALSE(isLink("folder/my scenario.toml"));
}

TEST(ScenarioLink, ForeignParametersOfAnAddress_AreIgnored) {
  const std::string text =
      "https://example.org/?fbclid=x&scenario=dam-break&utm_source=a.b&seed=7&gclid&kT=2";
  EXPECT_TRUE(isLink(text));
  const ScenarioLink link = readLink(text);
  EXPECT_EQ(link.scenario, "dam-break");
  EXPECT_EQ(link.overrides, std::vector<std::string>{"noise.seed=7"});
}

TEST(ScenarioLink, MisspeltKey_IsRefusedByItsName) {
  for (const char* const text :
       {"?scenario=dam-break&fluid.kt=1", "gpubuck:dam-break?fluid.kt=1"}) {
    try {
      loadScenario(text);
      ADD_FAILURE() << text << " is taken";
    } catch (const InputError& error) {
      EXPECT_NE(std::string_view(error.what()).find("fluid.kt"), std::string_view::npos)
          << error.what();
    }
  }
  EXPECT_THROW(loadScenario("?scenario=dam-break&fluid=1"), InputError) << "a table";
  EXPECT_THROW(loadScenario("gpubuck:dam-break?utm_source=mail"), InputError);
}

TEST(ScenarioLink, OfAFileOfTheUsersIsRefusedWithTheReason) {
  scenario::Scenario own = loadScenario("dam-break");
  own.regions.emplace_back(own.regions.front());
  EXPECT_THROW(linkOf(own), InputError) << "no key of a link adds a region";
  own = loadScenario("dam-break");
  own.name = "mine";
  EXPECT_THROW(linkOf(own), InputError);
}

// Whoever sends a link must not choose what is read of its receiver's disk.
TEST(ScenarioLink, ThatNamesAFileIsRefused) {
  for (const char* link :
       {"gpubuck:equilibrium?initial.state=file&initial.file=/etc/passwd",
        "gpubuck:equilibrium?initial.file=/etc/passwd&initial.state=file",
        "gpubuck:equilibrium?initial%2Efile=%2Fetc%2Fpasswd&initial.state=file",
        "gpubuck:equilibrium?initial.file=points.xyz", "gpubuck:equilibrium?initial.file=",
        "gpubuck:equilibrium?initial={state='file',file='/etc/passwd'}",
        "?scenario=equilibrium&initial.state=file&initial.file=/etc/passwd",
        "https://example.org/?scenario=equilibrium&initial.file=/etc/passwd&initial.state=file"}) {
    try {
      loadScenario(link);
      if (std::string(link).ends_with("file=")) continue;  // names none
      ADD_FAILURE() << link;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(message.starts_with("initial.file: ")) << message;
      EXPECT_EQ(message.find_first_of("\n"), std::string::npos);
      EXPECT_EQ(message.find("root"), std::string::npos) << "nothing of the file is said";
    }
  }
  scenario::Scenario own = loadScenario("equilibrium");
  own.initial.kind = scenario::InitialKind::File;
  own.initial.file = "/folder/points.xyz";
  EXPECT_THROW(linkOf(own), InputError);
  EXPECT_THROW(addressOf(own), InputError);
}

TEST(ScenarioLink, ASignAsTwoDigitsCountsAtTheEndToo) {
  const auto valueIn = [](const std::string& text) {
    const ScenarioLink link = readLink("gpubuck:equilibrium?description=" + text);
    return link.overrides.empty() ? "" : link.overrides.back().substr(12);
  };
  EXPECT_EQ(valueIn("%22a%22"), "\"a\"");
  EXPECT_EQ(valueIn("a%20b%2b"), "a b+");
  EXPECT_EQ(valueIn("%41"), "A");
  for (const char* plain : {"a%", "a%2", "a%2g", "%g2", "%%", "a%-1"}) {
    EXPECT_EQ(valueIn(plain), plain);
  }
  EXPECT_EQ(loadScenario("gpubuck:equilibrium?description=%22two%20words%22").description,
            "two words");
}

struct Clipboard : DemoTest {
  Clipboard() : DemoTest(loadScenario("equilibrium", {"box.size=[4,4,4]", "fluid.kT=1.5"})) {
    ImGui::CreateContext();
  }
  ~Clipboard() override { ImGui::DestroyContext(); }
};

TEST_F(Clipboard, ALinkThatIsRefusedLeavesEverythingAsItWas) {
  setDefaults(state_);
  for (int k = 0; k < 3; ++k) session_.advance(1, 10.0, {});
  const std::string before = scenario::toToml(session_.scenario());
  const std::string opened = scenario::toToml(state_.opened);
  const int generation = session_.generation();
  for (const char* link : {"gpubuck:equilibrium?initial.state=file&initial.file=/etc/passwd",
                           "gpubuck:equilibrium?integrator.dt=1e-40", "gpubuck:none-such",
                           "gpubuck:equilibrium?box.size=[1,1,1]"}) {
    ImGui::SetClipboardText(link);
    const auto errors = journal_.notices().size();
    pasteLink(state_);
    state_.runPending();
    EXPECT_EQ(journal_.notices().size(), errors + 1) << link;
    EXPECT_EQ(session_.generation(), generation) << link;
    EXPECT_EQ(session_.simulation().stepNumber(), 3);
    EXPECT_EQ(scenario::toToml(session_.scenario()), before);
    EXPECT_EQ(scenario::toToml(state_.opened), opened);
    EXPECT_EQ(state_.beginning, nullptr);
    EXPECT_EQ(whatUndo(state_), "");
  }
}

TEST_F(Clipboard, TakesALinkAndGivesItBack) {
  copyLink(state_);
  state_.runPending();
  EXPECT_STREQ(ImGui::GetClipboardText(), "gpubuck:equilibrium?box.size=[4,4,4]&fluid.kT=1.5");
  openScenario(state_, "gpubuck:equilibrium?box.size=[5,5,5]");
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.0);
  pasteLink(state_);
  state_.runPending();
  EXPECT_EQ(session_.scenario().fluid.kT, 1.5);
  EXPECT_EQ(session_.scenario().fluid.box.size.x, 4.0);
  ImGui::SetClipboardText("a shopping list");
  const int generation = session_.generation();
  pasteLink(state_);
  state_.runPending();
  EXPECT_EQ(session_.generation(), generation);
}

}  // namespace
}  // namespace gpubuck::demo
