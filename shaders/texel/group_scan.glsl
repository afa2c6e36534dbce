// Running sums within a work group, in shared memory. Functions; the includer's prologue defines kPoolSize (words of
// the pool) and, where the driver has subgroups of 32 invocations, SUBGROUPS.

shared uint s_pool[kPoolSize];
shared uint s_sums[kGroupSize];

// The number of this invocation: those of a subgroup, or of the 32 that stand for one, are consecutive.
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

// Where word i of a list to be scanned lies in the pool: with a gap after every 32 words, so that invocations that
// each walk through consecutive words do not all use the same bank of the memory.
uint padded(uint i) {
  return i + (i >> 5u);
}

// The sum of `value` over the invocations before this one; `total`: over all.
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

// Replaces each of the first n words by the sum of those before it; returns the sum of all. The words of other
// invocations must be in the pool (sync) before the call; the results are in the pool after it.
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
