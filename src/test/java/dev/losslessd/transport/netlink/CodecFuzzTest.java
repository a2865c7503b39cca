package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;

import dev.losslessd.transport.Exchange;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.WriteGate;
import dev.losslessd.transport.ethtool.EthtoolClient;
import dev.losslessd.transport.lldp.LldpParser;
import dev.losslessd.transport.lldp.LldpSamples;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/**
 * Good messages with bytes changed, cut, doubled and put into one another: every codec takes them
 * or says why not, and nothing else. {@code -Dfuzz.seconds=60} runs on with seeds of its own.
 */
class CodecFuzzTest {
  private static final int SEQ = Samples.SEQ;
  private static final int ROUNDS = 200_000;
  private static final int BATCH = 20_000;

  /** One codec and a message that it takes. */
  private static final class Target {
    private final String name;
    private final byte[] good;
    private final Decoder decoder;

    Target(String name, String hex, Decoder decoder) {
      this.name = name;
      this.good = HexFormat.of().parseHex(hex);
      this.decoder = decoder;
    }
  }

  private interface Decoder {
    void decode(MemorySegment bytes);
  }

  private static final List<Target> TARGETS =
      List.of(
          new Target("state", Samples.state(), b -> DcbReplies.state(reply(b), "enp1s0")),
          new Target("verdict", Samples.verdict("14", "00"), b -> verdict(b)),
          new Target("event", Samples.notification(), NetlinkEvents::decode),
          new Target("devices", RdmaSamples.devices(), b -> RdmaReplies.devices(reply(b))),
          new Target("summaries", RdmaSamples.summaries(), b -> RdmaReplies.summaries(reply(b))),
          new Target("pairs", RdmaSamples.pairs(), b -> RdmaReplies.queuePairs(reply(b))),
          new Target("mode", RdmaSamples.mode(), b -> RdmaReplies.queuePairMode(reply(b))),
          new Target("sets", RdmaSamples.sets(), b -> RdmaReplies.queuePairSets(reply(b))),
          new Target("status", RdmaSamples.status(), b -> RdmaReplies.optional(reply(b))),
          new Target("counters", RdmaSamples.counters(), CodecFuzzTest::counters),
          new Target("pause", "00000000120000000000000001000000" + "01000000", b -> pause(b)),
          new Target("lldp", LldpSamples.leaf(), b -> LldpParser.parse(bytes(b))));

  private Target target(Random random) {
    return TARGETS.get(random.nextInt(TARGETS.size()));
  }

  @Test
  void theOriginalsAreTaken() {
    for (Target target : TARGETS) {
      target.decoder.decode(MemorySegment.ofArray(target.good));
    }
  }

  @Test
  void noMutationBreaksACodec() {
    int refused = rounds(new Random(42), ROUNDS);

    assertThat(refused).isBetween(ROUNDS / 10, ROUNDS * 99 / 100);
  }

  @Test
  void noMutationBreaksACodecForLong() {
    long seconds = Long.getLong("fuzz.seconds", 0);
    Assumptions.assumeTrue(seconds > 0, "not asked for by -Dfuzz.seconds=60");
    long end = System.nanoTime() + seconds * 1_000_000_000L;
    long seed = Long.getLong("fuzz.seed", System.nanoTime());
    long rounds = 0;
    while (System.nanoTime() < end) {
      rounds(new Random(seed++), BATCH);
      rounds += BATCH;
    }
    System.out.println("fuzz: " + rounds + " messages in " + seconds + " s, last seed " + seed);
    assertThat(rounds).isPositive();
  }

  private int rounds(Random random, int count) {
    int refused = 0;
    for (int round = 0; round < count; round++) {
      Target target = target(random);
      byte[] bytes = mutated(target.good, random);
      try {
        target.decoder.decode(MemorySegment.ofArray(bytes));
      } catch (TransportException e) {
        refused++;
      } catch (RuntimeException | Error e) {
        String hex = HexFormat.of().formatHex(bytes);
        throw new AssertionError(target.name + " breaks on " + hex, e);
      }
    }
    return refused;
  }

  private byte[] mutated(byte[] origin, Random random) {
    byte[] bytes = origin.clone();
    int changes = random.nextInt(5);
    for (int change = 0; change < changes; change++) {
      int at = random.nextBoolean() ? random.nextInt(bytes.length) : random.nextInt(40);
      bytes[at % bytes.length] = (byte) odd(random);
    }
    return switch (random.nextInt(6)) {
      case 0 -> Arrays.copyOf(bytes, random.nextInt(bytes.length + 8));
      case 1 -> into(bytes, target(random).good, random);
      case 2 -> join(bytes, bytes);
      default -> bytes;
    };
  }

  /** Bytes at the edges come more often than others. */
  private static int odd(Random random) {
    int[] edges = {0, 1, 3, 4, 5, 0x7f, 0x80, 0xff};
    return random.nextBoolean() ? edges[random.nextInt(edges.length)] : random.nextInt(256);
  }

  private static byte[] into(byte[] bytes, byte[] other, Random random) {
    byte[] mixed = bytes.clone();
    int at = random.nextInt(bytes.length) & ~3;
    int from = random.nextInt(other.length) & ~3;
    int length = Math.min(bytes.length - at, other.length - from);
    System.arraycopy(other, from, mixed, at, random.nextInt(length + 1));
    return mixed;
  }

  private static byte[] join(byte[] first, byte[] second) {
    byte[] both = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, both, first.length, second.length);
    return both;
  }

  private static Reply reply(MemorySegment bytes) {
    return new Reply(bytes, SEQ, "request");
  }

  private static void verdict(MemorySegment bytes) {
    DcbReplies.verdict(reply(bytes), Dcbnl.CMD_IEEE_SET);
  }

  private static byte[] bytes(MemorySegment segment) {
    return segment.toArray(ValueLayout.JAVA_BYTE);
  }

  /** The counters' reader keeps the sequence to itself: the bytes get what it asked with. */
  private static void counters(MemorySegment bytes) {
    try (RdmaClient client = new RdmaClient(new Replay(bytes), WriteGate.OPEN)) {
      RdmaStats stats = new RdmaStats("mlx5_7", 1);
      client.read(stats);
      client.read(stats);
    }
  }

  private static void pause(MemorySegment bytes) {
    try (EthtoolClient client = new EthtoolClient(new Replay(bytes), WriteGate.OPEN)) {
      client.pause("enp1s0");
    }
  }

  /** Answers everything with these bytes; a device is found first. */
  private record Replay(MemorySegment bytes) implements Exchange {
    @Override
    public int exchange(MemorySegment request, int length, MemorySegment reply) {
      boolean devices = length == 16 && Attributes.u16(request, 4) == Rdmanl.GET;
      byte[] answer =
          devices ? HexFormat.of().parseHex(RdmaSamples.devices()) : CodecFuzzTest.bytes(bytes);
      MemorySegment.copy(answer, 0, reply, ValueLayout.JAVA_BYTE, 0, answer.length);
      if (length >= 16 && Attributes.u16(request, 4) >= Rdmanl.GET) {
        renumber(reply, answer.length, Attributes.i32(request, 8));
      }
      return answer.length;
    }

    private static void renumber(MemorySegment reply, int length, int sequence) {
      int at = 0;
      while (at + 16 <= length) {
        if (Attributes.i32(reply, at + 8) == SEQ) {
          reply.set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, sequence);
        }
        long size = Attributes.u32(reply, at);
        at = size < 16 || size > length ? length : at + (int) (size + 3 & ~3L);
      }
    }

    @Override
    public void close() {}
  }
}
