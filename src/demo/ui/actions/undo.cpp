#include "demo/ui/actions/undo.h"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/number.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/tool_actions.h"
#include "demo/view/fluid_view.h"
#include "scenario/schema.h"

namespace gpubuck::demo {

namespace {

using scenario::Scenario;

bool isSame(const Scenario& one, const Scenario& other) {
  return scenario::differences(one, other).empty();
}

/// Returns the label of a key. For keys of [[pair]] and [[species]], adds the names of the species.
std::string nameOf(const scenario::Key& key, std::size_t entry, const Scenario& scenario) {
  const std::string& name = key.about.label.empty() ? key.path : key.about.label;
  const auto& species = scenario.fluid.species;
  if (key.table() == "pair.*") {
    return fmt::format("{} of {} and {}", name, species[entry / species.size()].name,
                       species[entry % species.size()].name);
  }
  return key.table() == "species.*" ? fmt::format("{} {}", name, species[entry].name) : name;
}

NamedValue named(const scenario::Difference& difference, const Scenario& scenario) {
  for (const scenario::Key& key : scenario::schema()) {
    for (const std::size_t entry : scenario::entriesOf(key, scenario)) {
      if (key.pathOf(scenario, entry) != difference.key) continue;
      return {nameOf(key, entry, scenario), difference.second};
    }
  }
  return {difference.key, difference.second};
}

}  // namespace

Values valuesOf(const Workspace& state) {
  Values values{state,          state.session.scenario(), state.opened,
                state.savePath, state.session.engine(),   state.framed};
  values.scenario.fluid.solids.clear();
  values.playback.playing = false;
  return values;
}

void setValues(Workspace& state, const Values& values) {
  FluidSession& session = state.session;
  // The fast engine is set before the values, since the algorithm, which is one of the values, may
  // need this engine. The paper engine is set after the values. The method of 2007 runs only on the
  // paper engine, so the method is changed before the fast engine is set.
  if (values.engine == texel::Engine::Fast && session.engine() != values.engine) {
    Scenario open = session.scenario();
    if (open.step.method == dpd::StepMethod::Year2007) {
      open.step = dpd::withMethod(open.step, dpd::StepMethod::Today);
      session.change(open);
    }
    session.setEngine(values.engine);
  }
  Scenario wanted = values.scenario;
  wanted.fluid.solids = session.scenario().fluid.solids;
  if (!isSame(session.scenario(), wanted)) {
    session.setView(wanted.view);
    if (!isSame(session.scenario(), wanted)) session.change(wanted);
  }
  if (session.engine() != values.engine) session.setEngine(values.engine);
  state.opened = values.opened;
  state.savePath = values.savePath;
  state.framed = values.framed;
  const bool isPlaying = state.playback.playing;
  const PointerTool tool = state.tool.chosen;
  static_cast<Settings&>(state) = values;
  state.playback.playing = isPlaying;
  state.tool.chosen = tool;
  suitTool(state);
}

std::vector<NamedValue> differences(const Values& first, const Values& second) {
  std::vector<NamedValue> all;
  const dpd::Camera& camera = second.scenario.view.camera;
  Scenario seenAlike = first.scenario;
  seenAlike.view.camera = camera;
  for (const scenario::Difference& each : scenario::differences(seenAlike, second.scenario)) {
    NamedValue value = named(each, second.scenario);
    if (std::ranges::find(all, value.name, &NamedValue::name) == all.end()) {
      all.push_back(std::move(value));
    }
  }
  if (first.scenario.view.camera != camera) all.push_back({"Camera", ""});
  if (first.engine != second.engine) all.push_back({"Engine", texel::engineName(second.engine)});
  for (const Setting& row : settings()) {
    if (!row.isSame(first, second)) all.push_back({row.label, row.text(second)});
  }
  return all;
}

namespace {

constexpr std::size_t kMostChanges = 1000;

/// Returns the first value that differs, "NAME = VALUE", and the number of other differing values.
std::string summaryOf(const Values& from, const Values& to) {
  const std::vector<NamedValue> values = differences(from, to);
  if (values.empty()) return "";
  const auto& [name, value] = values.front();
  return name + (value.empty() ? "" : " = " + value) +
         (values.size() > 1 ? fmt::format(" and {} more", values.size() - 1) : "");
}

/// Returns whether a button of the mouse is held, or the user is dragging or typing in a widget.
bool anythingIsHeld() {
  return ImGui::GetCurrentContext() != nullptr &&
         (ImGui::IsAnyMouseDown() || ImGui::IsAnyItemActive());
}

}  // namespace

class Undo {
 public:
  void begin(Workspace& state, const std::string& what, std::optional<unsigned long> gesture);
  void end(Workspace& state);
  void drop(Workspace& state);
  void watch(Workspace& state);
  void frame(const glm::ivec2& size);
  void takeBack(Workspace& state) { cross(state, done_, undone_, true); }
  void bringBack(Workspace& state) { cross(state, undone_, done_, false); }

  std::string undoName() const { return done_.empty() ? "" : done_.back().name(); }
  std::string redoName() const { return undone_.empty() ? "" : undone_.back().name(); }

 private:
  struct Change {
    std::string what{};  ///< name of a change of the particles; empty if only values changed
    Values before{}, after{};
    /// Ids of the kept states before and after the change, or none if the fluid could not be kept.
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
  void note(Workspace& state);
  void add(Display& display, Change change);
  /// Undoes the last change of `from` if `isBack`, otherwise redoes it. Moves the change to `to`.
  void cross(Workspace& state, Changes& from, Changes& to, bool isBack);
  /// Keeps the present fluid for the way back. Then restores the fluid as it was before the change
  /// if `isBack`, otherwise as it was after the change.
  void crossFluid(Workspace& state, Change& change, bool isBack);
  void forget(Display& display, Changes& changes, std::size_t count);

  Changes done_, undone_;
  std::optional<Change> open_;
  bool isContinued_ = false;   ///< whether the open change continues the last change
  std::int64_t revision_ = 0;  ///< revision of the fluid when the open change began
  std::optional<Values> last_;
};

std::shared_ptr<Undo> makeUndo() { return std::make_shared<Undo>(); }

void Undo::begin(Workspace& state, const std::string& what, std::optional<unsigned long> gesture) {
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
    // The window shows the failure of the fluid.
  }
  revision_ = state.session.revision();
}

void Undo::end(Workspace& state) {
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

void Undo::drop(Workspace& state) {
  if (isContinued_) end(state);  // the open change continues a change that has had an effect
  if (open_ && open_->fluidBefore) state.session.history().release(*open_->fluidBefore);
  open_.reset();
}

void Undo::note(Workspace& state) {
  Values values = valuesOf(state);
  if (!last_) last_ = values;
  Change change{.before = std::exchange(*last_, values),
                .after = std::move(values),
                .gesture = state.gesture};
  add(state, std::move(change));
}

void Undo::add(Display& display, Change change) {
  const std::string name = change.name();
  if (name.empty()) return;
  forget(display, undone_, undone_.size());
  const bool isJoined = change.what.empty() && !done_.empty() && done_.back().what.empty() &&
                        done_.back().name() == name && done_.back().gesture == change.gesture;
  if (isJoined) {
    done_.back().after = std::move(change.after);
    if (done_.back().name().empty()) done_.pop_back();
    return;
  }
  done_.push_back(std::move(change));
  if (done_.size() > kMostChanges) forget(display, done_, 1);
}

void Undo::watch(Workspace& state) {
  if (open_ || (last_ && anythingIsHeld())) return;
  note(state);
}

void Undo::frame(const glm::ivec2& size) {
  if (!last_ || last_->framed == size) return;
  if (last_->framed.x > 0) {
    dpd::Camera& camera = last_->scenario.view.camera;
    camera = reframed(last_->scenario.fluid, camera, last_->framed, size);
  }
  last_->framed = size;
}

void Undo::cross(Workspace& state, Changes& from, Changes& to, bool isBack) {
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
    // Changes beyond this change cannot be reached any more.
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

void Undo::crossFluid(Workspace& state, Change& change, bool isBack) {
  FluidSession& session = state.session;
  const auto wanted = isBack ? change.fluidBefore : change.fluidAfter;
  auto& left = isBack ? change.fluidAfter : change.fluidBefore;
  if (!wanted || session.history().find(*wanted) == nullptr) {
    throw RunError(change.what,
                   "the state to return to is not kept: the fluid had failed or was too large, or "
                   "later states needed the memory");
  }
  std::optional<std::int64_t> present;
  // The wanted state must not be dropped to make room for the present state.
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

void Undo::forget(Display& display, Changes& changes, std::size_t count) {
  const auto end = changes.begin() + static_cast<std::ptrdiff_t>(count);
  for (auto change = changes.begin(); change != end; ++change) {
    for (const auto& id : {change->fluidBefore, change->fluidAfter}) {
      if (id) display.session.history().release(*id);
    }
  }
  changes.erase(changes.begin(), end);
}

void beginChange(Workspace& state, const std::string& what, std::optional<unsigned long> gesture) {
  state.undo->begin(state, what, gesture);
}
void endChange(Workspace& state) { state.undo->end(state); }
void dropChange(Workspace& state) { state.undo->drop(state); }
void watchChanges(Workspace& state) { state.undo->watch(state); }
void frameCamera(Workspace& state, const glm::ivec2& size) {
  state.undo->frame(size);
  const glm::ivec2 before = std::exchange(state.framed, size);
  if (before == size || before.x == 0) return;
  const scenario::Scenario& scenario = state.session.scenario();
  const dpd::Camera camera = reframed(scenario.fluid, scenario.view.camera, before, size);
  if (camera != scenario.view.camera) setCamera(state, camera);
}
void takeBack(Workspace& state) { state.undo->takeBack(state); }
void bringBack(Workspace& state) { state.undo->bringBack(state); }
std::string undoName(const Workspace& state) { return state.undo->undoName(); }
std::string redoName(const Workspace& state) { return state.undo->redoName(); }

}  // namespace gpubuck::demo
