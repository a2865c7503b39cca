package dev.losslessd.transport.netlink;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
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
      throw Attributes.garbled(what, "attribute " + type + " comes twice");
    }
    values[type] = payload;
  }

  boolean has(int type) {
    return values[type] != null;
  }

  private MemorySegment need(int type, String name) {
    MemorySegment value = values[type];
    if (value == null) {
      throw Attributes.garbled(what, "no " + name + " attribute");
    }
    return value;
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

  int u8(int type, String name) {
    MemorySegment value = need(type, name);
    Attributes.requireLength(value, 1, what + " " + name);
    return Attributes.u8(value, 0);
  }

  long u32(int type, String name) {
    MemorySegment value = need(type, name);
    Attributes.requireLength(value, 4, what + " " + name);
    return Attributes.u32(value, 0);
  }

  long u32Or(int type, String name, long otherwise) {
    return has(type) ? u32(type, name) : otherwise;
  }

  long u64(int type, String name) {
    MemorySegment value = need(type, name);
    Attributes.requireLength(value, 8, what + " " + name);
    return Attributes.u64(value, 0);
  }

  String text(int type, String name) {
    String text = Attributes.text(need(type, name));
    if (text.isEmpty()) {
      throw Attributes.garbled(what, name + " is empty");
    }
    return text;
  }
}
