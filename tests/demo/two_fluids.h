// Two species, for scenarios of tests.
#pragma once

#include <fmt/format.h>

#include <string>

namespace gpubuck::demo {

/// Returns the tables [[species]] and [[pair]] of two species. `shareOfOne` is the share of the
/// particles that are of species "one"; the rest are of species "two". `between` is the repulsion
/// between the two species; within a species the repulsion is 25.
inline std::string twoFluids(double shareOfOne, double between) {
  std::string text = fmt::format(
      "[[species]]\nname = \"one\"\nfraction = {}\n[[species]]\nname = \"two\"\nfraction = {}\n",
      shareOfOne, 1.0 - shareOfOne);
  const auto addPair = [&](const char* first, const char* second, double a) {
    text += fmt::format("[[pair]]\nspecies = [\"{}\", \"{}\"]\na = {}\ngamma = 4.5\n", first,
                        second, a);
  };
  addPair("one", "one", 25.0);
  addPair("one", "two", between);
  addPair("two", "two", 25.0);
  return text;
}

/// Returns a box of chains of "one", with their bonds, in a solvent of "two". The solvent is not
/// drawn.
inline std::string chainsInSolvent() {
  return "[box]\nsize = [6, 5, 4]\n[view]\nhide = [\"two\"]\n" + twoFluids(0.0, 50.0) +
         "[[bond]]\nname = \"link\"\nk = 4\nlength = 0\n"
         "[[molecule]]\nname = \"chain\"\nbeads = \"one4\"\ncount = 12\n";
}

}  // namespace gpubuck::demo
