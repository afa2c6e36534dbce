// Links: reading a link restores its scenario.
#include "scenario/built_in.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/error.h"
#include "scenario/schema.h"
#include "support/errors.h"

namespace gpubuck::scenario {
namespace {

std::string differenceOf(const Scenario& one, const Scenario& other) {
  std::string all;
  for (const auto& each : differences(one, other)) all += each.key + " ";
  return all;
}

/// Returns another value that the key may take. If there is no other value, returns the same value.
Value changedValue(const Key& key, Value value) {
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

/// Changes a random key if the scenario stays valid.
void changeSomething(Scenario& scenario) {
  const Key& key = *rc::gen::elementOf(schema());
  if (!key.set || !key.get || key.path == "name" || key.path == "initial.file") return;
  const auto entries = entriesOf(key, scenario);
  if (entries.empty()) return;
  const std::size_t entry = *rc::gen::elementOf(entries);
  if (key.isWritten && !key.isWritten(scenario, entry)) return;
  Scenario changed = scenario;
  try {
    const Value value = changedValue(key, key.get(scenario, entry));
    requireAllowed(
        key, scenario, value, key.path,
        [](const std::string& path, const std::string& why) { throw InputError(path, why); });
    key.set(changed, entry, value);
    requireValid(changed);
    scenario = changed;
  } catch (const InputError&) {
  }
}

RC_GTEST_PROP(Link, Scenario_SurvivesARoundTrip, ()) {
  const auto names = builtInNames();
  Scenario scenario = findScenario(*rc::gen::elementOf(names));
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
  RC_ASSERT(differenceOf(findScenario(link), scenario) == "");
  RC_ASSERT(differenceOf(findScenario("https://example.org/?" + address), scenario) == "");
}

TEST(Link, HoldsOnlyDifferences) {
  EXPECT_EQ(linkOf(findScenario("dam-break")), "gpubuck:dam-break");
  EXPECT_EQ(addressOf(findScenario("dam-break")), "scenario=dam-break");
  const Scenario changed = findScenario(
      "falling-drop", {"noise.seed=7", "fluid.gravity=[0, 0.5, -0.3]", "sort.mode=sort"});
  EXPECT_EQ(linkOf(changed),
            "gpubuck:falling-drop?fluid.gravity=[0,0.5,-0.3]&seed=7&sort.mode=sort");
  EXPECT_EQ(findScenario("\n gpubuck:equilibrium?view.slice_axis=x&species.0.colour=%23ff8000 ",
                         {"fluid.kT=2"})
                .fluid.species[0]
                .colour,
            findScenario("equilibrium", {"species.0.colour=#ff8000"}).fluid.species[0].colour);
  EXPECT_EQ(findScenario("gpubuck:equilibrium?fluid.kT=3", {"fluid.kT=2"}).fluid.kT, 2.0);
}

TEST(Link, TextWithBlanks_IsKept) {
  const Scenario changed = findScenario("keyhole", {"description=\"All of it,  now\""});
  EXPECT_EQ(linkOf(changed), "gpubuck:keyhole?description=%22All%20of%20it,%20%20now%22");
  EXPECT_EQ(findScenario(linkOf(changed)).description, "All of it,  now");
}

// Without quotes, a link would read these texts as values.
TEST(Link, TextLikeAValue_SurvivesARoundTrip) {
  for (const char* const text : {"true", "false", "inf", "nan", "oil"}) {
    Scenario changed = findScenario("keyhole");
    changed.description = text;
    EXPECT_EQ(differenceOf(findScenario(linkOf(changed)), changed), "") << text;
  }
}

TEST(Link, HoldsEveryPairOfEveryScenario) {
  for (const std::string& name : builtInNames()) {
    Scenario changed = findScenario(name);
    for (const char* const path : {"pair.*.a", "pair.*.gamma"}) {
      const Key& key = keyAt(path);
      for (const std::size_t entry : entriesOf(key, changed)) {
        key.set(changed, entry, 7.0 + static_cast<double>(entry));
        EXPECT_EQ(differenceOf(findScenario(linkOf(changed)), changed), "") << name;
      }
    }
  }
}

TEST(Link, BadLink_IsRefusedWithReason) {
  EXPECT_THROW(readLink("gpubuck:none-such"), InputError);
  EXPECT_THROW(readLink("gpubuck:/etc/passwd"), InputError);
  EXPECT_THROW(readLink("gpubuck:dam-break?fluid.kT"), InputError);
  EXPECT_THROW(readLink("?fluid.kT=1"), InputError);
  EXPECT_THROW(findScenario("gpubuck:dam-break?fluid.kT=hot"), InputError);
  EXPECT_NO_THROW(readLink("?scenario=dam-break&paused&explain"));
  EXPECT_FALSE(isLink("dam-break"));
  EXPECT_THROW(readLink("gpubuck:dam-break?fluid.kT=1e999"), InputError);
  EXPECT_FALSE(isLink("folder/my scenario.toml"));
}

TEST(Link, ForeignParameters_AreIgnored) {
  const std::string text =
      "https://example.org/?fbclid=x&scenario=dam-break&utm_source=a.b&seed=7&gclid&kT=2";
  EXPECT_TRUE(isLink(text));
  const Link link = readLink(text);
  EXPECT_EQ(link.scenario, "dam-break");
  EXPECT_EQ(link.overrides, std::vector<std::string>{"noise.seed=7"});
}

TEST(Link, MisspeltKey_IsRefusedByItsName) {
  for (const char* const text :
       {"?scenario=dam-break&fluid.kt=1", "gpubuck:dam-break?fluid.kt=1"}) {
    EXPECT_TRUE(gpubuck::test::names(
        gpubuck::test::messageOf<InputError>([&] { findScenario(text); }), {"fluid.kt"}));
  }
  EXPECT_THROW(findScenario("?scenario=dam-break&fluid=1"), InputError) << "a table";
  EXPECT_THROW(findScenario("gpubuck:dam-break?utm_source=mail"), InputError);
}

TEST(Link, ScenarioOfAUsersFile_IsRefusedWithReason) {
  Scenario own = findScenario("dam-break");
  own.regions.emplace_back(own.regions.front());
  EXPECT_THROW(linkOf(own), InputError) << "no key of a link adds a region";
  own = findScenario("dam-break");
  own.name = "mine";
  EXPECT_THROW(linkOf(own), InputError);
}

// The sender of a link must not make the receiver read a file of the sender's choice.
TEST(Link, LinkNamingAFile_IsRefused) {
  for (const char* link :
       {"gpubuck:equilibrium?initial.state=file&initial.file=/etc/passwd",
        "gpubuck:equilibrium?initial.file=/etc/passwd&initial.state=file",
        "gpubuck:equilibrium?initial%2Efile=%2Fetc%2Fpasswd&initial.state=file",
        "gpubuck:equilibrium?initial.file=points.xyz", "gpubuck:equilibrium?initial.file=",
        "gpubuck:equilibrium?initial={state='file',file='/etc/passwd'}",
        "?scenario=equilibrium&initial.state=file&initial.file=/etc/passwd",
        "https://example.org/?scenario=equilibrium&initial.file=/etc/passwd&initial.state=file"}) {
    try {
      findScenario(link);
      if (std::string(link).ends_with("file=")) continue;  // names none
      ADD_FAILURE() << link;
    } catch (const InputError& error) {
      const std::string message = error.what();
      EXPECT_TRUE(test::names(message, {"initial.file"}));
      EXPECT_EQ(message.find_first_of("\n"), std::string::npos);
      EXPECT_EQ(message.find("root"), std::string::npos) << "nothing of the file is said";
    }
  }
  Scenario own = findScenario("equilibrium");
  own.initial.kind = InitialKind::File;
  own.initial.file = "/folder/points.xyz";
  EXPECT_THROW(linkOf(own), InputError);
  EXPECT_THROW(addressOf(own), InputError);
}

TEST(Link, PercentEncodingAtTheEnd_IsDecoded) {
  const auto valueIn = [](const std::string& text) {
    const Link link = readLink("gpubuck:equilibrium?description=" + text);
    return link.overrides.empty() ? "" : link.overrides.back().substr(12);
  };
  EXPECT_EQ(valueIn("%22a%22"), "\"a\"");
  EXPECT_EQ(valueIn("a%20b%2b"), "a b+");
  EXPECT_EQ(valueIn("%41"), "A");
  for (const char* plain : {"a%", "a%2", "a%2g", "%g2", "%%", "a%-1"}) {
    EXPECT_EQ(valueIn(plain), plain);
  }
  EXPECT_EQ(findScenario("gpubuck:equilibrium?description=%22two%20words%22").description,
            "two words");
}

}  // namespace
}  // namespace gpubuck::scenario
