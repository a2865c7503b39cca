package dev.losslessd.store;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lists and maps as bytes: an i32 with how many, then each; a part of the journal's format. */
final class Counted {
  private Counted() {}

  /** Writes one of them. */
  @FunctionalInterface
  interface Writer<T> {
    void write(DataOutputStream out, T one) throws IOException;
  }

  /** Reads one of them. */
  @FunctionalInterface
  interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  static <T> void write(DataOutputStream out, Collection<? extends T> all, Writer<T> each)
      throws IOException {
    out.writeInt(all.size());
    for (T one : all) {
      each.write(out, one);
    }
  }

  static <T> List<T> read(DataInputStream in, Reader<T> each) throws IOException {
    List<T> all = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      all.add(each.read(in));
    }
    return all;
  }

  static <K, V> void write(DataOutputStream out, Map<K, V> all, Writer<K> key, Writer<V> value)
      throws IOException {
    out.writeInt(all.size());
    for (Map.Entry<K, V> one : all.entrySet()) {
      key.write(out, one.getKey());
      value.write(out, one.getValue());
    }
  }

  static <K, V> Map<K, V> read(DataInputStream in, Reader<K> key, Reader<V> value)
      throws IOException {
    Map<K, V> all = new HashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      all.put(key.read(in), value.read(in));
    }
    return all;
  }
}
