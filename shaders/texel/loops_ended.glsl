// Detects loops of an invocation that did not end by their own conditions. llvmpipe, Mesa's software renderer, limits
// all loops of an invocation, and of the invocations that run together with it, to 65,535 iterations in total. After
// these iterations, every loop ends after one or two iterations, without an error. Function; reads and writes nothing.

/// Returns whether all loops before the call have ended by their own conditions. `i` is any number, 0 or more, that the
/// compiler does not know.
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
