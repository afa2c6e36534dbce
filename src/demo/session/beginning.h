// A scenario that is about to begin: its particles are made between pictures, as many as there is
// time for, and the present fluid stays until they are complete.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "run/run_state.h"
#include "scenario/initial/initial_state.h"

namespace gpubuck::demo {

class Beginning {
 public:
  /// `what` it is called, for undo; `done` follows when the fluid has begun. A restart takes over
  /// what is changed meanwhile of the scenario it `restarts`.
  Beginning(const scenario::Scenario& scenario, std::string what, std::function<void()> done,
            std::optional<scenario::Scenario> restarts = {});

  /// Makes particles for about so many seconds. True: all are made. Throws what
  /// scenario::makeInitialState throws.
  bool advance(double seconds);
  /// How much has been done, 0..1.
  double share() const { return maker_.share(); }
  /// How long it has taken, and about how long it will take yet.
  double seconds() const { return seconds_; }
  double secondsLeft() const;

  std::int64_t particles() const { return particles_; }
  const std::string& what() const { return what_; }
  const std::function<void()>& done() const { return done_; }
  /// When all particles are made; `present`: the scenario of the fluid that there is. Throws
  /// InputError where the new one cannot take over its changes.
  run::RunState take(const scenario::Scenario& present);

 private:
  scenario::Scenario scenario_;
  std::string what_;
  std::function<void()> done_;
  std::optional<scenario::Scenario> restarts_;
  std::int64_t particles_;
  scenario::InitialStateMaker maker_;
  double seconds_ = 0.0;
};

}  // namespace gpubuck::demo
