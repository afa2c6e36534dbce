// How store_pairs.glsl appends to its list on a software renderer: a slot at a time. Functions.

void writeSlot(uint slot, uint value) {
  b_slots[slot] = value;
}

void append(Other other) {
  if (g_next == g_end) return;
  writeSlot(g_next, slotOf(other));
  ++g_next;
}

void endList() {}
