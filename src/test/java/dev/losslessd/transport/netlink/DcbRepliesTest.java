package dev.losslessd.transport.netlink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.losslessd.transport.TransportException;
import dev.losslessd.transport.TransportException.Kind;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DcbRepliesTest {
  private static final int SEQ = Samples.SEQ;

  @Test
  void everyAttributeIsRead() {
    DcbState state =
        DcbReplies.state(new Reply(Hex.of(Samples.state()), SEQ, "IEEE_GET enp1s0"), "enp1s0");

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

    DcbState state = DcbReplies.state(new Reply(Hex.of(bare), SEQ, "IEEE_GET enp1s0"), "enp1s0");

    assertThat(state.pfc()).isEmpty();
    assertThat(state.ets()).isEmpty();
    assertThat(state.apps()).isEmpty();
    assertThat(state.buffer()).isEmpty();
    assertThat(state.dcbx()).isEmpty();
  }

  @Test
  void aRefusedSetIsSeenThoughItsAcknowledgementSaysZero() {
    MemorySegment reply = Hex.of(Samples.verdict("14", "ea"));

    assertThatThrownBy(() -> DcbReplies.verdict(new Reply(reply, SEQ, "IEEE_SET PFC enp1s0"), 20))
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
    DcbReplies.verdict(
        new Reply(Hex.of(Samples.verdict("14", "02")), SEQ, "IEEE_SET PFC enp1s0"), 20);
  }

  @Test
  void anErrnoOfTheKernelIsToldByName() {
    MemorySegment reply = Hex.of("24000000 0200 0001 0d0c0b0a 78000000 a1ffffff", Hex.zeros(16));

    assertThatThrownBy(() -> DcbReplies.state(new Reply(reply, SEQ, "IEEE_GET lo"), "lo"))
        .hasMessage("IEEE_GET lo: EOPNOTSUPP (95)");
  }

  @Test
  void aMissingNetdevIsGone() {
    MemorySegment reply = Hex.of("24000000 0200 0001 0d0c0b0a 78000000 edffffff", Hex.zeros(16));

    assertKind(Kind.GONE, () -> DcbReplies.state(new Reply(reply, SEQ, "IEEE_GET eth9"), "eth9"));
  }

  @Test
  void everyCutOfAReplyIsAnError() {
    MemorySegment whole = Hex.of(Samples.state());

    for (long length = 0; length < whole.byteSize(); length++) {
      MemorySegment cut = whole.asSlice(0, length);
      assertKind(
          Kind.GARBLED, () -> DcbReplies.state(new Reply(cut, SEQ, "IEEE_GET enp1s0"), "enp1s0"));
    }
  }

  @Test
  void aStructOfAnotherLengthNamesItselfAndBothLengths() {
    String shorter = Hex.squeeze("8800 0200", Hex.zeros(132));

    assertThatThrownBy(() ->
            DcbReplies.state(
                new Reply(Hex.of(ieeeReply(shorter)), SEQ, "IEEE_GET enp1s0"), "enp1s0"))
        .hasMessage("IEEE_GET enp1s0 IEEE_PFC: length 132, expected 136");
  }

  @Test
  void theAnswerToAnotherRequestIsNotTaken() {
    MemorySegment reply = Hex.of(Samples.state());

    assertKind(
        Kind.GARBLED,
        () -> DcbReplies.state(new Reply(reply, SEQ + 1, "IEEE_GET enp1s0"), "enp1s0"));
    assertKind(
        Kind.GARBLED, () -> DcbReplies.state(new Reply(reply, SEQ, "IEEE_GET enp1s1"), "enp1s1"));
    assertKind(
        Kind.GARBLED, () -> DcbReplies.verdict(new Reply(reply, SEQ, "IEEE_SET PFC enp1s0"), 20));
  }

  @Test
  void impossibleValuesAreNotTaken() {
    garbles("00000003000007070", "00000009000007070", "prio_tc: 9 is outside 0..8");
    garbles("0200000200000000", "0300000200000000", "tc_tsa: 3 is none of 0 1 2 255");
    garbles("3c00002800000000", "6500002800000000", "tc_tx_bw: 101 is outside 0..100");
  }

  /** One of pre-standard DCBX has bits for a priority, and the kernel takes any DSCP. */
  @ParameterizedTest
  @ValueSource(strings = {"05044200", "05092200", "01088915"})
  void anEntryThatIsNoneOfTheIeeeIsPassedOver(String entry) {
    String other = Samples.state().replace("05042200", entry);

    assertThat(
            DcbReplies.state(new Reply(Hex.of(other), SEQ, "IEEE_GET enp1s0"), "enp1s0")
                .apps()
                .orElseThrow())
        .containsExactly(new DcbApp(3, 4, 4791));
  }

  private static void garbles(String good, String bad, String message) {
    String sample = Samples.state();
    assertThat(sample).contains(good);

    assertThatThrownBy(() ->
            DcbReplies.state(
                new Reply(Hex.of(sample.replace(good, bad)), SEQ, "IEEE_GET enp1s0"), "enp1s0"))
        .hasMessageEndingWith(message);
  }

  @Test
  void newerTablesAndThePeersAreNotOurs() {
    String peerPfc = Hex.squeeze("8c00 0500", "08 10 00 00 0000 0000", Hex.zeros(128));
    String ieee =
        Hex.squeeze(
            "1400 0c80 0800 0100 05 03 1a00 0800 0200 ff 03 0400",
            "1400 0b80 0500 0100 05 000000 0500 0200 ff 000000",
            peerPfc,
            "0c00 0600 0800 0100 05 04 2200",
            "0800 3f00 deadbeef");
    DcbState state =
        DcbReplies.state(new Reply(Hex.of(ieeeReply(ieee)), SEQ, "IEEE_GET enp1s0"), "enp1s0");

    assertThat(state.pfc()).isEmpty();
    assertThat(state.apps()).isEmpty();
  }

  @Test
  void aTableInsideItselfIsNotATable() {
    String nested = Hex.squeeze("1000 0300 0c00 0100 0800 0100 05 03 1a00");

    assertThatThrownBy(() ->
            DcbReplies.state(
                new Reply(Hex.of(ieeeReply(nested)), SEQ, "IEEE_GET enp1s0"), "enp1s0"))
        .hasMessage("IEEE_GET enp1s0 IEEE_APP_TABLE APP: length 8, expected 4");
  }

  private static String ieeeReply(String ieee) {
    String nest = Hex.squeeze(u16(ieee.length() / 2 + 4), "0d00", ieee);
    return Samples.message("4e00", "00150000", "0b00 0100 656e7031733000 00" + nest)
        + Hex.squeeze(Samples.ACK);
  }

  private static String u16(int value) {
    return String.format("%02x%02x", value & 0xff, value >> 8);
  }

  private static void assertKind(Kind kind, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            TransportException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
