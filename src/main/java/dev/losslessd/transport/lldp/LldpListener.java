package dev.losslessd.transport.lldp;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.losslessd.transport.InputLimits;
import dev.losslessd.transport.KernelPackets;
import dev.losslessd.transport.Listener;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.UnixListener;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Receives LLDP from the switches at this host's NICs, without a daemon: it only listens. For one
 * caller at a time.
 */
public final class LldpListener implements AutoCloseable {
  private static final int INDEX_BYTES = 4;

  /** Nearest bridge, nearest non-TPMR bridge, nearest customer bridge (802.1AB table 7-1). */
  private static final List<byte[]> GROUPS =
      List.of(
          HexFormat.of().parseHex("0180c200000e"),
          HexFormat.of().parseHex("0180c2000003"),
          HexFormat.of().parseHex("0180c2000000"));

  private final Listener listener;
  private final int mostBytes;
  private final MemorySegment buffer = Arena.ofAuto().allocate(65_536, 8);

  /**
   * A frame and the NIC that received it.
   *
   * @param ifindex of the netdev
   */
  public record Heard(int ifindex, LldpFrame frame) {}

  /**
   * @param listener gives frames, each after an i32 with the index of its NIC; closed with this
   */
  public LldpListener(Listener listener, InputLimits.Lldp limits) {
    this.listener = listener;
    this.mostBytes = limits.frame();
  }

  /** Listens on NICs with the limits of the config. */
  public static LldpListener kernel(Collection<Integer> interfaces, InputLimits.Lldp limits) {
    return new LldpListener(
        new KernelPackets(LldpParser.ETHERTYPE, List.copyOf(interfaces), GROUPS), limits);
  }

  /**
   * @param socket where a process sends the same, one per frame
   */
  public static LldpListener unix(Path socket, InputLimits.Lldp limits) {
    return new LldpListener(new UnixListener(socket), limits);
  }

  /**
   * The next frame, or nothing when the time is over.
   *
   * @throws TransportException GARBLED if a frame cannot be understood, and the next call goes on;
   *     REFUSED with EPERM without CAP_NET_RAW
   */
  public Optional<Heard> next(Duration wait) {
    int length = listener.next(buffer, wait);
    if (length == Listener.NOTHING || length == Listener.LOST) {
      return Optional.empty();
    }
    if (length < INDEX_BYTES) {
      throw LldpParser.garbled("datagram of " + length + " bytes, expected 4 or more");
    }
    if (length - INDEX_BYTES > mostBytes) {
      throw LldpParser.garbled(
          "frame of %s bytes, more than %s (input.lldp.frame)"
              .formatted(length - INDEX_BYTES, mostBytes));
    }
    byte[] frame = buffer.asSlice(INDEX_BYTES, length - INDEX_BYTES).toArray(JAVA_BYTE);
    return Optional.of(new Heard(buffer.get(JAVA_INT_UNALIGNED, 0), LldpParser.parse(frame)));
  }

  @Override
  public void close() {
    listener.close();
  }
}
