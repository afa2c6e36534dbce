// Whether the loops of an invocation ended by their own conditions. llvmpipe, Mesa's software renderer, lets all loops
// of an invocation, and of those that run together with it, make 65,535 turns in total. From then on every loop ends
// after one turn or two, without an error. Function; reads and writes nothing.

/// Call it after the loops in question. `i`: any number that is not negative and that the compiler does not know.
bool loopsEnded(int i) {
#ifdef SOFTWARE
  int turns = 0;
  do {
    ++turns;
  } while (turns < 4 + min(i, 0));
  return turns == 4;
#else
  return true;
#endif
}
