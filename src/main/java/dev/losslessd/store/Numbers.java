package dev.losslessd.store;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/** A set of numbers of commits, one bit each, where there are any nearby. */
final class Numbers {
  private static final int WORDS = 64;
  private static final int WIDTH = WORDS * Long.SIZE;

  private final TreeMap<Integer, long[]> parts = new TreeMap<>();

  void add(int number) {
    long[] part = parts.computeIfAbsent(number / WIDTH, _ -> new long[WORDS]);
    part[number % WIDTH / Long.SIZE] |= 1L << number % Long.SIZE;
  }

  boolean has(int number) {
    long[] part = parts.get(number / WIDTH);
    return part != null && (part[number % WIDTH / Long.SIZE] & 1L << number % Long.SIZE) != 0;
  }

  /** Whether each of these is in the other as well. */
  boolean isWithin(Numbers other) {
    for (Map.Entry<Integer, long[]> part : parts.entrySet()) {
      long[] there = other.parts.getOrDefault(part.getKey(), new long[WORDS]);
      for (int i = 0; i < WORDS; i++) {
        if ((part.getValue()[i] & ~there[i]) != 0) {
          return false;
        }
      }
    }
    return true;
  }

  void clear() {
    parts.clear();
  }

  void write(DataOutputStream out) throws IOException {
    out.writeInt(parts.size());
    for (Map.Entry<Integer, long[]> part : parts.entrySet()) {
      out.writeInt(part.getKey());
      for (long word : part.getValue()) {
        out.writeLong(word);
      }
    }
  }

  static Numbers read(DataInputStream in) throws IOException {
    Numbers numbers = new Numbers();
    for (int left = in.readInt(); left > 0; left--) {
      long[] part = new long[WORDS];
      int which = in.readInt();
      for (int i = 0; i < WORDS; i++) {
        part[i] = in.readLong();
      }
      numbers.parts.put(which, part);
    }
    return numbers;
  }
}
