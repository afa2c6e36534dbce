#include "demo/ui/actions/undo.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "demo/ui/actions/values.h"

namespace gpubuck::demo {
namespace {

constexpr std::size_t kMostChanges = 1000;

/// Returns the first value that differs, "NAME = VALUE", and the number of the others.
std::string summaryOf(const Values& from, const Values& to) {
  const std::vector<NamedValue> values = differences(from, to);
  if (values.empty()) return "";
  const auto& [name, value] = values.front();
  return name + (value.empty() ? "" : " = " + value) +
         (values.size() > 1 ? fmt::format(" and {} more", values.size() - 1) : "");
}

/// Returns whether a button of the mouse is held, or a widget dragged or typed into.
bool anythingIsHeld() {
  return ImGui::GetCurrentContext() != nullptr &&
         (ImGui::IsAnyMouseDown() || ImGui::IsAnyItemActive());
}

}  // namespace

class Undo {
 public:
  void begin(DemoState& state, const std::string& what, std::optional<unsigned long> gesture);
  void end(DemoState& state);
  void drop(DemoState& state);
  void watch(DemoState& state);
  void takeBack(DemoState& state) { cross(state, done_, undone_, true); }
  void bringBack(DemoState& state) { cross(state, undone_, done_, false); }

  std::string undoName() const { return done_.empty() ? "" : done_.back().name(); }
  std::string redoName() const { return undone_.empty() ? "" : undone_.back().name(); }

 private:
  struct Change {
    std::string what{};  ///< name of a change of the particles; empty if only values changed
    Values before{}, after{};
    /// Ids of the kept states, or none if the fluid could not be kept.
    std::optional<std::int64_t> fluidBefore{}, fluidAfter{};
    unsigned long gesture = 0;  ///< the last gesture that is part of the change

    std::string name() const {
      if (!what.empty()) return what;
      const std::vector<NamedValue> values = differences(before, after);
      return values.empty() ? "" : values.front().name;
    }
  };
  using Changes = std::vector<Change>;

  /// Adds a change of the values that have been set since the last call.
  void note(DemoState& state);
  void add(DemoState& state, Change change);
  /// Undoes the last change of `from` if `isBack`, else redoes it, and moves it to `to`.
  void cross(DemoState& state, Changes& from, Changes& to, bool isBack);
  /// Restores the fluid from before the change, or from after it, and keeps the present one.
  void crossFluid(DemoState& state, Change& change, bool isBack);
  void forget(DemoState& state, Changes& changes, std::size_t count);

  Changes done_, undone_;
  std::optional<Change> open_;
  bool isContinued_ = false;   ///< whether the open change continues the last one
  std::int64_t revision_ = 0;  ///< of the fluid when the open change began
  std::optional<Values> last_;
};

std::shared_ptr<Undo> makeUndo() { return std::make_shared<Undo>(); }

void Undo::begin(DemoState& state, const std::string& what, std::optional<unsigned long> gesture) {
  end(state);
  note(state);
  isContinued_ =
      gesture && !done_.empty() && done_.back().what == what && done_.back().gesture == gesture;
  if (isContinued_) {
    open_ = std::move(done_.back());
    done_.pop_back();
    return;
  }
  open_ = Change{.what = what, .before = *last_, .gesture = gesture.value_or(state.gesture)};
  try {
    open_->fluidBefore = state.session.keep();
    if (open_->fluidBefore) state.session.history().hold(*open_->fluidBefore);
  } catch (const Error&) {
    // The window shows why the fluid has failed.
  }
  revision_ = state.session.revision();
}

void Undo::end(DemoState& state) {
  if (!open_) return;
  Change change = *std::exchange(open_, {});
  change.after = valuesOf(state);
  last_ = change.after;
  if (!isContinued_ && revision_ == state.session.revision()) {
    change.what.clear();
    if (change.fluidBefore) state.session.history().release(*change.fluidBefore);
    change.fluidBefore.reset();
  }
  add(state, std::move(change));
}

void Undo::drop(DemoState& state) {
  if (isContinued_) end(state);  // the change that it continues has had its effect
  if (open_ && open_->fluidBefore) state.session.history().release(*open_->fluidBefore);
  open_.reset();
}

void Undo::note(DemoState& state) {
  Values values = valuesOf(state);
  if (!last_) last_ = values;
  Change change{.before = std::exchange(*last_, values),
                .after = std::move(values),
                .gesture = state.gesture};
  add(state, std::move(change));
}

void Undo::add(DemoState& state, Change change) {
  const std::string name = change.name();
  if (name.empty()) return;
  forget(state, undone_, undone_.size());
  const bool isJoined = change.what.empty() && !done_.empty() && done_.back().what.empty() &&
                        done_.back().name() == name && done_.back().gesture == change.gesture;
  if (isJoined) {
    done_.back().after = std::move(change.after);
    if (done_.back().name().empty()) done_.pop_back();
    return;
  }
  done_.push_back(std::move(change));
  if (done_.size() > kMostChanges) forget(state, done_, 1);
}

void Undo::watch(DemoState& state) {
  if (open_ || (last_ && anythingIsHeld())) return;
  note(state);
}

void Undo::cross(DemoState& state, Changes& from, Changes& to, bool isBack) {
  end(state);
  note(state);
  const char* const said = isBack ? "undone" : "redone";
  if (from.empty()) {
    state.journal.notice(isBack ? "undo" : "redo", isBack ? "nothing to undo" : "nothing to redo");
    return;
  }
  Change& change = from.back();
  const Values& wanted = isBack ? change.before : change.after;
  const Values present = valuesOf(state);
  try {
    if (!change.what.empty()) crossFluid(state, change, isBack);
    setValues(state, wanted);
  } catch (const Error& error) {
    // Earlier changes cannot be reached any more.
    if (!change.what.empty()) forget(state, from, from.size());
    throw;
  }
  last_ = valuesOf(state);
  state.journal.notice(said, change.what.empty()
                                 ? summaryOf(present, wanted)
                                 : fmt::format("{}; now at step {}", change.what,
                                               state.session.simulation().stepNumber()));
  to.push_back(std::move(change));
  from.pop_back();
}

void Undo::crossFluid(DemoState& state, Change& change, bool isBack) {
  FluidSession& session = state.session;
  const auto wanted = isBack ? change.fluidBefore : change.fluidAfter;
  auto& left = isBack ? change.fluidAfter : change.fluidBefore;
  if (!wanted || session.history().find(*wanted) == nullptr) {
    throw RunError(change.what,
                   "that state was not saved because the fluid had failed or was too large");
  }
  std::optional<std::int64_t> present;
  // The wanted fluid must not be discarded to make room for the present one.
  session.history().hold(*wanted);
  try {
    const bool hasRoom = 2 * session.history().find(*wanted)->bytes() <= History::kMostBytes;
    if (hasRoom) present = session.keep();
  } catch (const Error&) {
    // A fluid that has failed is not kept.
  }
  session.history().release(*wanted);
  session.goTo(*wanted);
  if (present) session.history().hold(*present);
  if (left) session.history().release(*left);
  left = present;
  state.singleSteps.clear();
}

void Undo::forget(DemoState& state, Changes& changes, std::size_t count) {
  const auto end = changes.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto change = changes.begin(); change != end; ++change) {
    for (const auto& id : {change->fluidBefore, change->fluidAfter}) {
      if (id) state.session.history().release(*id);
    }
  }
  changes.erase(changes.begin(), end);
}

void beginChange(DemoState& state, const std::string& what, std::optional<unsigned long> gesture) {
  state.undo->begin(state, what, gesture);
}
void endChange(DemoState& state) { state.undo->end(state); }
void dropChange(DemoState& state) { state.undo->drop(state); }
void watchChanges(DemoState& state) { state.undo->watch(state); }
void takeBack(DemoState& state) { state.undo->takeBack(state); }
void bringBack(DemoState& state) { state.undo->bringBack(state); }
std::string undoName(const DemoState& state) { return state.undo->undoName(); }
std::string redoName(const DemoState& state) { return state.undo->redoName(); }

}  // namespace gpubuck::demo
