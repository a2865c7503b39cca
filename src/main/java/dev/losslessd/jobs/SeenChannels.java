package dev.losslessd.jobs;

import dev.losslessd.text.Matcher;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Channels between GPUs of a job: over which network, through which device, with GPUDirect or not.
 */
final class SeenChannels {
  /** Devices of hosts that are told apart; those of further ones are summed. */
  private static final int MOST = 8_192;

  private static final int MOST_DEVICES = 64;

  static final String FURTHER = "(further hosts)";

  private final Map<Key, Count> net = new LinkedHashMap<>();
  private final Tally local = new Tally(8);
  private final Tally gdrOff = new Tally(64);
  private final SortedSet<Integer> rings = new TreeSet<>();
  private boolean offForDevices;
  private @Nullable Boolean ofRings;

  /**
   * @param network as NCCL names it: {@code IB}, {@code Socket}, {@code AWS Libfabric}
   * @param device NCCL's number of it
   */
  record Key(String host, String network, int device) {}

  /** Connections of one device. */
  static final class Count {
    final SortedSet<Integer> channels = new TreeSet<>();

    /** Channels of which at least one end has no GPUDirect. */
    final SortedSet<Integer> withoutGdr = new TreeSet<>();

    long connections;
    long gdr;

    /** Connections whose data goes over PCIe, although GPU and CPU share a faster link. */
    long overPcie;
  }

  void accept(LogRecord record) {
    String message = record.message();
    if (message.startsWith("Channel ") || message.startsWith("Ring ")) {
      channel(record);
    }
    if (message.contains("GPU Direct RDMA")) {
      gdr(message);
    }
    if (message.startsWith("Connected all rings, use ring PXN ")) {
      ofRings = message.endsWith("GDR 1") && !Boolean.FALSE.equals(ofRings);
    }
  }

  private void channel(LogRecord record) {
    String message = record.message();
    Matcher one = LogMessages.NET_CHANNEL.matcher(message);
    if (one.find()) {
      count(record.host(), one);
      return;
    }
    Matcher inside = LogMessages.LOCAL_CHANNEL.matcher(message);
    if (inside.find()) {
      local.add(inside.group(1).equals("direct shared") ? "SHM" : inside.group(1));
    }
    Matcher ring = LogMessages.RING_CHANNELS.matcher(message);
    if (ring.find() && rings.size() < MOST) {
      rings.add(Integer.parseInt(ring.group(2)));
    }
  }

  private void count(String host, Matcher one) {
    Key own = new Key(host, one.group(5), Integer.parseInt(one.group(6)));
    boolean full = !net.containsKey(own) && net.size() >= MOST;
    Key key = full ? new Key(FURTHER, own.network(), own.device() % MOST_DEVICES) : own;
    Count count = net.computeIfAbsent(key, _ -> new Count());
    int channel = Integer.parseInt(one.group(1));
    count.connections++;
    count.channels.add(channel);
    if (one.group(7) == null) {
      count.withoutGdr.add(channel);
    } else {
      count.gdr++;
      count.overPcie += one.group(8) == null ? 0 : 1;
    }
  }

  private void gdr(String message) {
    Matcher off = LogMessages.GDR_OFF.matcher(message);
    if (off.find()) {
      offForDevices |= off.group(2) != null && !message.startsWith("NET/Socket");
      gdrOff.add(
          off.group(2) != null
              ? off.group(3) == null ? "switched off for the HCA" : off.group(3)
              : "distance " + off.group(4) + " is above " + off.group(5));
    }
  }

  Map<Key, Count> net() {
    return net;
  }

  List<String> networks() {
    return net.keySet().stream().map(Key::network).distinct().toList();
  }

  /** Ways inside a host: {@code P2P}, {@code SHM}. */
  Tally local() {
    return local;
  }

  /** Why GPUDirect is off, in NCCL's words. */
  Tally gdrOff() {
    return gdrOff;
  }

  /** Whether NCCL said of an HCA, not only of a pair too far apart, that it has no GPUDirect. */
  boolean isOffForDevices() {
    return offForDevices;
  }

  /** Whether all rings have GPUDirect; empty where the log does not tell, before 2.24. */
  Optional<Boolean> gdrOfRings() {
    return Optional.ofNullable(ofRings);
  }

  /** Whether there are channels, and none of them to another host. */
  boolean leavesNoHost() {
    return net.isEmpty() && !local.isEmpty();
  }

  /** Numbers of ring channels of the communicators. */
  List<Integer> rings() {
    return new ArrayList<>(rings);
  }
}
