package dev.losslessd.model;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Receive buffers of a NIC port, dcbnl's {@code dcbnl_buffer} (Linux 4.18 and newer). A buffer with
 * a lossless priority must hold its XOFF headroom, or the NIC drops.
 *
 * @param bufferOfPriority buffer 0..7 of priority n; 8 entries
 * @param bufferBytes size of buffer n; 8 entries, each 0..2^32-1
 */
public record Headroom(List<Integer> bufferOfPriority, List<Long> bufferBytes) implements Setting {
  public Headroom {
    bufferOfPriority = List.copyOf(bufferOfPriority);
    bufferBytes = List.copyOf(bufferBytes);
    if (bufferOfPriority.size() != 8 || bufferBytes.size() != 8) {
      throw new IllegalArgumentException("headroom needs 8 buffers of priorities and 8 sizes");
    }
    for (int buffer : bufferOfPriority) {
      if (buffer < 0 || buffer > 7) {
        throw new IllegalArgumentException("buffer " + buffer + " is outside 0..7");
      }
    }
    for (long bytes : bufferBytes) {
      if (bytes < 0 || bytes > 0xffff_ffffL) {
        throw new IllegalArgumentException(
            "buffer of " + bytes + " bytes is outside 0..4294967295");
      }
    }
  }

  @Override
  public SettingKind kind() {
    return SettingKind.HEADROOM;
  }

  @Override
  public String text() {
    return "prio-buffer=" + join(bufferOfPriority) + " bytes=" + join(bufferBytes);
  }

  private static String join(List<? extends Number> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
