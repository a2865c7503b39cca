package dev.losslessd.transport.ethtool;

import dev.losslessd.transport.Errno;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * Driver statistics of one netdev: names and values that belong together. mlx5 adds and removes
 * names when PFC or link pause changes, and a move of PFC from one priority to another keeps their
 * number; so the names are looked at after each read of values, and values that may have met other
 * names are read again. Reading allocates nothing while the names stay.
 */
public final class StatTable {
  private static final int NAME_BYTES = 32;
  private static final int STRINGS_HEADER = 12;
  private static final int STATS_HEADER = 8;
  private static final int TRIES = 3;

  /** No driver has more; 512 names of mlx5 fill an eighth of it. */
  private static final int MOST = (EthtoolClient.most() - STRINGS_HEADER) / NAME_BYTES;

  private final EthtoolClient client;
  private final String ifname;
  private MemorySegment nameBytes = MemorySegment.NULL;
  private List<String> names = List.of();
  private long[] values = new long[0];
  private boolean known;

  StatTable(EthtoolClient client, String ifname) {
    this.client = client;
    this.ifname = ifname;
  }

  /**
   * Reads all values, and the names where they changed.
   *
   * @return whether the names are others than before
   * @throws dev.losslessd.transport.TransportException REFUSED with EOPNOTSUPP where the driver has
   *     no statistics; GARBLED if names keep changing under our hands
   */
  public boolean read() {
    boolean changed = false;
    for (int round = 0; round < TRIES; round++) {
      if (!known) {
        readNames(count());
        changed = true;
      }
      if (readValues() && namesHold()) {
        return changed;
      }
      known = false;
    }
    throw EthtoolClient.garbled("GSTATS", ifname, "the names changed " + TRIES + " times");
  }

  /** Returns the names in the driver's order. */
  public List<String> names() {
    return names;
  }

  /**
   * @param index into {@link #names}
   */
  public long value(int index) {
    return values[index];
  }

  private int count() {
    client.command(ifname, EthtoolClient.GSSET_INFO);
    client.clear(4, 20);
    client.put(8, 1 << EthtoolClient.ETH_SS_STATS);
    client.ask(20, "GSSET_INFO", ifname);
    if (client.replyLong(8) == 0) {
      throw Errno.refused(Errno.EOPNOTSUPP, "ethtool GSSET_INFO " + ifname);
    }
    int count = client.replyInt(16);
    if (count < 0 || count > MOST) {
      throw EthtoolClient.garbled("GSSET_INFO", ifname, count + " statistics, expected 0.." + MOST);
    }
    return count;
  }

  private void readNames(int count) {
    int got = askNames(count);
    if (got != count) {
      throw EthtoolClient.garbled("GSTRINGS", ifname, got + " names, expected " + count);
    }
    int bytes = count * NAME_BYTES;
    nameBytes = Arena.ofAuto().allocate(Math.max(1, bytes));
    nameBytes.copyFrom(client.replyBytes(STRINGS_HEADER, bytes));
    List<String> read = new ArrayList<>(count);
    for (int n = 0; n < count; n++) {
      read.add(EthtoolClient.text(nameBytes.asSlice((long) n * NAME_BYTES, NAME_BYTES)));
    }
    names = List.copyOf(read);
    values = new long[count];
    known = true;
  }

  private int askNames(int count) {
    int bytes = STRINGS_HEADER + count * NAME_BYTES;
    client.command(ifname, EthtoolClient.GSTRINGS);
    client.put(4, EthtoolClient.ETH_SS_STATS);
    client.put(8, count);
    client.clear(STRINGS_HEADER, bytes);
    client.ask(bytes, "GSTRINGS", ifname);
    return client.replyInt(8);
  }

  private boolean namesHold() {
    int count = values.length;
    return askNames(count) == count
        && !client.replyDiffers(STRINGS_HEADER, count * NAME_BYTES, nameBytes);
  }

  /** False if the kernel has another count than we asked for; it says 0 then. */
  private boolean readValues() {
    int count = values.length;
    int bytes = STATS_HEADER + count * 8;
    client.command(ifname, EthtoolClient.GSTATS);
    client.put(4, count);
    client.clear(STATS_HEADER, bytes);
    client.ask(bytes, "GSTATS", ifname);
    if (client.replyInt(4) != count) {
      return false;
    }
    for (int n = 0; n < count; n++) {
      values[n] = client.replyLong(STATS_HEADER + 8 * n);
    }
    return true;
  }
}
