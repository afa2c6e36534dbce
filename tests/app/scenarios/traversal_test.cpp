// The method of 2007 walks lists of particles, while the paper engine by default walks copies of
// the particles in the order of cells. Both make the same run.
#include "app/run/run_command.h"
#include "scenario/built_in.h"
#include "support/long_tests.h"

namespace gpubuck::test {
namespace {

/// Returns all scenarios for long tests. For other tests, returns scenarios with layers, with
/// molecules, with a law that depends on densities, and with solids.
std::vector<std::string> tried() {
  if (longTests()) return scenario::builtInNames();
  return {"rayleigh-taylor-16k", "micelles", "liquid-drop", "keyhole"};
}

struct Traversal : RunCommand {};

// Both traversals visit the cells, and the particles in a cell, in the same order. On a software
// renderer the results agree to the last bit.
TEST_F(Traversal, ListsAndCopies_GiveTheSameObservables) {
  const std::string steps = longTests() ? "50" : "3";
  for (const std::string& name : tried()) {
    SCOPED_TRACE(name);
    for (const char* traversal : {"lists", "copies"}) {
      std::vector<std::string> options{
          "--engine", "paper", "--observe-every", "1", "--overwrite", "--trajectory-every", steps};
      for (const std::string& each :
           {std::string("sort.algorithm=bucket"), std::string("sort.partition=contiguous"),
            std::string("sort.reorder_every=0"), std::string("search.traversal=") + traversal}) {
        options.insert(options.end(), {"--set", each});
      }
      ASSERT_TRUE(done(run(name, traversal, std::stoi(steps), options, {.seconds = 1200})));
    }
    expectSame("observables.csv", "lists", "copies");
    expectSame("trajectory.xyz", "lists", "copies");
  }
}

TEST_F(Traversal, MethodOf2007_IsTheseSettings) {
  ASSERT_TRUE(done(run(tiny(), "method", 5, {"--method", "2007", "--trajectory-every", "5"})));
  ASSERT_TRUE(done(run(tiny(), "settings", 5,
                       {"--engine", "paper", "--trajectory-every", "5", "--set",
                        "sort.algorithm=bucket", "--set", "sort.partition=contiguous", "--set",
                        "sort.reorder_every=0", "--set", "search.traversal=lists"})));
  expectSame("trajectory.xyz", "method", "settings");
}

}  // namespace
}  // namespace gpubuck::test
