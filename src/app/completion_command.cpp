#include <fmt/format.h>

#include <memory>

#include "app/commands.h"
#include "base/terminal.h"
#include "scenario/schema.h"

namespace gpubuck::app {
namespace {

// All scripts call `gpubuck completion words`, which prints the words that may follow.
constexpr const char* kBash = R"(_gpubuck() {
  local line=${COMP_LINE:0:COMP_POINT} words
  read -ra words <<< "$line"
  if [[ $line == *' ' ]]; then words+=(''); fi
  mapfile -t COMPREPLY < <(gpubuck completion words -- "${words[@]:1}" 2> /dev/null)
  if [[ ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
  # Bash takes the text after = as a separate word.
  if [[ ${words[-1]} == *=* ]]; then COMPREPLY=("${COMPREPLY[@]#*=}"); fi
}
complete -o default -F _gpubuck gpubuck
)";

constexpr const char* kZsh = R"(#compdef gpubuck
_gpubuck() {
  local text=$(gpubuck completion words -- "${(@)words[2,CURRENT]}" 2> /dev/null)
  local -a found=(${(f)text})
  if (( ! $#found )); then _files; return; fi
  compadd -S '' -- ${(M)found:#*=}
  compadd -- ${found:#*=}
}
compdef _gpubuck gpubuck
)";

constexpr const char* kFish =
    "complete -c gpubuck -a '(gpubuck completion words -- (commandline -opc)[2..] (commandline "
    "-ct) 2> /dev/null)'\n";

/// Returns the values that an option allows, which CLI11 shows as `{a,b}`.
std::vector<std::string> choicesOf(const CLI::Option& option) {
  const std::string shown = option.get_type_name();
  const std::size_t open = shown.find('{'), close = shown.rfind('}');
  if (open == std::string::npos || close == std::string::npos) return {};
  return CLI::detail::split(shown.substr(open + 1, close - open - 1), ',');
}

/// Returns the completions of the last word, which may be incomplete.
std::vector<std::string> candidates(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    for (const CLI::App* sub : command->get_subcommands({})) {
      if (sub->get_name() == words[i]) command = sub;
    }
  }
  const std::string& start = words.back();
  std::vector<std::string> found;
  const auto offer = [&](const std::string& word) {
    if (word.starts_with(start)) found.push_back(word);
  };
  const std::string before = words.size() > 1 ? words[words.size() - 2] : "";
  if (before == "--set") return scenario::overrideCandidates(start);
  for (const CLI::Option* option : command->get_options()) {
    if (!before.empty() && option->check_name(before) && option->get_items_expected_max() > 0) {
      for (const std::string& choice : choicesOf(*option)) offer(choice);
      return found;
    }
  }
  for (const CLI::App* sub : command->get_subcommands({})) offer(sub->get_name());
  if (!start.starts_with("-")) return found;
  for (const CLI::Option* option : command->get_options()) {
    if (option->get_group().empty()) continue;  // removed
    for (const std::string& name : option->get_lnames()) offer("--" + name);
  }
  return found;
}

}  // namespace

void addCompletionCommand(CLI::App& app) {
  struct Options {
    std::string what;
    std::vector<std::string> words;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("completion", "Print a script that completes command lines in a shell");
  command
      ->add_option("shell", options->what,
                   "bash, zsh or fish; words: print the completions of the last of the given words")
      ->required()
      ->check(CLI::IsMember({"bash", "zsh", "fish", "words"}));
  command->add_option("words", options->words, "The words of a command line after gpubuck");
  command->callback([options, &app] {
    if (options->what == "bash") return print("{}", kBash);
    if (options->what == "zsh") return print("{}", kZsh);
    if (options->what == "fish") return print("{}", kFish);
    if (options->words.empty()) return;
    for (const std::string& word : candidates(app, options->words)) print("{}\n", word);
  });
}

}  // namespace gpubuck::app
