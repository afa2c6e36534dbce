// Exclusive prefix sums within a work group, in shared memory. Functions; the includer's prologue defines kPoolSize
// (words of the pool) and, if the driver has subgroups of 32 invocations, SUBGROUPS.

shared uint s_pool[kPoolSize];
shared uint s_sums[kGroupSize];

// Returns the number of this invocation. The 32 invocations of a subgroup have consecutive numbers; without subgroups,
// 32 invocations with consecutive numbers replace a subgroup.
uint threadNumber() {
#ifdef SUBGROUPS
  return gl_SubgroupID * 32u + gl_SubgroupInvocationID;
#else
  return gl_LocalInvocationIndex;
#endif
}

void sync() {
  memoryBarrierShared();
  barrier();
}

// Returns the place in the pool of word i of a list to be scanned. There is a gap after every 32 words, so that
// invocations that each walk through consecutive words do not all use the same bank of the memory.
uint padded(uint i) {
  return i + (i >> 5u);
}

// Returns the sum of `value` over the invocations before this one, and sets `total` to the sum over all invocations.
uint sumBefore(uint value, out uint total) {
  uint t = threadNumber();
#ifdef SUBGROUPS
  uint before = subgroupExclusiveAdd(value);
  if (gl_SubgroupInvocationID == 31u) s_sums[gl_SubgroupID] = before + value;
  sync();
  total = 0u;
  for (uint k = 0u; k < kGroupSize / 32u; ++k) {
    if (k == gl_SubgroupID) before += total;
    total += s_sums[k];
  }
  return before;
#else
  uint sum = value;
  s_sums[t] = sum;
  sync();
  for (uint step = 1u; step < kGroupSize; step *= 2u) {
    if (t >= step) sum += s_sums[t - step];
    sync();
    s_sums[t] = sum;
    sync();
  }
  total = s_sums[kGroupSize - 1u];
  return sum - value;
#endif
}

// Replaces each of the first n words by the sum of the words before it, and returns the sum of all words. The words of
// other invocations must be in the pool (sync) before the call; the results are in the pool after it.
uint scanPool(uint n) {
  uint share = (n + kGroupSize - 1u) / kGroupSize;
  uint first = min(threadNumber() * share, n);
  uint last = min(first + share, n);
  uint sum = 0u;
  for (uint i = first; i < last; ++i) sum += s_pool[padded(i)];
  uint total;
  uint running = sumBefore(sum, total);
  for (uint i = first; i < last; ++i) {
    uint value = s_pool[padded(i)];
    s_pool[padded(i)] = running;
    running += value;
  }
  sync();
  return total;
}
