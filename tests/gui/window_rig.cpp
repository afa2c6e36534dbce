#include "gui/window_rig.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "base/error.h"

namespace gpubuck::test {
namespace fs = std::filesystem;

namespace {

/// The entries of the log's line about a window at rest.
struct Rest {
  std::int64_t step;
  long events;  ///< number of events answered before the line was written
};

std::optional<Rest> restOf(const std::string& line) {
  Rest rest{};
  if (std::sscanf(line.c_str(), "at rest: step %" SCNd64 " events %ld", &rest.step, &rest.events) !=
      2) {
    return {};
  }
  return rest;
}

fs::path makeFolder() {
  std::string name = (fs::path(::testing::TempDir()) / "gpubuck-window-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw RunError(name, "cannot be made");
  return name;
}

/// Returns VALUE if the line is `WHAT: VALUE` with this `what`, otherwise nothing.
std::optional<std::string> valueOf(const std::string& line, const std::string& what) {
  if (!line.starts_with(what + ": ")) return {};
  return line.substr(what.size() + 2);
}

}  // namespace

::testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no '" << part << "' in '" << text << "'";
}

std::string executable() { return GPUBUCK_EXECUTABLE; }

WindowRig::WindowRig()
    : folder_(makeFolder()),
      logFile_(folder_ / "log.txt"),
      screen_(std::make_unique<Screen>(folder_)) {}

WindowRig::~WindowRig() {
  program_.reset();
  screen_.reset();
  fs::remove_all(folder_);
}

void WindowRig::TearDown() {
  if (program_ == nullptr || HasFatalFailure()) return;
  if (!ended_ && !hasEnded()) close();
  if (!ended_) awaitEnd();
}

void WindowRig::open(const Opening& opening) {
  std::vector<std::string> words{executable(), "demo"};
  words.insert(words.end(), opening.scenario.begin(), opening.scenario.end());
  words.insert(words.end(), opening.options.begin(), opening.options.end());
  words.insert(words.end(), {"--size", fmt::format("{}x{}", opening.size.x, opening.size.y),
                             "--out", opening.output, "--log", logFile_, "--log-widgets"});
  if (opening.paused) words.push_back("--paused");
  words.insert(words.end(), {"--panels", opening.layout});
  if (std::ranges::find(words, "--engine") == words.end()) {
    words.insert(words.end(), {"--engine", "paper"});  // this engine runs in every context
  }
  playingAtFirst_ = !opening.paused;
  Environment environment = surroundings("gpubuck");
  for (const auto& [name, value] : opening.variables) environment.variables[name] = value;
  program_ = std::make_unique<Program>(words, environment);
  answer("size");
  settle();
  window_ = screen_->findWindow("gpubuck: ");
  if (window_ == 0) giveUp("a window with its title");
  xdotool({"windowfocus", "--sync", std::to_string(window_)});
  settle();
}

void WindowRig::awaitEnd() {
  ended_ = true;
  EXPECT_EQ(program_->wait(kPatience), 0);
  EXPECT_EQ(program_->errors(), "");
  EXPECT_EQ(program_->output(), "");
  readLog();
  ASSERT_FALSE(log_.empty());
  EXPECT_TRUE(log_.back().starts_with("closed: at step ")) << log_.back();
  const auto errors = std::count_if(log_.begin(), log_.end(), [](const std::string& line) {
    return line.starts_with("error: ");
  });
  EXPECT_EQ(errors, errorsAskedFor_) << latest("error");
}

std::string WindowRig::answer(const std::string& what) {
  std::string found;
  const auto seek = [&] {
    const bool ended = hasEnded();
    readLog();
    for (std::size_t i = cursor_; i < log_.size(); ++i) {
      if (const auto value = valueOf(log_[i], what)) {
        found = *value;
        lastSign_ = cursor_ = i + 1;
        return true;
      }
    }
    if (ended) giveUp(fmt::format("'{}: ...' in the log: the window has closed", what));
    return false;
  };
  if (!waitUntil(seek, kPatience)) giveUp(fmt::format("'{}: ...' in the log", what));
  if (what == "error") ++errorsAskedFor_;
  return found;
}

std::string WindowRig::latest(const std::string& what) {
  if (!ended_) settle();
  readLog();
  for (std::size_t i = log_.size(); i-- > 0;) {
    if (const auto value = valueOf(log_[i], what)) return *value;
  }
  return {};
}

void WindowRig::settle() {
  const auto atRest = [&] {
    const bool ended = hasEnded();
    readLog();
    for (std::size_t i = lastSign_; i < log_.size(); ++i) {
      const auto rest = restOf(log_[i]);
      if (rest && rest->events > eventsBefore_) return true;
    }
    return ended || isPlaying();
  };
  if (!waitUntil(atRest, kPatience)) giveUp("the window to come to rest");
}

Place WindowRig::place(const std::string& widget) {
  settle();
  for (std::size_t i = log_.size(); i-- > 0;) {
    if (!log_[i].starts_with("widget: " + widget + " ")) continue;
    std::istringstream numbers(log_[i].substr(widget.size() + 9));
    Place place{};
    numbers >> place.x >> place.y >> place.width >> place.height;
    return place;
  }
  giveUp("the widget " + widget);
}

bool WindowRig::hasBeenShown(const std::string& widget) {
  settle();
  return std::any_of(log_.begin(), log_.end(), [&](const std::string& line) {
    return line.starts_with("widget: " + widget + " ");
  });
}

void WindowRig::point(const glm::ivec2& place) {
  begin();
  // If the pointer is there already, no line of the log would show that it has arrived.
  if (place == pointer_) return;
  pointer_ = place;
  send({"mousemove", "--window", std::to_string(window_), std::to_string(place.x),
        std::to_string(place.y)});
}

void WindowRig::press(int button) {
  begin();
  send({"mousedown", std::to_string(button)});
}

void WindowRig::pointAndPress(const glm::ivec2& place) {
  begin();
  pointer_ = place;
  send({"mousemove", "--window", std::to_string(window_), std::to_string(place.x),
        std::to_string(place.y), "mousedown", std::to_string(kLeftButton)});
}

void WindowRig::release(int button) {
  begin();
  send({"mouseup", std::to_string(button)});
}

void WindowRig::click(const std::string& widget) {
  const Place at = place(widget);
  const std::size_t act = begin();
  // Some widgets are only as wide as their label, but all react at their left end.
  point({at.x + std::min(at.width, at.height) / 2, at.y + at.height / 2});
  press();
  release();
  cursor_ = act;
}

void WindowRig::drag(const glm::ivec2& from, const glm::ivec2& path, int button) {
  const std::size_t act = begin();
  point(from);
  press(button);
  point(from + path / 2);
  point(from + path);
  release(button);
  cursor_ = act;
}

void WindowRig::wheel(const glm::ivec2& place, int notches) {
  const std::size_t act = begin();
  constexpr int kUp = 4, kDown = 5;
  point(place);
  for (int i = 0; i < std::abs(notches); ++i) {
    send({"click", std::to_string(notches > 0 ? kUp : kDown)});
  }
  cursor_ = act;
}

void WindowRig::key(const std::string& name) {
  const std::size_t act = begin();
  std::vector<std::string> keys;
  std::istringstream parts(name);
  for (std::string part; std::getline(parts, part, '+');) keys.push_back(part);
  for (const std::string& each : keys) hold(each);
  for (auto each = keys.rbegin(); each != keys.rend(); ++each) letGo(*each);
  cursor_ = act;
}

void WindowRig::tap(const std::vector<std::string>& names) {
  const std::size_t act = begin();
  std::vector<std::string> words{"key", "--delay", "0"};
  words.insert(words.end(), names.begin(), names.end());
  send(words);
  cursor_ = act;
}

void WindowRig::atOnce(const std::vector<std::string>& words) {
  const std::size_t act = begin();
  expectEvents();
  signal(SIGSTOP);
  try {
    xdotool(words);
  } catch (...) {
    signal(SIGCONT);
    throw;
  }
  signal(SIGCONT);
  settle();
  cursor_ = act;
}

std::vector<std::string> WindowRig::clickOn(const std::string& widget) {
  const Place at = place(widget);
  pointer_ = {at.x + std::min(at.width, at.height) / 2, at.y + at.height / 2};
  const std::string button = std::to_string(kLeftButton);
  return {"mousemove",
          "--window",
          std::to_string(window_),
          std::to_string(pointer_.x),
          std::to_string(pointer_.y),
          "mousedown",
          button,
          "mouseup",
          button};
}

void WindowRig::hold(const std::string& key) {
  begin();
  send({"keydown", key});
}

void WindowRig::letGo(const std::string& key) {
  begin();
  if (!hasEnded()) send({"keyup", key});
}

void WindowRig::fill(const std::string& widget, const std::string& text) {
  const std::size_t act = begin();
  click(widget);
  key("ctrl+a");
  type(text);
  cursor_ = act;
}

void WindowRig::fillSlider(const std::string& widget, const std::string& text) {
  const std::size_t act = begin();
  hold("ctrl");
  click(widget);
  letGo("ctrl");
  key("ctrl+a");
  type(text);
  cursor_ = act;
}

void WindowRig::choose(const std::string& widget, const std::string& word) {
  click(widget);
  click(widget + "/" + word);
}

void WindowRig::openSection(const std::string& section) {
  for (const std::string& other : std::set<std::string>(openSections_)) {
    if (other == section) continue;
    click(other);
    openSections_.erase(other);
  }
  if (openSections_.insert(section).second) click(section);
}

void WindowRig::resize(const glm::ivec2& size) {
  begin();
  send({"windowsize", std::to_string(window_), std::to_string(size.x), std::to_string(size.y)});
  while (answer("size") != fmt::format("{} {}", size.x, size.y)) {
  }
  settle();
}

std::int64_t WindowRig::step() {
  settle();
  for (std::size_t i = log_.size(); i-- > 0;) {
    if (const auto rest = restOf(log_[i])) return rest->step;
  }
  giveUp("a time step");
}

Image WindowRig::picture() {
  key("p");
  return readPng(folder_ / answer("screenshot"));
}

Image WindowRig::pictureOfFluid() {
  key("shift+p");
  return readPng(folder_ / answer("screenshot"));
}

std::vector<fs::path> WindowRig::files(const std::string& ending) const {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder_)) {
    if (entry.path().string().ends_with(ending)) found.push_back(entry.path());
  }
  return found;
}

double WindowRig::processorSeconds() const {
  const std::string stat = bytesOf(fmt::format("/proc/{}/stat", program_->id()));
  // The second field is a name in parentheses, which may contain blanks.
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  double user = 0.0, system = 0.0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

std::string WindowRig::outputOf(const std::vector<std::string>& words) const {
  Program program(words, surroundings("other"));
  EXPECT_EQ(program.wait(kPatience), 0) << words[0] << '\n' << program.errors();
  return program.output();
}

Environment WindowRig::surroundings(const std::string& name) const {
  Environment environment{.folder = folder_, .name = name};
  environment.variables["DISPLAY"] = screen_->name();
  environment.variables["XDG_CONFIG_HOME"] = folder_.string();
  environment.variables["WAYLAND_DISPLAY"] = std::nullopt;
  return environment;
}

void WindowRig::xdotool(std::vector<std::string> words) {
  words.insert(words.begin(), "xdotool");
  Program program(words, surroundings("xdotool"));
  if (program.wait(kPatience) == 0) return;
  if (hasEnded()) giveUp("an answer to xdotool: the window has closed");
  throw RunError("xdotool", program.errors());
}

std::size_t WindowRig::begin() {
  readLog();
  return cursor_ = log_.size();
}

void WindowRig::expectEvents() {
  settle();
  for (std::size_t i = log_.size(); i-- > 0;) {
    if (const auto rest = restOf(log_[i])) {
      eventsBefore_ = rest->events;
      break;
    }
  }
  lastSign_ = log_.size();
}

void WindowRig::send(std::vector<std::string> words) {
  expectEvents();
  xdotool(std::move(words));
  settle();
}

void WindowRig::type(const std::string& text) {
  send({"type", "--delay", "1", "--", text});
  key("Return");
}

void WindowRig::readLog() {
  const std::string text = bytesOf(logFile_).substr(bytesRead_);
  const std::size_t whole = text.rfind('\n') + 1;  // the last line may not be complete yet
  std::istringstream lines(text.substr(0, whole));
  for (std::string line; std::getline(lines, line);) log_.push_back(line);
  bytesRead_ += whole;
}

bool WindowRig::isPlaying() {
  for (std::size_t i = log_.size(); i-- > 0;) {
    if (restOf(log_[i]) || log_[i] == "playing: no" || log_[i] == "single step: asked") {
      return false;
    }
    if (log_[i] == "playing: yes") return true;
  }
  return playingAtFirst_;
}

void WindowRig::giveUp(const std::string& why) {
  std::string tail;
  for (std::size_t i = log_.size() > 30 ? log_.size() - 30 : 0; i < log_.size(); ++i) {
    tail += log_[i] + '\n';
  }
  throw RunError(
      "waited in vain for " + why,
      fmt::format("the end of the log:\n{}\nstandard error:\n{}", tail, program_->errors()));
}

}  // namespace gpubuck::test
