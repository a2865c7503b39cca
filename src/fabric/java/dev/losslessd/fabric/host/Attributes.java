package dev.losslessd.fabric.host;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Netlink attributes of a request, in their order. The flags in the type are masked away. */
final class Attributes {
  private static final int HEADER_BYTES = 4;
  private static final int TYPE_MASK = 0x3fff;

  /**
   * @param payload in little endian order, from 0 to its limit
   */
  record Attribute(int type, ByteBuffer payload) {}

  private final List<Attribute> list = new ArrayList<>();
  private final Map<Integer, ByteBuffer> last = new HashMap<>();

  /** Reads until the end, or until what cannot be an attribute, as nla_for_each does. */
  static Attributes in(ByteBuffer bytes) {
    Attributes found = new Attributes();
    ByteBuffer rest = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    while (rest.remaining() >= HEADER_BYTES) {
      int start = rest.position();
      int length = Short.toUnsignedInt(rest.getShort(start));
      int type = Short.toUnsignedInt(rest.getShort(start + 2)) & TYPE_MASK;
      if (length < HEADER_BYTES || length > rest.remaining()) {
        break;
      }
      found.add(type, rest.slice(start + HEADER_BYTES, length - HEADER_BYTES));
      rest.position(Math.min(rest.limit(), start + ((length + 3) & ~3)));
    }
    return found;
  }

  private void add(int type, ByteBuffer slice) {
    ByteBuffer payload = slice.order(ByteOrder.LITTLE_ENDIAN);
    list.add(new Attribute(type, payload));
    last.put(type, payload);
  }

  List<Attribute> all() {
    return list;
  }

  /** The last of this type: later ones win, as in nla_parse. */
  @Nullable ByteBuffer get(int type) {
    return last.get(type);
  }
}
