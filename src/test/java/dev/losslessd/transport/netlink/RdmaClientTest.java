package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.FakeRdma;
import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import dev.losslessd.transport.WriteGate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RdmaClientTest {
  private static final RdmaDevice DEVICE = new RdmaDevice(3, "mlx5_7");
  private static final int SEQ = 0x0a0b0c0d;

  private static final String NAME = "0b000200 6d6c78355f37 0000";
  private static final String DONE = "14000000 0300 0200 0d0c0b0a 63000000 00000000";
  private static final String ACK = "24000000 0200 0001 0d0c0b0a 63000000 00000000" + Hex.zeros(16);

  private final FakeRdma kernel = new FakeRdma();
  private final RdmaClient client = new RdmaClient(kernel, WriteGate.OPEN);

  RdmaClientTest() {
    kernel.error = 0;
    kernel.counters.put("np_cnp_sent", 70L);
    kernel.counters.put("out_of_sequence", 4_294_967_290L);
  }

  @Test
  void whatSwitchesOptionalCountersIsMadeByteByByte() {
    // STAT_SET 0x1410, REQUEST and ACK; DEV_INDEX 3, PORT_INDEX 1, nest 80 of HWCOUNTER_INDEX 94
    assertThat(
            Sent.rdma(SEQ, sent -> sent.enableOnly(DEVICE, 1, List.of(counter(30), counter(32)))))
        .isEqualTo(
            Hex.squeeze(
                "34000000 1014 0500 0d0c0b0a 00000000 08000100 03000000 08000300 01000000",
                "14005080 08005e00 1e000000 08005e00 20000000"));
    assertThat(Sent.rdma(SEQ, sent -> sent.enableOnly(DEVICE, 1, List.of())))
        .isEqualTo(
            Hex.squeeze(
                "24000000 1014 0500 0d0c0b0a 00000000 08000100 03000000 08000300 01000000",
                "04005080"));
    assertThat(Sent.rdma(SEQ, sent -> sent.optionalCounters(DEVICE, 1)))
        .isEqualTo(
            Hex.squeeze(
                "20000000 1814 0500 0d0c0b0a 00000000", "08000100 03000000 08000300 01000000"));
  }

  private static OptionalCounter counter(long index) {
    return new OptionalCounter(index, "of a test", false);
  }

  @Test
  void aDeviceIsReadFromItsMessage() {
    String message =
        "48000000 0114 0200 0d0c0b0a 63000000"
            + ("08000100 03000000" + NAME + "08000300 02000000")
            + "0e000500 32382e34312e31303000 0000"
            + "09004300 726f636500 000000";

    List<RdmaDevice> devices =
        RdmaReplies.devices(new Reply(Hex.of(message, DONE), SEQ, "devices"));

    assertThat(devices).containsExactly(new RdmaDevice(3, "mlx5_7"));
  }

  @Test
  void aQueuePairWithUnknownAttributesIsStillRead() {
    String entry =
        Hex.squeeze(
            "08000300 01000000 08001500 2a010000 05001a00 02 000000 05001b00 03 000000",
            "08001c00 39300000 08007000 ffffffff");
    String message =
        "5c000000 0a14 0200 0d0c0b0a 63000000 08000100 03000000"
            + NAME
            + ("38001380 34001480" + entry);

    List<QueuePair> pairs =
        RdmaReplies.queuePairs(new Reply(Hex.of(message, DONE), SEQ, "queuePairs"));

    assertThat(pairs).containsExactly(new QueuePair(1, 2, 3, 12345));
    assertThat(pairs.getFirst().connected()).isTrue();
    assertThat(pairs.getFirst().management()).isFalse();
  }

  @Test
  void countersOfQueuePairsAreSetsOfATypeOfAProcessOrByHand() {
    assertThat(RdmaReplies.queuePairMode(new Reply(Hex.of(RdmaSamples.mode()), SEQ, "mode")))
        .isEqualTo(new QueuePairMode(QueuePairMode.Binding.AUTO, true, false));

    List<QueuePairSet> sets =
        RdmaReplies.queuePairSets(new Reply(Hex.of(RdmaSamples.sets()), SEQ, "sets"));

    assertThat(sets).extracting(QueuePairSet::isOfType).containsExactly(true, false, false);
    assertThat(sets.getFirst().type()).hasValue(2);
    assertThat(sets.getFirst().counters())
        .containsExactly(Map.entry("rx_a", 7L), Map.entry("rx_b", 9L));
    assertThat(sets.get(1).ofProcess()).isTrue();
    assertThat(sets.get(2).binding()).isEqualTo(QueuePairMode.Binding.MANUAL);
  }

  @Test
  void theModeIsAskedForWithOneAndSetsWithADump() {
    kernel.error = 0;
    kernel.mode = 1;
    kernel.mask = 3;
    RdmaDevice device = client.devices().getFirst();

    assertThat(client.queuePairMode(device, 1))
        .isEqualTo(new QueuePairMode(QueuePairMode.Binding.AUTO, true, true));
    assertThat(client.queuePairSets(device, 1)).isEmpty();
    kernel.sets.put(2, Map.of("rx_write_requests", 5L));
    kernel.setsOfProcesses = true;
    assertThat(client.queuePairSets(device, 1).getFirst().ofProcess()).isTrue();
  }

  @Test
  void optionalCountersAreThoseWithASwitch() {
    String plain = Hex.squeeze("18005180 0a005200 6e705f636e 00 0000 08005e00 05000000");
    String dynamic =
        Hex.squeeze("20005180 0a005200 63635f7278 00 0000 08005e00 20000000 05005f00 01 000000");
    String nest = Hex.squeeze("3c005080", plain, dynamic);
    String message =
        Hex.squeeze(
            "68000000 1814 0000 0d0c0b0a 63000000 08000100 03000000",
            NAME,
            "08000300 01000000",
            nest);

    assertThat(RdmaReplies.optional(new Reply(Hex.of(message, ACK), SEQ, "status")))
        .containsExactly(new OptionalCounter(32, "cc_rx", true));
  }

  @Test
  void nothingIsEnabledThroughAClosedGate() {
    WriteGate closed =
        what -> {
          throw new TransportException(Kind.CLOSED_GATE, what);
        };
    RdmaClient gated = new RdmaClient(kernel, closed);
    RdmaDevice device = new RdmaDevice(6, "mlx5_4");

    assertThatThrownBy(() -> gated.enableOnly(device, 1, List.of()))
        .hasMessageContaining("optional counters mlx5_4/1");
    assertThat(kernel.asked).isEmpty();
  }

  @Test
  void countersComeInOneAnswer() {
    RdmaStats stats = new RdmaStats("mlx5_4", 1);

    assertThat(client.read(stats)).isTrue();
    assertThat(stats.names()).containsExactly("np_cnp_sent", "out_of_sequence");
    assertThat(stats.value(1)).isEqualTo(4_294_967_290L);
    kernel.counters.put("np_cnp_sent", 71L);
    assertThat(client.read(stats)).isFalse();
    assertThat(stats.value(0)).isEqualTo(71);
    assertThat(kernel.asked).containsExactly(1, 17, 17);
  }

  @Test
  void manyPortsAreOneExchangeAndOneThatIsGoneIsItsOwnFailureAlone() {
    RdmaStats first = new RdmaStats("mlx5_4", 1);
    RdmaStats gone = new RdmaStats("mlx5_9", 1);
    RdmaStats last = new RdmaStats("mlx5_4", 1);
    RdmaStats[] ports = {first, gone, last};
    client.volley().read(ports, 3);
    kernel.counters.put("np_cnp_sent", 71L);
    int before = kernel.exchanges;

    client.volley().read(ports, 3);

    assertThat(kernel.exchanges - before).as("one looks for the device that is gone").isEqualTo(2);
    assertThat(kernel.asked.subList(kernel.asked.size() - 3, kernel.asked.size()))
        .containsExactly(1, 17, 17);
    assertThat(first.changed()).isFalse();
    assertThat(List.of(first.value(0), last.value(0))).containsExactly(71L, 71L);
    assertThatThrownBy(gone::changed)
        .hasMessage("RDMA STAT_GET mlx5_9/1: RDMA netlink shows no device mlx5_9");
  }

  @Test
  void morePortsThanOneDatagramTakesAreAskedInSeveral() {
    RdmaStats[] ports = new RdmaStats[20];
    for (int n = 0; n < ports.length; n++) {
      ports[n] = new RdmaStats("mlx5_4", 1);
    }

    client.volley().read(ports, ports.length);

    assertThat(kernel.exchanges).as("the devices, and 8, 8, 4 ports").isEqualTo(4);
    assertThat(ports).allSatisfy(port -> assertThat(port.value(0)).isEqualTo(70));
  }

  @Test
  void aPortThatTheAnswerLeavesOutHasFailed() {
    RdmaStats first = new RdmaStats("mlx5_4", 1);
    RdmaStats second = new RdmaStats("mlx5_4", 1);
    client.volley().read(new RdmaStats[] {first, second}, 2);
    kernel.cutTo = 140;

    client.volley().read(new RdmaStats[] {first, second}, 2);

    assertThatThrownBy(second::changed).isInstanceOf(TransportException.class);
  }

  @Test
  void newNamesAreNoticed() {
    RdmaStats stats = new RdmaStats("mlx5_4", 1);
    client.read(stats);
    kernel.counters.remove("np_cnp_sent");
    kernel.counters.put("rp_cnp_handled", 5L);

    assertThat(client.read(stats)).isTrue();
    assertThat(stats.names()).containsExactly("out_of_sequence", "rp_cnp_handled");
    assertThat(stats.value(1)).isEqualTo(5);
  }

  @Test
  void aDeviceThatWasLoadedAnewIsFoundAgain() {
    RdmaStats stats = new RdmaStats("mlx5_4", 1);
    client.read(stats);
    kernel.index = 9;

    assertThatThrownBy(() -> client.read(stats)).hasMessage("RDMA STAT_GET mlx5_4/1: EINVAL (22)");
    assertThat(client.read(stats)).isFalse();
  }

  @Test
  void anIndexThatIsAnotherDeviceNowIsGone() {
    RdmaStats stats = new RdmaStats("mlx5_4", 1);
    client.read(stats);
    kernel.device = "mlx5_5";

    assertThatThrownBy(() -> client.read(stats))
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(Kind.GONE));
  }

  @Test
  void aCutAnswerIsGarbled() {
    kernel.pairs.add(new int[] {1, 2, 3});
    RdmaDevice device = new RdmaDevice(6, "mlx5_4");
    RdmaStats stats = new RdmaStats("mlx5_4", 1);
    client.read(stats);
    for (int cut = 0; cut < 64; cut++) {
      kernel.cutTo = cut;
      assertThatThrownBy(client::devices).isInstanceOf(TransportException.class);
      assertThatThrownBy(() -> client.queuePairs(device)).isInstanceOf(TransportException.class);
      assertThatThrownBy(() -> client.read(stats)).isInstanceOf(TransportException.class);
    }
  }

  @Test
  void aMissingProtocolIsLackingAndATimeOutIsNot() {
    kernel.error = 93;
    assertThatThrownBy(client::devices)
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(RdmaClient.isLacking(e)).isTrue())
        .hasMessage("netlink socket: EPROTONOSUPPORT (93)");
    assertThat(RdmaClient.isLacking(new TransportException(Kind.TIMEOUT, "late"))).isFalse();
  }
}
