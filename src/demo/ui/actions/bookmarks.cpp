// The functions of undo.h for bookmarks.
#include <fmt/format.h>

#include <utility>

#include "base/error.h"
#include "base/number.h"
#include "demo/ui/actions/actions.h"
#include "demo/ui/actions/undo.h"
#include "demo/ui/panels/gallery.h"

namespace gpubuck::demo {

class Bookmarks {
 public:
  struct Bookmark {
    Moment moment;
    std::string name;
  };

  std::vector<Bookmark> all;
  std::size_t last = 0;  ///< index of the bookmark to which the user returned last; the number of
                         ///< bookmarks if a bookmark has been added since
};

std::shared_ptr<Bookmarks> makeBookmarks() { return std::make_shared<Bookmarks>(); }

std::optional<Moment> keepMoment(Workspace& state, const std::string& what) {
  const std::optional<std::int64_t> id = keepPresent(state, what);
  if (!id) return {};
  state.session.history().hold(*id);
  return Moment{*id, valuesOf(state)};
}

void returnTo(Workspace& state, const Moment& moment, const std::string& what) {
  beginChange(state, what);
  try {
    state.session.goTo(moment.id);
    setValues(state, moment.values);
  } catch (const Error&) {
    dropChange(state);
    throw;
  }
  state.singleSteps.clear();
  endChange(state);
}

void addBookmark(Workspace& state) {
  attempt(state, [&state] {
    std::optional<Moment> moment = keepMoment(state, "bookmark");
    if (!moment) return;
    std::string name = fmt::format("{}, step {}", titleOf(state.session.scenario().name),
                                   groupDigits(state.session.simulation().stepNumber()));
    auto& all = state.bookmarks->all;
    all.push_back({std::move(*moment), name});
    state.bookmarks->last = all.size();
    state.journal.notice(fmt::format("bookmark {}", all.size()), name);
  });
}

void goToBookmark(Workspace& state, std::size_t index) {
  attempt(state, [&state, index] {
    const Bookmarks::Bookmark& bookmark = state.bookmarks->all.at(index);
    state.bookmarks->last = index;
    returnTo(state, bookmark.moment, "bookmark");
    state.journal.notice(fmt::format("bookmark {}", index + 1), bookmark.name);
  });
}

void goToEarlierBookmark(Workspace& state) {
  const Bookmarks& bookmarks = *state.bookmarks;
  if (bookmarks.all.empty()) {
    state.journal.notice("no bookmark", "Q makes one");
    return;
  }
  goToBookmark(state, (bookmarks.last + bookmarks.all.size() - 1) % bookmarks.all.size());
}

void forgetBookmarks(Workspace& state) {
  for (const Bookmarks::Bookmark& each : state.bookmarks->all) {
    state.session.history().release(each.moment.id);
  }
  *state.bookmarks = {};
}

std::vector<std::string> bookmarkNames(const Workspace& state) {
  std::vector<std::string> names;
  for (const Bookmarks::Bookmark& each : state.bookmarks->all) names.push_back(each.name);
  return names;
}

std::vector<std::int64_t> bookmarkIds(const Workspace& state) {
  std::vector<std::int64_t> ids;
  for (const Bookmarks::Bookmark& each : state.bookmarks->all) ids.push_back(each.moment.id);
  return ids;
}

}  // namespace gpubuck::demo
