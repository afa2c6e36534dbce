#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"
#include "base/terminal.h"
#include "cells/cell_grid.h"
#include "file/input_file.h"
#include "fuzz/target.h"
#include "fuzz/targets.h"

namespace gpubuck::fuzz {
namespace {

template <typename T>
void requireRoundTrip(std::string_view text) {
  const auto number = numberIn<T>(file::withoutPlus(text));
  if (number) require(numberIn<T>(fmt::format("{}", *number)) == number, "a number is read back");
}

}  // namespace

void words(std::string_view input) {
  const std::string line = printable(input);
  const auto isControl = [](unsigned char byte) { return byte < 32 || byte == 127; };
  require(std::ranges::none_of(line, isControl), "what is printed is one line");
  require(printable(line) == line, "what is printed stays as it is");
  require(file::inQuotes(input).size() <= 170, "a quotation is short");
  for (const std::string_view word : file::splitWords(input, file::kBlanks)) {
    require(file::trimmed(word) == word, "a word has no blanks around it");
    requireRoundTrip<double>(word);
    requireRoundTrip<float>(word);
    requireRoundTrip<std::int64_t>(word);
    requireRoundTrip<std::uint32_t>(word);
    const auto method = cells::parseMethod(std::string(word));
    if (method)
      require(cells::parseMethod(cells::methodWord(*method)) == method, "a method is read back");
  }
}

}  // namespace gpubuck::fuzz
