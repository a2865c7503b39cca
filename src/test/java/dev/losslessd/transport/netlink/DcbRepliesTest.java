package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class DcbRepliesTest {
  private static final int SEQ = Samples.SEQ;

  @Test
  void everyAttributeIsRead() {
    DcbState state = DcbReplies.state(Hex.of(Samples.state()), SEQ, "enp1s0");

    IeeePfc pfc = state.pfc().orElseThrow();
    assertThat(List.of(pfc.capable(), pfc.enabled(), pfc.macsecBypass(), pfc.delay()))
        .containsExactly(8, 0x28, 1, 0x0214);
    assertThat(pfc.requests()).containsExactly(0L, 0L, 0L, 5L, 0L, 0L, 0L, 0L);
    assertThat(pfc.indications()).containsExactly(0L, 0L, 0L, 0L, 0L, 100_000_000L, 0L, 0L);
    IeeeEts ets = state.ets().orElseThrow();
    assertThat(ets.classes()).isEqualTo(8);
    assertThat(ets.txPercent()).containsExactly(60, 0, 0, 40, 0, 0, 0, 0);
    assertThat(ets.selection()).containsExactly(2, 0, 0, 2, 0, 0, 0, 0);
    assertThat(ets.classOfPriority()).containsExactly(0, 0, 0, 3, 0, 0, 7, 7);
    assertThat(state.apps().orElseThrow())
        .containsExactly(DcbApp.dscp(34, 4), new DcbApp(3, 4, 4791));
    assertThat(state.buffer().orElseThrow().bytes())
        .containsExactly(65_536L, 0L, 131_072L, 0L, 0L, 0L, 0L, 0L);
    assertThat(state.buffer().orElseThrow().totalBytes()).isEqualTo(262_144);
    assertThat(state.maxRateKbit().orElseThrow()).contains(25_000_000L);
    assertThat(state.dcbx()).hasValue(Dcbx.HOST | Dcbx.CEE | Dcbx.IEEE);
  }

  @Test
  void whatADriverDoesNotTellIsAbsentAndNotZero() {
    String bare =
        Samples.message("4e00", "00150000", "0b00 0100 656e7031733000 00 0400 0d00")
            + Hex.squeeze(Samples.ACK);

    DcbState state = DcbReplies.state(Hex.of(bare), SEQ, "enp1s0");

    assertThat(state.pfc()).isEmpty();
    assertThat(state.ets()).isEmpty();
    assertThat(state.apps()).isEmpty();
    assertThat(state.buffer()).isEmpty();
    assertThat(state.dcbx()).isEmpty();
  }

  @Test
  void aRefusedSetIsSeenThoughItsAcknowledgementSaysZero() {
    MemorySegment reply = Hex.of(Samples.verdict("14", "ea"));

    assertThatThrownBy(() -> DcbReplies.verdict(reply, SEQ, 20, "IEEE_SET PFC enp1s0"))
        .isInstanceOfSatisfying(
            TransportException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.REFUSED);
              assertThat(e.errno()).isEqualTo(22);
            })
        .hasMessage("IEEE_SET PFC enp1s0: EINVAL (22)");
  }

  @Test
  void aPositiveStatusIsNoError() {
    DcbReplies.verdict(Hex.of(Samples.verdict("14", "02")), SEQ, 20, "IEEE_SET PFC enp1s0");
  }

  @Test
  void anErrnoOfTheKernelIsToldByName() {
    MemorySegment reply = Hex.of("24000000 0200 0001 0d0c0b0a 78000000 a1ffffff", Hex.zeros(16));

    assertThatThrownBy(() -> DcbReplies.state(reply, SEQ, "lo"))
        .hasMessage("IEEE_GET lo: EOPNOTSUPP (95)");
  }

  @Test
  void aMissingNetdevIsGone() {
    MemorySegment reply = Hex.of("24000000 0200 0001 0d0c0b0a 78000000 edffffff", Hex.zeros(16));

    assertKind(Kind.GONE, () -> DcbReplies.state(reply, SEQ, "eth9"));
  }

  @Test
  void everyCutOfAReplyIsAnError() {
    MemorySegment whole = Hex.of(Samples.state());

    for (long length = 0; length < whole.byteSize(); length++) {
      MemorySegment cut = whole.asSlice(0, length);
      assertKind(Kind.GARBLED, () -> DcbReplies.state(cut, SEQ, "enp1s0"));
    }
  }

  @Test
  void aStructOfAnotherLengthNamesItselfAndBothLengths() {
    String shorter = Samples.state().replace("8c000200", "88000200");

    assertThatThrownBy(() -> DcbReplies.state(Hex.of(shorter), SEQ, "enp1s0"))
        .hasMessage("IEEE_GET enp1s0 IEEE_PFC: length 132, expected 136");
  }

  @Test
  void theAnswerToAnotherRequestIsNotTaken() {
    MemorySegment reply = Hex.of(Samples.state());

    assertKind(Kind.GARBLED, () -> DcbReplies.state(reply, SEQ + 1, "enp1s0"));
    assertKind(Kind.GARBLED, () -> DcbReplies.state(reply, SEQ, "enp1s1"));
    assertKind(Kind.GARBLED, () -> DcbReplies.verdict(reply, SEQ, 20, "IEEE_SET PFC enp1s0"));
  }

  @Test
  void impossibleValuesAreNotTaken() {
    garbles("00000003000007070", "00000009000007070", "prio_tc: 9 is outside 0..7");
    garbles("05042200", "05044200", "DSCP: 66 is outside 0..63");
    garbles("05042200", "05092200", "priority: 9 is outside 0..7");
    garbles("0200000200000000", "0300000200000000", "tc_tsa: 3 is none of 0 1 2 255");
    garbles("3c00002800000000", "6500002800000000", "tc_tx_bw: 101 is outside 0..100");
  }

  private static void garbles(String good, String bad, String message) {
    String sample = Samples.state();
    assertThat(sample).contains(good);

    assertThatThrownBy(() -> DcbReplies.state(Hex.of(sample.replace(good, bad)), SEQ, "enp1s0"))
        .hasMessageEndingWith(message);
  }

  @Test
  void noMutationOfAReplyBreaksTheDecoder() {
    byte[] state = Hex.of(Samples.state()).toArray(ValueLayout.JAVA_BYTE);
    byte[] verdict = Hex.of(Samples.verdict("14", "00")).toArray(ValueLayout.JAVA_BYTE);
    byte[] event = Hex.of(Samples.notification()).toArray(ValueLayout.JAVA_BYTE);
    Random random = new Random(42);
    int refused = 0;

    for (int round = 0; round < 100_000; round++) {
      byte[] origin = round % 3 == 0 ? state : round % 3 == 1 ? verdict : event;
      MemorySegment bytes = MemorySegment.ofArray(mutated(origin, random));
      try {
        switch (round % 3) {
          case 0 -> DcbReplies.state(bytes, SEQ, "enp1s0");
          case 1 -> DcbReplies.verdict(bytes, SEQ, 20, "IEEE_SET PFC enp1s0");
          default -> NetlinkEvents.decode(bytes);
        }
      } catch (TransportException e) {
        refused++;
      }
    }

    assertThat(refused).isGreaterThan(20_000);
  }

  private static byte[] mutated(byte[] origin, Random random) {
    byte[] bytes = origin.clone();
    int changes = 1 + random.nextInt(4);
    for (int change = 0; change < changes; change++) {
      // lengths and types sit at even places of the first bytes more often than elsewhere
      int at = random.nextBoolean() ? random.nextInt(bytes.length) : random.nextInt(40);
      bytes[at % bytes.length] = (byte) random.nextInt(256);
    }
    return random.nextInt(4) == 0
        ? java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length + 8))
        : bytes;
  }

  private static void assertKind(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
