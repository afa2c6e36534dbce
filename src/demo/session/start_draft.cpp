#include "demo/session/start_draft.h"

#include <utility>

#include "scenario/schema.h"

namespace gpubuck::demo {
namespace {

using scenario::Scenario;

bool startDiffers(const Scenario& one, const Scenario& other) {
  return scenario::changeBetween(one, other) == scenario::Change::Restart;
}

/// Returns `running` with the values that need a restart and differ between `before` and `draft`
/// taken from `draft`. Other values are left alone: an unset one must not become its default.
Scenario withStart(Scenario running, const Scenario& before, const Scenario& draft) {
  for (const scenario::Key& key : scenario::schema()) {
    if (key.about.needs != scenario::Change::Restart || !key.set) continue;
    for (const std::size_t entry : scenario::entriesOf(key, draft)) {
      const scenario::Value value = key.get(draft, entry);
      if (value != key.get(before, entry)) key.set(running, entry, value);
    }
  }
  const std::vector<dpd::Solid> fixed = dpd::fixedOf(draft.fluid.solids);
  if (fixed != dpd::fixedOf(before.fluid.solids)) {
    std::vector<dpd::Solid>& solids = running.fluid.solids;
    std::erase_if(solids,
                  [](const dpd::Solid& solid) { return solid.kind != dpd::SolidKind::Body; });
    solids.insert(solids.end(), fixed.begin(), fixed.end());
  }
  return running;
}

}  // namespace

Scenario& StartDraft::of(const Scenario& running) {
  draft_ = startDiffers(running, running_) ? running : withStart(running, running_, draft_);
  running_ = running;
  return draft_;
}

bool StartDraft::isChanged(const Scenario& running) { return startDiffers(of(running), running); }

}  // namespace gpubuck::demo
