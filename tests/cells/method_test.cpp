// The words that name the methods of search.
#include "cells/cell_grid.h"

#include <gtest/gtest.h>

namespace gpubuck::cells {
namespace {

using Kind = Method::Kind;

TEST(Method, Words_SurviveARoundTrip) {
  const std::pair<const char*, Method> cases[] = {
      {"cells27", {}},
      {"cells-per-cutoff=2", {.cellsPerCutoff = 2}},
      {"cells-per-cutoff=4", {.cellsPerCutoff = 4}},
      {"octant=2", {.kind = Kind::Octant}},
      {"octant=2.52", {.kind = Kind::Octant, .cellFactor = 2.52}},
      {"octant=1000", {.kind = Kind::Octant, .cellFactor = 1000.0}},
  };
  for (const auto& [word, method] : cases) {
    EXPECT_EQ(parseMethod(word), method) << word;
    EXPECT_EQ(methodWord(method), word);
  }
  EXPECT_EQ(parseMethod("cells-per-cutoff=1"), Method{});
}

TEST(Method, UnknownWord_IsRefused) {
  for (const char* word : {"",
                           "octant",
                           "cells",
                           "cells27=1",
                           "cells-per-cutoff",
                           "cells-per-cutoff=",
                           "cells-per-cutoff=0",
                           "cells-per-cutoff=5",
                           "cells-per-cutoff=-1",
                           "cells-per-cutoff=2.5",
                           "cells-per-cutoff=2 ",
                           "octant=",
                           "octant=1.99",
                           "octant=-2",
                           "octant=inf",
                           "octant=nan",
                           "octant=2x",
                           "octant =2",
                           "octant=2=2",
                           "=2",
                           "Octant",
                           "octants=2"}) {
    EXPECT_FALSE(parseMethod(word).has_value()) << word;
  }
}

}  // namespace
}  // namespace gpubuck::cells
