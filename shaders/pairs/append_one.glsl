// Appends slots to the list of store_pairs.glsl, one at a time, for software renderers. Functions.

void writeSlot(uint slot, uint value) {
  b_slots[slot] = value;
}

void append(Other other) {
  if (g_next == g_end) return;
  writeSlot(g_next, slotOf(other));
  ++g_next;
}

void endList() {}
