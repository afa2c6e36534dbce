// The values that need a restart, as the user has set them for the next one.
#pragma once

#include "scenario/scenario.h"

namespace gpubuck::demo {

/// A scenario that differs from the running one in values that need a restart. All other values
/// follow the running scenario.
class StartDraft {
 public:
  /// Returns the scenario of the next restart, to be edited. The draft is discarded if values that
  /// need a restart differ from those of `running` at the last call.
  scenario::Scenario& of(const scenario::Scenario& running);
  /// Returns whether of(running) differs from it.
  bool isChanged(const scenario::Scenario& running);
  void discard() { draft_ = running_; }

 private:
  scenario::Scenario running_;  ///< as of() was last called with
  scenario::Scenario draft_;
};

}  // namespace gpubuck::demo
