package dev.losslessd.inventory;

import dev.losslessd.model.DeviceId;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/** The name of an agent's host in names of objects that it leaves on switches. */
final class AgentMark {
  private static final int LONGEST = 40;

  private AgentMark() {}

  /**
   * A host's name as switches take it in names of theirs. Hosts have dots and no underscores; of a
   * long name the end is replaced by a sum over all of it, so that two hosts stay two.
   */
  static String of(DeviceId host) {
    String plain = host.name().replace('.', '_');
    if (plain.length() <= LONGEST) {
      return plain;
    }
    CRC32 sum = new CRC32();
    sum.update(host.name().getBytes(StandardCharsets.US_ASCII));
    String end = "-%08x".formatted(sum.getValue());
    return plain.substring(0, LONGEST - end.length()) + end;
  }
}
