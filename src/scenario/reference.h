// What the schema tells people and shells.
#pragma once

#include <string>
#include <vector>

namespace gpubuck::scenario {

/// Every key with its default, limits, unit and explanation, as Markdown: docs/scenario.md.
std::string keyReference();

/// What `--set` may go on with after `start`: `KEY=` for the keys that begin so, `KEY=WORD` after
/// the
/// `=` of a choice.
std::vector<std::string> overrideCandidates(const std::string& start);

}  // namespace gpubuck::scenario
