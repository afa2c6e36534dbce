// Appends slots to the list of store_pairs.glsl, four at a time, for GPUs. Functions.

// The latest slots that are not in memory yet, up to four: a GPU writes four slots as fast as one slot.
uvec4 g_last = uvec4(0u);

void writeSlot(uint slot, uint value) {
  uint four = slot >> 2;
  switch (slot & 3u) {
    case 0u: b_slots[four].x = value; break;
    case 1u: b_slots[four].y = value; break;
    case 2u: b_slots[four].z = value; break;
    default: b_slots[four].w = value;
  }
}

// Writes the latest slots one by one, into a vector that the list shares with the previous or the next list.
void writeLast() {
  uint begin = max((g_next - 1u) & ~3u, g_first);
  for (uint slot = begin; slot < g_next; ++slot) writeSlot(slot, g_last[int(4u + slot - g_next)]);
}

void append(Other other) {
  if (g_next == g_end) return;
  g_last = uvec4(g_last.yzw, slotOf(other));
  ++g_next;
  if ((g_next & 3u) != 0u) return;
  if (g_next - g_first >= 4u) {
    b_slots[(g_next >> 2) - 1u] = g_last;
  } else {
    writeLast();
  }
}

void endList() {
  if ((g_next & 3u) != 0u && g_next > g_first) writeLast();
}
