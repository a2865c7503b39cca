package dev.losslessd.transport.netlink;

import dev.losslessd.transport.TransportException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The attributes of one level by type; one that comes twice is an error. */
final class Fields {
  private static final int MOST = 128;

  private final String what;
  private final @Nullable MemorySegment[] values = new MemorySegment[MOST];

  private Fields(String what) {
    this.what = what;
  }

  static Fields of(MemorySegment level, String what) {
    Fields fields = new Fields(what);
    Attributes.each(level, what, fields::take);
    return fields;
  }

  /** Takes one attribute. Type 0 pads; types that are unknown here are passed over. */
  private void take(int type, MemorySegment payload) {
    if (type == 0 || type >= MOST) {
      return;
    }
    if (values[type] != null) {
      throw garbled("attribute " + type + " comes twice");
    }
    values[type] = payload;
  }

  boolean has(int type) {
    return values[type] != null;
  }

  Optional<MemorySegment> find(int type) {
    return Optional.ofNullable(values[type]);
  }

  private MemorySegment need(int type, String name) {
    return find(type).orElseThrow(() -> garbled("no " + name + " attribute"));
  }

  private MemorySegment need(int type, String name, int bytes) {
    MemorySegment value = need(type, name);
    Attributes.requireLength(value, bytes, what + " " + name);
    return value;
  }

  /** The level below one attribute. */
  Fields nest(int type, String name) {
    return of(need(type, name), what + " " + name);
  }

  /** The entries of a nest, in their order; what else is in it is passed over. */
  List<Fields> entries(int nest, String name, int entry) {
    List<Fields> all = new ArrayList<>();
    Attributes.each(
        need(nest, name),
        what,
        (type, payload) -> {
          if (type == entry) {
            all.add(of(payload, what));
          }
        });
    return all;
  }

  TransportException garbled(String why) {
    return Attributes.garbled(what, why);
  }

  int u8(int type, String name) {
    return Attributes.u8(need(type, name, 1), 0);
  }

  OptionalInt u8IfThere(int type, String name) {
    return has(type) ? OptionalInt.of(u8(type, name)) : OptionalInt.empty();
  }

  long u32(int type, String name) {
    return Attributes.u32(need(type, name, 4), 0);
  }

  long u32Or(int type, String name, long otherwise) {
    return has(type) ? u32(type, name) : otherwise;
  }

  long u64(int type, String name) {
    return Attributes.u64(need(type, name, 8), 0);
  }

  String text(int type, String name) {
    String text = Attributes.text(need(type, name));
    if (text.isEmpty()) {
      throw garbled(name + " is empty");
    }
    return text;
  }
}
