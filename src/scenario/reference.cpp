// The reference of keys and the completions for shells (declared in schema.h).
#include <fmt/format.h>

#include <cctype>

#include "scenario/schema.h"

namespace gpubuck::scenario {
namespace {

// Not a constant, since a lack of memory for a constant could not be reported before main().
std::string head() {
  return R"(# Keys of a scenario

A scenario is a TOML file that says what to simulate. [Your first scenario](first-scenario.md) explains such a file
line by line; this page lists every key. An example is a fluid that flows to the right in its lower half and to the
left above:

```toml title="flow.toml"
[box]
size = [16, 8, 16]

[fluid]
density = 3
poiseuille = 0.2

[integrator]
dt = 0.02
```

```sh
gpubuck run flow.toml --steps 200 --out flow
gpubuck run flow.toml --steps 200 --out faster --set fluid.poiseuille=0.4 --set fluid.kT=0.5
```

The option `--set` replaces a value; entries of arrays are counted from 0: `--set pair.0.a=30`. The keys
marked live may change while a fluid runs: in the window, and when a run continues from a checkpoint.
[equilibrium.toml](../assets/scenarios/equilibrium.toml) shows every key in its place. This file is made by
`gpubuck info --keys`.

The unit of length is the cut-off radius r_c of the pair force, and the unit of mass is the mass of the lightest
species. The unit of energy is chosen such that k_B T = 1 is the usual temperature. The unit of time follows:
r_c √(mass / energy).

The key `fluid.law` chooses the force between two particles at a distance r < 1. In its formula )" +
         std::string(dpd::kPairSymbols) + ".\n";
}

std::string markdownRow(const Key& key, const Scenario& plain) {
  const About& about = key.about;
  const auto cell = [](const std::string& text) { return text.empty() ? "-" : text; };
  const std::string initial = !about.initial.empty() ? about.initial
                              : key.isRequired       ? "must be given"
                                               : fmt::format("`{}`", literal(key.get(plain, 0)));
  const std::string only = key.only.empty() ? "" : fmt::format(" Only {}.", key.only);
  return fmt::format("| `{}` | {} | {} | {} | {} | {}{} |\n", key.name(), initial,
                     cell(about.limits.text()), cell(about.unit),
                     about.needs == Change::Restart ? "no" : "yes", about.help, only);
}

}  // namespace

Scenario plainScenario() {
  Scenario plain;
  plain.fluid.species.resize(1);
  plain.fluid.pairs.resize(1);
  plain.regions.resize(1);
  plain.fluid.solids.resize(1);
  plain.fluid.effects.resize(1);
  plain.fluid.bondKinds.resize(1);
  plain.fluid.angleKinds.resize(1);
  plain.molecules.resize(1);
  return plain;
}

std::string keyReference() {
  const Scenario plain = plainScenario();
  std::string text = head(), table = "-", words;
  for (const Key& key : schema()) {
    if (key.table() != table) {
      table = key.table();
      text += words + fmt::format(
                          "\n## {}\n\n| key | default | limits | unit | live | meaning |\n"
                          "|---|---|---|---|---|---|\n",
                          table.empty() ? "At the top" : key.header());
      words.clear();
    }
    text += markdownRow(key, plain);
    if (key.words.empty()) continue;
    words += fmt::format("\n`{}` is one of\n\n", key.name());
    for (const Word& word : key.words) {
      words += fmt::format("- `\"{}\"`{}{}\n", word.name, word.help.empty() ? "" : ": ", word.help);
    }
  }
  return text + words;
}

std::vector<std::string> overrideCandidates(const std::string& start) {
  std::vector<std::string> candidates;
  for (const Key& key : schema()) {
    std::string path = key.path;
    if (const std::size_t star = path.find('*'); star != std::string::npos) {
      // The entry whose number was typed, or the first entry.
      std::size_t end = star;
      while (end < start.size() && std::isdigit(static_cast<unsigned char>(start[end])) != 0) ++end;
      const std::string typed = end > star ? start.substr(star, end - star) : "0";
      path.replace(star, 1, typed);
    }
    path += '=';
    if (path.starts_with(start) && path != start) candidates.push_back(path);
    if (!start.starts_with(path)) continue;
    for (const Word& word : key.words) {
      if ((path + word.name).starts_with(start)) candidates.push_back(path + word.name);
    }
  }
  return candidates;
}

}  // namespace gpubuck::scenario
