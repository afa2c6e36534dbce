#include "base/embedded.h"

#include <utility>

namespace gpubuck::embedded {
namespace {

Files& filesOf(std::string_view kind) {
  static std::map<std::string, Files, std::less<>> kinds;
  const auto found = kinds.find(kind);
  return found != kinds.end() ? found->second : kinds[std::string(kind)];
}

}  // namespace

const Files& files(std::string_view kind) { return filesOf(kind); }

Addition::Addition(std::string_view kind, Files files) { filesOf(kind).merge(std::move(files)); }

}  // namespace gpubuck::embedded
