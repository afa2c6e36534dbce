// Pair noise from the paper's recurrence (section 4.2), r' = frac(1.000005 (r + sqrt 3)^5), as gpubuck reads it: each
// particle has a number that is advanced in each step, and the noise of a pair follows from the sum of the numbers of
// both particles. The paper does not say whether particles or pairs have numbers, nor how a pair gets its number. The
// paper begins with r = 0. Here the numbers begin at random unless noise.start is zero, since particles that all begin
// at 0 stay equal for ever. gpubuck has this noise to show that it fails.
// Reads and writes nothing itself: the force pass supplies the states of both particles and stores the advanced state.
// One invocation is one particle.
//
// This noise has several faults, in float32 and with the order of products below. From r = 0 the sequence runs for 845
// steps and then repeats every 137 steps. Orbits coalesce: 65,536 random starts leave about 270 distinct states after
// 1,000 steps. Two particles whose states have met feel the same noise from every partner from then on. Another order,
// or a fused multiply-add, gives other cycles that are no better (docs/noise.md). The noises of the pairs of any four
// particles also depend on each other: with u = theta / (2 sqrt 3) + 1/2, u_12 - u_13 + u_34 - u_24 is always a whole
// number.

void beginNoise() {}

// Applies Karpinski's map. The result is clamped to [0, 1), since rounding, or a fused multiply-add, can make the
// fraction 1 or less than 0.
float advanceNoiseState(float state) {
  float t = state + 1.7320508;
  float t2 = t * t;
  return clamp(fract((t2 * t2) * (1.000005 * t)), 0.0, 0.99999994);
}

// Returns theta of the pair, with the same bits for (A, B) and (B, A). theta is uniform on (-sqrt 3, sqrt 3) as long as
// one of the states is uniform on [0, 1). The ids are for other kinds of noise and are not used.
float pairNoise(int idA, int idB, float stateA, float stateB) {
  return 3.4641 * fract(stateA + stateB) - 1.73205;
}
