package dev.losslessd.model;

import static dev.losslessd.model.FieldType.field;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Receive buffers of a NIC port, dcbnl's {@code dcbnl_buffer} (Linux 4.18 and newer). A buffer with
 * a lossless priority must hold its XOFF headroom, or the NIC drops.
 *
 * @param bufferOfPriority buffer 0..7 of priority n; 8 entries
 * @param bufferBytes size of buffer n; 8 entries, each 0..2^32-1
 */
public record Headroom(List<Integer> bufferOfPriority, List<Long> bufferBytes)
    implements NicSetting {
  private static final FieldType.Whole<Integer> BUFFER = FieldType.whole("buffer", 0, 7);
  private static final FieldType.Whole<Long> BYTES =
      FieldType.longWhole("buffer size", 0, 0xffff_ffffL).units(FieldType.Unit.SIZES);

  static final SettingShape<Headroom> SHAPE =
      SettingShape.of(
          Headroom.class,
          FieldType.struct(
              Headroom::new,
              field(
                  "bufferOfPriority",
                  new FieldType.Row<>(BUFFER, "prio-buffer", "", false),
                  Headroom::bufferOfPriority,
                  "receive buffer of each priority"),
              field(
                  "bufferBytes",
                  new FieldType.Row<>(BYTES, "bytes", "buffer", false),
                  Headroom::bufferBytes,
                  "size of each buffer")),
          "headroom prio-buffer=0,0,0,1,0,0,0,0 bytes=130944,196416,0,0,0,0,0,0");

  public Headroom {
    bufferOfPriority = List.copyOf(bufferOfPriority);
    bufferBytes = List.copyOf(bufferBytes);
    if (bufferOfPriority.size() != 8 || bufferBytes.size() != 8) {
      throw new IllegalArgumentException("headroom needs 8 buffers of priorities and 8 sizes");
    }
    bufferOfPriority.forEach(BUFFER::require);
    bufferBytes.forEach(BYTES::require);
  }

  @Override
  public String text() {
    return "prio-buffer=%s bytes=%s"
        .formatted(join(bufferOfPriority, BUFFER), join(bufferBytes, BYTES));
  }

  private static <N extends Number> String join(List<N> numbers, FieldType.Whole<N> type) {
    return numbers.stream().map(one -> type.text(one.longValue())).collect(Collectors.joining(","));
  }
}
